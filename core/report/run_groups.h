// Groups of runs with the same settings, whatever their seeds, for sweeps: mean and deviation of the task's best metric, the best group first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/report/settings_diff.h"

namespace stepscope {

struct RunGroup {
  std::vector<std::string> values;  // of RunGroups::settings, in their order
  std::vector<std::size_t> runs;    // indices into the list of runs, ascending
  std::size_t measured = 0;         // of these runs, how many have a best value
  double mean = 0, deviation = 0;   // of the best values; sample standard deviation (n - 1). NaN: no run has one; deviation: only one has
  double msMean = 0;                // mean time for RunComparison::samples samples; NaN: not known
  double peakBytes = 0;             // the highest of the runs; NaN: not known

  std::string title(const std::vector<DifferingSetting>& settings) const;  // "learning rate 0.003, batch size 64"
};

struct RunGroups {
  std::vector<DifferingSetting> settings;  // those that differ, without seeds
  std::vector<RunGroup> groups;            // best mean first; those without a best value last
};

// `samples` is RunComparison::samples.
RunGroups runGroupsOf(const std::vector<RunFacts>& runs, double samples);
// For each of `runs` runs, the index of its group in `groups`.
std::vector<std::size_t> groupOfRuns(const RunGroups& groups, std::size_t runs);
// "47960 ± 310": both are rounded to the decimals at which the deviation has two digits, but never to less than whole numbers.
std::string meanText(const Metric& metric, double mean, double deviation);

}  // namespace stepscope
