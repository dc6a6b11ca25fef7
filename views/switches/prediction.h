// The planner's predictions for switches that are not applied yet. The functions are slow and are called off the GUI thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/project/project.h"
#include "core/train/prediction/step_prediction.h"

namespace stepscope {

// The predicted peak memory and time of a step. The time is that of predictStepTime(), without waiting for data; 0: unknown.
struct Forecast {
  std::int64_t peakBytes = 0;
  double stepMs = 0, estimatedShare = 1;
  std::vector<std::string> changes = {};  // how the passes differ from those with the applied switches, one clause each
  double provisionalShare = 0;            // part of the time measured while other programs used the cores; included in estimatedShare
};

struct SwitchForecast {
  Forecast applied;                                       // with the present switches; all 0 if they cannot be compiled but the pending ones can
  Forecast pending;                                       // with every pending change
  std::map<std::string, Forecast> ofSwitch;               // switch key -> with only this change
  std::map<std::string, std::vector<std::string>> notes;  // switch key -> the report of its passes, with the present switches
  std::string problem;                                    // why the pending switches are not possible; empty if they are
};

// Compiles without timing kernels or taking memory; the first time on a machine its speed is measured, about a second. Throws Error if nothing is
// pending and the applied switches themselves cannot be compiled.
SwitchForecast predict(const Project& project, const ModelInput& input, bool withValidation, const Switches& pending);
// The same for a run on that device ("cuda"), with a plan made for it. Throws Error if the device cannot be used.
SwitchForecast predictOn(const std::string& device, const Project& project, const ModelInput& input, bool withValidation, const Switches& pending);

// The largest batch that fits the present free memory, with the other pending switches.
struct FittingBatch {
  LargestBatch largest;
  std::int64_t budgetBytes = 0;
  // The smallest power of two as a batch that is nearly as fast as the best that fits (kneeOf()): a larger batch costs memory and updates and is
  // hardly faster. 0: no time is known. `kneeShare`: its samples/s as a part of the best.
  std::int64_t knee = 0;
  double kneeShare = 0;
};
// The first of `batches` (ascending) whose samples/s reach 95 % of the best; 0 if there is none. samplesPerSecond[i] is that of batches[i].
std::int64_t kneeOf(const std::vector<std::int64_t>& batches, const std::vector<double>& samplesPerSecond);
// `most`: the largest batch to try.
FittingBatch fitBatch(const Project& project, const ModelInput& input, bool withValidation, const Switches& pending, std::int64_t most);
FittingBatch fitBatchOn(const std::string& device, const Project& project, const ModelInput& input, bool withValidation, const Switches& pending,
                        std::int64_t most);

}  // namespace stepscope
