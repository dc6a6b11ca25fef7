#include "profiler/analysis/capture_cost.h"

#include <algorithm>
#include <vector>

#include "core/base/core_use.h"
#include "core/base/units.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {

CaptureCost captureCost(const Trace& trace) {
  CaptureCost cost;
  cost.unrecordedMs = static_cast<double>(trace.unrecordedStepNs) * 1e-6;
  cost.othersShare = trace.othersShare;
  std::vector<std::int64_t> steps;
  for (const SpanRef& step : stepSpans(trace)) steps.push_back(trace.laneOf(step).duration[step.index]);
  if (steps.empty()) return cost;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  cost.recordedMs = static_cast<double>(*middle) * 1e-6;
  return cost;
}

std::string describe(const CaptureCost& cost) {
  if (!(cost.unrecordedMs > 0) || !(cost.recordedMs > 0)) return {};
  std::string words = "recorded " + text::milliseconds(cost.recordedMs) + ", unrecorded " + text::milliseconds(cost.unrecordedMs);
  if (cost.othersShare > CoreUse::kMostOthers) words += ", other programs took " + text::percent(cost.othersShare) + " of the cores";
  return words;
}

}  // namespace stepscope
