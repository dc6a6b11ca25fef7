#include "core/backend/cpu/precision/batch_rules.h"

#include "core/backend/cpu/precision/narrow.h"
#include "core/graph/op.h"

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
      // p > 0: the random numbers of dropout depend on the position in the whole batch.
      return node.attrs.real("p", 0.0) == 0;
  }
}

void cutInputShape(Node& node, std::int64_t samples) {
  if (!node.attrs.has("input_shape")) return;
  Shape shape = node.attrs.integers("input_shape");
  shape[0] = samples;
  node.attrs.set("input_shape", shape);
}

std::vector<Physical> layoutsFor(const KernelRequest& r, const KernelRequest& tile) {
  std::vector<Physical> layouts(r.knownLayouts.begin(), r.knownLayouts.end());
  for (std::size_t i = 0; i < layouts.size(); ++i)
    if (r.has(i) && layouts[i].desc && layouts[i].layout != Layout::Opaque) layouts[i] = retyped(layouts[i], tile.inputShape(i), tile.input(i).dtype);
  return layouts;
}

std::optional<FewerSamples> fewerSamples(const KernelRequest& r, double mostFlops) {
  const BatchRule& rule = r.node.op->batch;
  if (!rule.matrix || !r.node.op->cost || r.inputShape(0).empty() || !samplesAreIndependent(r.node, r.inputShape(0))) return {};
  const auto flops = static_cast<double>(r.node.op->cost(r.graph, r.node).flops);
  const std::int64_t batch = r.inputShape(0)[0];
  if (flops <= mostFlops || batch <= 1) return {};
  std::int64_t samples = 1;
  for (std::int64_t d = 2; d < batch; ++d)
    if (batch % d == 0 && flops * static_cast<double>(d) <= mostFlops * static_cast<double>(batch)) samples = d;
  const auto isCut = [batch](std::string_view kinds, std::size_t i, const Value& value) {
    return i < kinds.size() && kinds[i] == 's' && !value.shape.empty() && value.shape[0] == batch;
  };
  FewerSamples fewer{LoneNode(r,
                              [&](bool input, std::size_t i, Value& value) {
                                if (isCut(input ? rule.inputs : rule.outputs, i, value)) value.shape[0] = samples;
                              }),
                     {},
                     batch / samples};
  cutInputShape(fewer.alone.node, samples);
  fewer.layouts = layoutsFor(r, KernelRequest{fewer.alone.graph, fewer.alone.node, r.threads, r.images});
  return fewer;
}

}  // namespace stepscope::cpu
