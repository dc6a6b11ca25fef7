#include "core/backend/cpu/precision/batch_rules.h"

#include <map>

#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

const BatchRule* batchRuleOf(std::string_view op) {
  static const std::map<std::string_view, BatchRule> rules = {
      {"conv2d", {true, "sww", "s"}},
      {"conv2d_add", {true, "swws", "s"}},
      {"conv2d_activation", {true, "sww", "ss"}},
      {"conv2d_grad_input", {true, "sw", "s"}},
      {"conv2d_grad_weight", {true, "ss", "+"}},
      {"linear", {true, "sww", "s"}},
      {"linear_add", {true, "swws", "s"}},
      {"linear_activation", {true, "sww", "ss"}},
      {"linear_grad_input", {true, "sw", "s"}},
      {"linear_grad_weight", {true, "ss", "+"}},
      {"max_pool2d", {false, "s", "ss"}},
      {"max_pool2d_grad", {false, "ss", "s"}},
      {"avg_pool2d", {false, "s", "s"}},
      {"avg_pool2d_grad", {false, "s", "s"}},
      {"global_avg_pool", {false, "s", "s"}},
      {"global_avg_pool_grad", {false, "s", "s"}},
      {"adaptive_max_pool2d", {false, "s", "ss"}},
      {"adaptive_max_pool2d_grad", {false, "ss", "s"}},
      {"shortcut_pad", {false, "s", "s"}},
      {"shortcut_pad_grad", {false, "s", "s"}},
      {"resize", {false, "s", "s"}},
      {"resize_grad", {false, "s", "s"}},
      {"batch_norm_inference", {false, "swwwws", "s"}},
      {"batch_norm_inference_activation", {false, "swwww", "s"}},
      {"layer_norm", {false, "sww", "sss"}},
      {"rms_norm", {false, "sw", "ss"}},
      {"group_norm", {false, "sww", "sss"}},
      {"layer_norm_grad", {false, "sswss", "s++"}},
      {"rms_norm_grad", {false, "ssws", "s++"}},
      {"layer_norm_grad_add", {false, "sswsss", "s++"}},
      {"rms_norm_grad_add", {false, "sswss", "s++"}},
      {"group_norm_grad", {false, "sswss", "s++"}},
      {"softmax", {false, "s", "s"}},
      {"softmax_grad", {false, "ss", "s"}},
      {"log_softmax", {false, "s", "s"}},
      {"log_softmax_grad", {false, "ss", "s"}},
      {"attention", {false, "ssssw", "ss"}},
      {"attention_grad", {false, "sssswsss", "sss"}},
  };
  const auto it = rules.find(op);
  return it == rules.end() ? nullptr : &it->second;
}

bool samplesAreIndependent(const Node& node, const Shape& x) {
  if (node.op->name.find("softmax") != std::string_view::npos) return node.attrs.integer("axis") != 0;
  if (node.op->name.substr(0, 10) == "layer_norm" || node.op->name.substr(0, 8) == "rms_norm")
    return node.attrs.integer("dims") < static_cast<std::int64_t>(x.size());
  // The positions of the whole batch are what dropout draws its random numbers by.
  return node.attrs.real("p", 0.0) == 0;
}

void cutInputShape(Node& node, std::int64_t samples) {
  if (!node.attrs.has("input_shape")) return;
  Shape shape = node.attrs.integers("input_shape");
  shape[0] = samples;
  node.attrs.set("input_shape", shape);
}

std::vector<Physical> lyingLike(const KernelRequest& r, const KernelRequest& share) {
  std::vector<Physical> lying(r.lying.begin(), r.lying.end());
  for (std::size_t i = 0; i < lying.size(); ++i)
    if (r.has(i) && lying[i].desc && lying[i].layout != Layout::Opaque)
      lying[i] = retyped(lying[i], share.inputShape(i), share.input(i).dtype);
  return lying;
}

}  // namespace stepscope::cpu
