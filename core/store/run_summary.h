// The key numbers of a whole run, computed in one place for the table of runs, the inspector, reports and the command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

struct RunSummary {
  // Computed over all spans; for runs of old versions from their last row. NaN: not known.
  double seconds;            // training time without pauses; includes validations
  double stepMs;             // mean of all steps, including waiting for data, without the time between steps
  double samplesPerSecond;   // mean of all steps, like stepMs
  double plannedPeakBytes;   // the highest of the run's plans
  double residentPeakBytes;  // the highest resident peak of the step's memory
  double processPeakBytes;   // of the whole process
  double dataWaitShare;      // the part of the steps' time spent waiting for data, 0 to 1, over the spans in which it was measured
  double busyShare;          // the part of the cores' time used by other programs, 0 to 1; mean of the spans weighted by their time

  // The resident peak of the step's memory; if it was not measured, the planned one.
  double peakBytes() const;
};
RunSummary summaryOf(const RunInfo& run);

// Whether other programs used the cores during a measurement. Only times measured on quiet cores are compared as better or worse.
enum class Cores { Unknown, Quiet, Busy };
// Busy if `share`, the part of the cores' time used by other programs, is above CoreUse::kMostOthers; Unknown if it is NaN.
Cores coresOf(double share);

// A setting and its values one after the other: {"switches.batch_size", {"64", "128"}}. Texts are without quotes, lists as JSON.
struct Setting {
  std::string key;
  std::vector<std::string> values;
};
// Every leaf of the run's configuration by its dotted key, sorted; switches with all their values. Paths of the run ("file", "directory") are left
// out. Empty if the configuration cannot be read.
std::vector<Setting> settingsOf(const RunInfo& run);
// "64", "64 → 128"
std::string shown(const Setting& setting);
// The switches that had more than one value: "amp off → bf16, batch_size 64 → 16"; empty if there are none.
std::string turnedSwitches(const RunInfo& run);

}  // namespace stepscope
