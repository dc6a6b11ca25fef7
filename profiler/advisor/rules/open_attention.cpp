// Attention in several kernels: the scores are written to memory and read again for the softmax, and once more for the second matrix product.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.05;  // least fraction of the kernels' time for a finding

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  const GpuWork& work = trace.work;
  if (!trace.gpu || work.ns == 0) return advice::withoutGpu(facts);
  const double share = static_cast<double>(work.attention.ns) / static_cast<double>(work.ns);
  if (work.attention.times == 0 || share < kMuch)
    return advice::notFound(share * 100, "%",
                            work.attention.times == 0
                                ? std::string("No softmax runs between two batched matrix products.")
                                : fmt::format("Attention in several kernels takes {} of the kernels' time.", advice::percent(share)));
  const std::string emphasis = advice::percent(share) + " of the kernels' time";
  const auto perStep = [&](std::int64_t all) { return trace.steps.empty() ? all : all / static_cast<std::int64_t>(trace.steps.size()); };
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format(
          "Attention is computed in several kernels (product, softmax, product), {} times{}: {}. One fused kernel keeps the scores on the chip.",
          perStep(work.attention.times), trace.steps.empty() ? "" : " a step", emphasis),
      emphasis);
  finding.category = Category::Forward;
  const auto& between = work.attention.between;
  finding.gainAtMostMs = advice::gainOfKernels(trace, [&](const TraceLane& lane, std::size_t i) {
    if (lane.kindOf(i) != SpanKind::Kernel) return false;
    return std::binary_search(between.begin(), between.end(),
                              SpanRef{static_cast<std::int32_t>(&lane - trace.trace->lanes.data()), static_cast<std::uint32_t>(i)});
  });
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence.spans = work.attention.softmax;
  if (trace.origin != Origin::Own)
    finding.cure = advice::foreignSetting(facts, "Fused attention",
                                          "torch.nn.functional.scaled_dot_product_attention(q, k, v)  (Transformers: attn_implementation=\"sdpa\")",
                                          "jax.nn.dot_product_attention(q, k, v, implementation=\"cudnn\")");
  return finding;
}

}  // namespace

RuleDef openAttentionRule() {
  return {"open_attention",
          "Attention is not one kernel",
          "A softmax between two batched matrix products, each in its own kernel.",
          {{"share of the kernels' time", kMuch * 100, "%", "Dao et al. 2022 (FlashAttention) on its memory traffic; the number is ours"}},
          check,
          PathClass::Kernel};
}

}  // namespace stepscope
