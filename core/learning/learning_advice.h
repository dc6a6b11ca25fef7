// Applies every rule on learning, and describes in one sentence how the run learns.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/learning/learning_finding.h"

namespace stepscope {

struct LearningAdvice {
  std::string sentence;                   // "From epoch 6 on the model overfits.", "Its curves show nothing that keeps it from learning."
  std::vector<LearningFinding> findings;  // one per rule: first the found ones, the worst first, then not found, then not enough data
  int found() const;
  // True if `sentence` should stand before the advice on speed: faster steps do not help a run that does not learn as it should.
  bool comesFirst() const;
};

// Pure. If a rule throws, its finding is "not enough data".
LearningAdvice adviseLearning(const LearningFacts& facts);

// [{group: "learning", rule, outcome: found|not_found|not_enough_data, figure, unit, sentence, cure, try, title, series, first_step, last_step,
// epoch, layers}]; values that are not there are null.
nlohmann::ordered_json learningJson(const LearningAdvice& advice);

}  // namespace stepscope
