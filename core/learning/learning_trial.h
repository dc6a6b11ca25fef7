// A short run that shows whether the cure of a finding helps: with the keys that the cure sets, and from a checkpoint of the run if its weights are
// still good, else from the beginning.
#pragma once

#include <optional>
#include <string>

#include "core/learning/learning_finding.h"

namespace stepscope {

// Nothing if the cure is not a key of the project (but more data or another model), and for runs of other programs. Pure.
std::optional<LearningTrial> trialOf(const LearningFacts& facts, const LearningFinding& finding);

// "train --fork 3 --checkpoint best --set train.optimizer.weight_decay=0.0005 --set train.epochs=12": what follows the name of the program and
// precedes that of the project.
std::string commandOf(const LearningTrial& trial);

}  // namespace stepscope
