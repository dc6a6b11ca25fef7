#include "profiler/analysis/step_lengths.h"

#include "profiler/analysis/busy_time.h"

namespace stepscope {

std::vector<double> stepsUntilGpuNs(const StepWindows& windows) {
  std::vector<TimeRange> between;
  for (std::size_t i = 1; i < windows.steps.size(); ++i)
    if (const TimeRange gap{windows.steps[i - 1].host.end, windows.steps[i].host.begin}; !gap.empty()) between.push_back(gap);
  std::vector<double> ns;
  for (const StepWindow& step : windows.steps) ns.push_back(static_cast<double>(lengthOf(difference({step.whole}, between))));
  return ns;
}

}  // namespace stepscope
