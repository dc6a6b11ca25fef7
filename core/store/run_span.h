// A run between two turns of its switches: from one turn on, until the next one, a pause of its process, or its end.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stepscope {

struct RunSpan {
  std::int64_t firstStep = 1, lastStep = 0;  // both included, from 1; none done yet: lastStep = firstStep - 1
  std::string cause;                         // "start", "batch size 64 -> 128", "resumed"
  std::string switches = "{}";               // a JSON object as "switches" of the configuration: {"batch_size": 64, "amp": "bf16", ...}
  std::int64_t samples = 0;                  // trained in it
  double seconds = 0;                        // of its steps, waiting for data included; what is between steps is left out
  // NaN and 0: not known.
  double stepMs = std::numeric_limits<double>::quiet_NaN();     // median of its steps, waiting for data included
  double busyShare = std::numeric_limits<double>::quiet_NaN();  // of the cores' time that other programs took, 0 to 1
  std::int64_t plannedPeakBytes = 0;                            // of the step's memory, as planned
  std::int64_t residentPeakBytes = 0;                           // what was resident of it, at most
  double validationLoss = std::numeric_limits<double>::quiet_NaN(), validationMetric = validationLoss;  // the last in it
  bool validated = false;                                                                               // the two were measured, finite or not

  std::int64_t steps() const { return lastStep - firstStep + 1; }
  double samplesPerSecond() const {
    return seconds > 0 && samples > 0 ? static_cast<double>(samples) / seconds : std::numeric_limits<double>::quiet_NaN();
  }
};

// As the run's row keeps them; numbers that are not known are left out.
std::string spansText(const std::vector<RunSpan>& spans);
std::vector<RunSpan> spansOf(const std::string& text);  // what can be read of a damaged text
// The spans of a run of an old version, from its artefact "switches" (one row a turn, measured over its first steps only): what that tells.
std::vector<RunSpan> spansOfSwitchRows(const std::string& artefact, std::int64_t lastStep);
// What is left of the spans of a run that goes on from `step`: those behind it go, the one that holds it ends there.
std::vector<RunSpan> spansUntil(std::vector<RunSpan> spans, std::int64_t step);

}  // namespace stepscope
