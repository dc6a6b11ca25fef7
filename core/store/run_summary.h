// What is told of a whole run, computed in one place for table, inspector, report and command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

struct RunSummary {
  // Over all spans; of runs of old versions what their last row says. NaN: not known.
  double seconds;            // trained, pauses left out; validations are in it
  double stepMs;             // mean of all steps, waiting for data included; what is between them left out
  double samplesPerSecond;   // mean of all steps, likewise
  double plannedPeakBytes;   // the highest of the run's plans
  double residentPeakBytes;  // the highest that was resident of the step's memory
  double processPeakBytes;   // of the whole process
  double busyShare;          // of the cores' time that other programs took, weighted by the spans' time
};
RunSummary summaryOf(const RunInfo& run);

// A setting and the values it had, one after the other: {"switches.batch_size", {"64", "128"}}. Texts are without quotes, lists as JSON.
struct Setting {
  std::string key;
  std::vector<std::string> values;
};
// Every leaf of the run's configuration by its dotted key, sorted; switches as they were turned. Where the run is on the disk ("file",
// "directory") is no setting. Empty when the configuration cannot be read.
std::vector<Setting> settingsOf(const RunInfo& run);
// "64", "64 → 128"
std::string shown(const Setting& setting);
// The switches of which it had more than one value: "amp off → bf16, batch_size 64 → 16"; empty when none was turned.
std::string turnedSwitches(const RunInfo& run);

}  // namespace stepscope
