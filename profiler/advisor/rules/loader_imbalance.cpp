// Single batches that take much longer than the others: one heavy sample, or a worker that is slower.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr double kUneven = 2.0;      // 95th percentile of the batch times / median
constexpr double kLeastWait = 0.05;  // least fraction of the step that waits for data
constexpr std::size_t kLeastBatches = 10;

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  std::vector<double> batches;
  for (const WorkerFacts& worker : trace.workers) batches.insert(batches.end(), worker.batchMs.begin(), worker.batchMs.end());
  if (trace.origin != Origin::Own) {
    // The workers are other processes, so only the trainer's wait for each batch is known.
    for (const TimeRange& wait : trace.dataWaits) batches.push_back(static_cast<double>(wait.end - wait.begin) * 1e-6);
  }
  if (batches.size() < kLeastBatches)
    return advice::notEnough(fmt::format("Only {} so far; {} are needed to find some that take longer than the others.",
                                         text::counted(static_cast<std::int64_t>(batches.size()), "batch", "batches"), kLeastBatches));
  if (trace.origin == Origin::Own && !facts.quiet())
    return advice::notEnough(facts.coresTaken ? "Other programs held the cores: single slow batches say nothing about the loader."
                                              : "Whether other programs held the cores is not known: single slow batches may be theirs.");
  const double median = quantileOf(batches, 0.5), slow = quantileOf(batches, 0.95);
  const double ratio = median > 0 ? slow / median : 0;
  const double share = trace.shareOfSteps(lengthOf(trace.dataWaits));
  const std::string figures = fmt::format("{} at the median, {} for the slowest twentieth", text::milliseconds(median), text::milliseconds(slow));
  if (ratio < kUneven || share < kLeastWait)
    return advice::notFound(ratio, "x", fmt::format("A batch takes {}; the step waits for data {} of the time.", figures, advice::percent(share)));
  Finding finding = advice::found(ratio, "x", fmt::format("Batches are uneven: {}, and the step waits for the slow ones.", figures));
  finding.category = Category::Data;
  finding.weight = 0.4 * share;
  finding.evidence.ranges = advice::longest(trace.dataWaits);
  finding.cure = trace.origin == Origin::Own ? advice::setting("Samples", "Samples of equal size, decoded beforehand")
                                             : advice::foreignSetting(facts, "Samples ahead", "DataLoader(..., prefetch_factor=8)",
                                                                      "dataset.prefetch(tf.data.AUTOTUNE)", "dataset.prefetch(tf.data.AUTOTUNE)");
  return finding;
}

}  // namespace

RuleDef loaderImbalanceRule() {
  return {"loader_imbalance",
          "Some batches take much longer",
          "How evenly batches are loaded.",
          {{"slowest twentieth over the median", kUneven, "x", "ours"}, {"wait for data", kLeastWait * 100, "%", "XProf"}},
          check,
          PathClass::Data};
}

}  // namespace stepscope
