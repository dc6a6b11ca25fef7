// Runs of the same settings whatever their seeds, as a sweep compares them: mean and spread of the task's best metric, the best group first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/report/settings_diff.h"

namespace stepscope {

struct RunGroup {
  std::vector<std::string> values;  // of RunGroups::settings, in their order
  std::vector<std::size_t> runs;    // places in the list of runs, ascending
  std::size_t measured = 0;         // of these runs, how many have a best value
  double mean = 0, deviation = 0;   // of the best values; deviation: of the sample (n - 1); NaN: of none, or of one alone
  double msMean = 0;                // for the samples that the comparison tells times of; NaN: not known
  double peakBytes = 0;             // the highest; NaN: not known

  std::string title(const std::vector<DifferingSetting>& settings) const;  // "learning rate 0.003, batch size 64"
};

struct RunGroups {
  std::vector<DifferingSetting> settings;  // that differ, without seeds
  std::vector<RunGroup> groups;            // best mean first; those without a best value last
};

// samples: as in RunComparison.
RunGroups runGroupsOf(const std::vector<RunFacts>& runs, double samples);
// The group of each run, as its place in `groups`.
std::vector<std::size_t> groupOfRuns(const RunGroups& groups, std::size_t runs);
// "47960 ± 310": both with the digits that the deviation bears, two of its own.
std::string meanText(const Metric& metric, double mean, double deviation);

}  // namespace stepscope
