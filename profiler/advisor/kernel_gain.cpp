#include "profiler/advisor/kernel_gain.h"

#include <algorithm>

#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope::advice {
namespace {

constexpr double kNearlyAll = 0.9;  // of the steps

}  // namespace

std::optional<double> gainOfKernels(const TraceFacts& facts, const std::function<bool(const TraceLane& lane, std::size_t i)>& wanted) {
  const std::optional<double> gain =
      gainOf(facts, {[&](const TraceLane& lane, std::size_t i, TimeClass) { return wanted(lane, i) ? 0.0 : 1.0; }, false});
  if (!gain || facts.shareOfSteps(lengthOf(facts.gpuInSteps)) < kNearlyAll) return gain;
  std::vector<TimeRange> steps;
  for (const StepFacts& step : facts.steps) steps.push_back(step.range);
  const auto others =
      rangesWhere(*facts.trace, -1, [&](const TraceLane& lane, std::size_t i) { return isGpuWork(lane.kindOf(i)) && !wanted(lane, i); });
  const auto alone = difference(intersection(rangesWhere(*facts.trace, -1, wanted), steps), others);
  return std::max(*gain, facts.msPerStep(lengthOf(alone)));
}

}  // namespace stepscope::advice
