// What the planner predicts for switches not yet applied: pure, called off the GUI thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/models/model.h"
#include "core/project/project.h"

namespace stepscope {

struct Prediction {
  std::int64_t appliedPeakBytes = 0;             // as the switches are
  std::int64_t pendingPeakBytes = 0;             // with every pending change
  std::map<std::string, std::int64_t> ofSwitch;  // switch key -> peak with only this change
  std::string problem;                           // why the pending switches cannot be; empty when they can
};

// Compiles without timing or allocating. Throws Error where the applied switches themselves cannot be compiled.
Prediction predict(const Project& project, const ModelInput& input, bool withValidation, const Switches& pending);

}  // namespace stepscope
