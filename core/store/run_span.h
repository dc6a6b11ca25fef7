// A part of a run with the same switches: from one change of the switches (or a resume) until the next one, or the end of its process or of the run.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stepscope {

struct RunSpan {
  std::int64_t firstStep = 1, lastStep = 0;  // both included, from 1; no step yet: lastStep = firstStep - 1
  std::string cause;                         // "start", "batch size 64 -> 128", "resumed"
  std::string switches = "{}";               // a JSON object like "switches" in the configuration: {"batch_size": 64, "amp": "bf16", ...}
  std::int64_t samples = 0;                  // number of samples trained in it
  double seconds = 0;                        // duration of its steps, including waiting for data, without the time between steps
  // NaN and 0: not known.
  double stepMs = std::numeric_limits<double>::quiet_NaN();           // median of its steps, including waiting for data
  double dataWaitSeconds = std::numeric_limits<double>::quiet_NaN();  // the part of `seconds` in which steps waited for data
  double busyShare = std::numeric_limits<double>::quiet_NaN();        // the part of the cores' time used by other programs, 0 to 1
  std::int64_t plannedPeakBytes = 0;                                  // of the step's memory, as planned
  std::int64_t residentPeakBytes = 0;                                 // the resident peak of it
  double validationLoss = std::numeric_limits<double>::quiet_NaN(), validationMetric = validationLoss;  // of the last validation in it
  bool validated = false;                                                                               // the two were measured, finite or not

  std::int64_t steps() const { return lastStep - firstStep + 1; }
  double dataWaitShare() const { return seconds > 0 ? dataWaitSeconds / seconds : std::numeric_limits<double>::quiet_NaN(); }
  double samplesPerSecond() const {
    return seconds > 0 && samples > 0 ? static_cast<double>(samples) / seconds : std::numeric_limits<double>::quiet_NaN();
  }
};

// The text stored in the run's row; unknown numbers are left out.
std::string spansText(const std::vector<RunSpan>& spans);
std::vector<RunSpan> spansOf(const std::string& text);  // the readable part of a damaged text
// The spans of a run of an old version, from its artefact "switches" (one row per change, measured only over its first steps), as far as known.
std::vector<RunSpan> spansOfSwitchRows(const std::string& artefact, std::int64_t lastStep);
// The spans of a run that is resumed from `step`: later ones are removed, and the one that contains it ends there.
std::vector<RunSpan> spansUntil(std::vector<RunSpan> spans, std::int64_t step);

}  // namespace stepscope
