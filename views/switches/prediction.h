// What the planner predicts for switches not yet applied: pure, called off the GUI thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/project/project.h"
#include "core/train/prediction/step_prediction.h"

namespace stepscope {

// Time of a step without waiting for data, as predictStepTime() says it; 0: nothing is known.
struct Forecast {
  std::int64_t peakBytes = 0;
  double stepMs = 0, estimatedShare = 1;
  std::vector<std::string> changes = {};  // what the passes do otherwise than with the applied switches, a clause each
  double provisionalShare = 0;            // of the time: measured, but while other programs held the cores; part of estimatedShare
};

struct Prediction {
  Forecast applied;                                       // as the switches are; all 0 where they cannot be compiled and the pending ones can
  Forecast pending;                                       // with every pending change
  std::map<std::string, Forecast> ofSwitch;               // switch key -> with only this change
  std::map<std::string, std::vector<std::string>> notes;  // switch key -> what its passes did, as the switches are
  std::string problem;                                    // why the pending switches cannot be; empty when they can
};

// Compiles without timing or allocating; the first time on a machine its speed is measured, about a second. Throws Error where nothing is
// pending and the applied switches themselves cannot be compiled.
Prediction predict(const Project& project, const ModelInput& input, bool withValidation, const Switches& pending);
// The same of a run on that device ("cuda"), by a plan that is made for it. Throws Error where the device cannot be used.
Prediction predictOn(const std::string& device, const Project& project, const ModelInput& input, bool withValidation, const Switches& pending);

// The largest batch that fits the memory which is free now, with the other switches as pending; `most`: samples there are.
struct FittingBatch {
  LargestBatch largest;
  std::int64_t budgetBytes = 0;
  // The smallest batch, a power of two, that comes near to the samples/s of the best that fits: a larger one takes memory and updates, and
  // gives no speed. 0: no time is known. kneeShare: of those samples/s.
  std::int64_t knee = 0;
  double kneeShare = 0;
};
// samplesPerSecond[i]: of a batch of batches[i], ascending. The first that reaches 95 % of the best; 0 of nothing.
std::int64_t kneeOf(const std::vector<std::int64_t>& batches, const std::vector<double>& samplesPerSecond);
FittingBatch fitBatch(const Project& project, const ModelInput& input, bool withValidation, const Switches& pending, std::int64_t most);
FittingBatch fitBatchOn(const std::string& device, const Project& project, const ModelInput& input, bool withValidation, const Switches& pending,
                        std::int64_t most);

}  // namespace stepscope
