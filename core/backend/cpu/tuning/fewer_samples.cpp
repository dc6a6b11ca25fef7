#include "core/backend/cpu/tuning/fewer_samples.h"

#include "core/backend/cpu/precision/batch_rules.h"
#include "core/graph/op.h"

namespace stepscope::cpu {

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
  fewer.lying = lyingLike(r, KernelRequest{fewer.alone.graph, fewer.alone.node, r.threads, r.images});
  return fewer;
}

}  // namespace stepscope::cpu
