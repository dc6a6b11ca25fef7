#include "profiler/advisor/rank_waits.h"

#include <algorithm>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/gpu/communication.h"

namespace stepscope::advice {

RankWaits rankWaits(const TraceFacts& facts) {
  constexpr double kMostOfStep = 0.8;  // least fraction of a step that all recordings must contain
  const Trace& trace = *facts.shown();
  RankWaits waits;
  const TimeRange common = commonTime(trace);
  for (const StepFacts& step : facts.steps) {
    const std::int64_t length = step.range.end - step.range.begin;
    const std::int64_t inside = std::min(step.range.end, common.end) - std::max(step.range.begin, common.begin);
    if (!facts.wholeTrace && static_cast<double>(inside) < kMostOfStep * static_cast<double>(length)) continue;
    waits.steps.push_back(facts.wholeTrace ? common : step.range);
    ++waits.count;
  }
  waits.steps = united(std::move(waits.steps));
  waits.stepsNs = lengthOf(waits.steps);
  waits.ns = collectiveTimes(trace, waits.steps);
  return waits;
}

}  // namespace stepscope::advice
