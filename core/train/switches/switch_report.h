// Every switch of a project with its value and possible values, with the effect of each or the reason why it is not possible. Programs are only
// planned, nothing runs.
#pragma once

#include <string>
#include <vector>

#include "core/project/switches.h"
#include "core/train/prediction/step_prediction.h"

namespace stepscope {

struct SwitchValue {
  std::int64_t value = 0;
  std::string text;  // as in the project file
  bool current = false;
  std::string refusal;  // why it is not possible: a sentence; empty if it is possible
  // The prediction with this value and the present values of the other switches.
  bool predicted = false;
  StepPrediction prediction;
};

struct SwitchState {
  const SwitchDef* def = nullptr;
  std::int64_t value = 0;
  std::string text;      // of the value, as in the project file
  std::string idleness;  // why it has no effect with the present values of the others; empty if it has
  // For a switch with names all of them; for a number the present one and some others, to show the effect of a change.
  std::vector<SwitchValue> values;
};

struct SwitchReport {
  StepPrediction now;
  std::vector<SwitchState> switches;
};

// Throws if the present switches cannot be compiled.
SwitchReport reportSwitches(const Project& project, const ModelInput& input, const SwitchPlace& place, bool withValidation, const Backend& backend,
                            MeasuredTables& measured);

// "+12 nodes, +3 casts, -4 reorders, +33 % FLOPs, -60 % activation memory"; empty if nothing differs.
std::string differences(const ProgramFacts& after, const ProgramFacts& before);
// The notes of the passes that belong to this switch.
std::vector<std::string> notesOf(const SwitchDef& def, const std::vector<PassReport>& reports);
// The notes of the passes that differ from the earlier ones: the effect of the change.
std::vector<std::string> newNotes(const std::vector<PassReport>& before, const std::vector<PassReport>& after);

}  // namespace stepscope
