// Every switch of a project with its value, the values possible, why one is not, and what each would change: asked of the planner, nothing
// runs.
#pragma once

#include <string>
#include <vector>

#include "core/project/switches.h"
#include "core/train/prediction/step_prediction.h"

namespace stepscope {

struct SwitchValue {
  std::int64_t value = 0;
  std::string text;  // as the project file has it
  bool current = false;
  std::string refusal;  // why it cannot be had: a sentence; empty when it can
  // With it and the other switches as they are.
  bool predicted = false;
  StepPrediction prediction;
};

struct SwitchState {
  const SwitchDef* def = nullptr;
  std::int64_t value = 0;
  std::string idleness;  // why it changes nothing as the others stand; empty when it does
  // Of a switch with names all of them; of a number the one it has and some others, to see what a change does.
  std::vector<SwitchValue> values;
};

struct SwitchReport {
  StepPrediction now;
  std::vector<SwitchState> switches;
};

// Throws where the switches as they are cannot be compiled.
SwitchReport reportSwitches(const Project& project, const ModelInput& input, const SwitchPlace& place, bool withValidation, const Backend& backend,
                            MeasuredTables& measured);

// "+12 nodes, +3 casts, -4 reorders, +33 % FLOPs, -60 % activation memory"; empty where nothing differs.
std::string differences(const ProgramFacts& after, const ProgramFacts& before);
// What the passes of this switch did.
std::vector<std::string> notesOf(const SwitchDef& def, const std::vector<PassReport>& reports);
// The notes of the passes that say something else than before: what the change did.
std::vector<std::string> newNotes(const std::vector<PassReport>& before, const std::vector<PassReport>& after);

}  // namespace stepscope
