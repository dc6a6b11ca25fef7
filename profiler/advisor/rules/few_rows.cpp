// Matrix products with few rows: they read whole weights for little arithmetic, so memory limits their speed (decoding, small batches).
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kKnown = 0.5;  // least fraction of the products' time in ops with known shapes
constexpr double kMuch = 0.25;  // least fraction of the kernels' time for a finding
constexpr double kHeld = 0.20;  // fraction of the memory's rate; slower products are limited by something else

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  const GpuWork& work = trace.work;
  if (!trace.gpu || work.ns == 0) return advice::withoutGpu(facts);
  if (!trace.gpuSpec) return advice::notEnough("The peak rates of this GPU are not known.");
  if (static_cast<double>(work.knownProductNs) < kKnown * static_cast<double>(work.productNs) || work.products.empty())
    return advice::notEnough("The trace lacks the shapes of most matrix products (PyTorch: record_shapes=True).");
  double share = 0, flops = 0, bytes = 0, ns = 0;
  const ProductTime* longest = nullptr;
  std::vector<SpanRef> spans;
  for (const ProductTime& product : work.products) {
    const double peak = peakOf(*trace.gpuSpec, product.work.type);
    if (peak <= 0 || product.work.k == 0 || product.work.flops / peak >= product.work.bytes / trace.gpuSpec->bandwidth) continue;
    share += static_cast<double>(product.ns) / static_cast<double>(work.ns);
    flops += product.flops();
    bytes += product.bytes();
    ns += static_cast<double>(product.ns);
    spans.insert(spans.end(), product.longest.begin(), product.longest.end());
    if (!longest) longest = &product;
  }
  if (!longest || share < kMuch)
    return advice::notFound(share * 100, "%",
                            fmt::format("Matrix products that are limited by memory take {} of the kernels' time.", advice::percent(share)));
  const double rate = bytes / (ns * 1e-9) / trace.gpuSpec->bandwidth;
  if (rate < kHeld)
    return advice::notFound(share * 100, "%",
                            fmt::format("Matrix products with few operations per byte take {} of the kernels' time, but move data at {} of the "
                                        "memory's rate: memory does not limit them.",
                                        advice::percent(share), advice::percent(rate)));
  const double peak = peakOf(*trace.gpuSpec, longest->work.type);
  const std::string emphasis = advice::percent(share) + " of the kernels' time";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format(
          "Matrix products with little arithmetic take {}: {:.3g} operations per byte, where the {} could do {:.3g}. The longest is {} of {}. They move data at {} of the memory's rate.",
          emphasis, flops / bytes, trace.gpuSpec->name, peak / trace.gpuSpec->bandwidth, longest->op, longest->work.shapes, advice::percent(rate)),
      emphasis);
  if (rate > 1) finding.sentence += " That is more than the memory can do: a part of the weights stays in the cache.";
  finding.category = Category::Forward;
  finding.weight = 0.4 * share * (trace.wholeTrace ? 1.0 : std::min(1.0, trace.shareOfSteps(work.ns)));
  if (spans.size() > kMostEvidence) spans.resize(kMostEvidence);
  finding.evidence.spans = std::move(spans);
  finding.cure = advice::foreignSetting(facts, "More rows per product", "A larger batch (decoding: more requests at once), or weights in fewer bits",
                                        "A larger batch, or weights in fewer bits");
  return finding;
}

}  // namespace

RuleDef fewRowsRule() {
  return {"few_rows",
          "Matrix products wait for the GPU's memory",
          "Operations per byte of matrix products, by their shapes, compared with what the GPU can do.",
          {{"share of the kernels' time", kMuch * 100, "%", "roofline (Williams, Waterman and Patterson 2009); the number is ours"},
           {"least part of the memory's rate", kHeld * 100, "%", "ours"}},
          check,
          PathClass::Kernel};
}

}  // namespace stepscope
