#include "core/backend/cpu/precision/batch_rules.h"

#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

bool samplesAreIndependent(const Node& node, const Shape& x) {
  switch (node.op->id) {
    case OpId::Softmax:
    case OpId::SoftmaxGrad:
    case OpId::LogSoftmax:
    case OpId::LogSoftmaxGrad: return node.attrs.integer("axis") != 0;
    case OpId::LayerNorm:
    case OpId::LayerNormGrad:
    case OpId::LayerNormGradAdd:
    case OpId::RmsNorm:
    case OpId::RmsNormGrad:
    case OpId::RmsNormGradAdd: return node.attrs.integer("dims") < static_cast<std::int64_t>(x.size());
    default:
      // The positions of the whole batch are what dropout draws its random numbers by.
      return node.attrs.real("p", 0.0) == 0;
  }
}

void cutInputShape(Node& node, std::int64_t samples) {
  if (!node.attrs.has("input_shape")) return;
  Shape shape = node.attrs.integers("input_shape");
  shape[0] = samples;
  node.attrs.set("input_shape", shape);
}

std::vector<Physical> lyingLike(const KernelRequest& r, const KernelRequest& tile) {
  std::vector<Physical> lying(r.lying.begin(), r.lying.end());
  for (std::size_t i = 0; i < lying.size(); ++i)
    if (r.has(i) && lying[i].desc && lying[i].layout != Layout::Opaque) lying[i] = retyped(lying[i], tile.inputShape(i), tile.input(i).dtype);
  return lying;
}

}  // namespace stepscope::cpu
