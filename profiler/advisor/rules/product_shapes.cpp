// 16-bit matrix products whose rows are not aligned: tensor cores then load them in smaller pieces, or are not used.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr std::int64_t kMultiple = 8;  // elements of 16 bits: 16 bytes
constexpr std::int64_t kPadTo = 64;    // 128 bytes, best on A100 and later
constexpr double kMuch = 0.05;         // least fraction of the kernels' time for a finding

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  const GpuWork& work = trace.work;
  if (!trace.gpu || work.ns == 0) return advice::withoutGpu(facts);
  if (work.products.empty()) return advice::notEnough("The trace holds no shapes of products (PyTorch: record_shapes=True).");
  double share = 0;
  std::int64_t oddSize = 0;
  const ProductTime* worst = nullptr;
  std::vector<SpanRef> spans;
  for (const ProductTime& product : work.products) {
    if ((product.work.type != WorkType::F16 && product.work.type != WorkType::BF16) || product.work.k == 0) continue;
    // Rows of the operands and of the result are k and n elements long.
    const std::int64_t size = product.work.n % kMultiple != 0 ? product.work.n : product.work.k % kMultiple != 0 ? product.work.k : 0;
    if (size < kMultiple) continue;  // a vector has no rows to align
    share += static_cast<double>(product.ns) / static_cast<double>(work.ns);
    spans.insert(spans.end(), product.longest.begin(), product.longest.end());
    if (worst) continue;
    worst = &product;
    oddSize = size;
  }
  if (!worst || share < kMuch)
    return advice::notFound(share * 100, "%",
                            fmt::format("16-bit matrix products with a size that is not a multiple of {} take {} of the kernels' time.", kMultiple,
                                        advice::percent(share)));
  const std::string emphasis = advice::percent(share) + " of the kernels' time";
  Finding finding = advice::found(share * 100, "%",
                                  fmt::format("16-bit matrix products with a size that is not a multiple of {} take {}; the longest is {} of {}.",
                                              kMultiple, emphasis, worst->op, worst->work.shapes),
                                  emphasis);
  finding.category = Category::Forward;
  finding.weight = 0.3 * share;
  if (spans.size() > kMostEvidence) spans.resize(kMostEvidence);
  finding.evidence.spans = std::move(spans);
  finding.cure = advice::setting("Pad the size", fmt::format("Widen the layer from {} to {} (the next multiple of {})", oddSize,
                                                             (oddSize + kPadTo - 1) / kPadTo * kPadTo, kPadTo));
  return finding;
}

}  // namespace

RuleDef productShapesRule() {
  return {"product_shapes",
          "Matrix products have sizes that slow down tensor cores",
          "Sizes of 16-bit matrix products, which should be multiples of 8.",
          {{"multiple of", static_cast<double>(kMultiple), "", "NVIDIA, Matrix Multiplication Background User's Guide, table 1"},
           {"share of the kernels' time", kMuch * 100, "%", "ours"}},
          check,
          PathClass::Kernel};
}

}  // namespace stepscope
