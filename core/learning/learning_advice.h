// Asks every rule on learning, and says in one sentence how the run learns.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/learning/learning_finding.h"

namespace stepscope {

struct LearningAdvice {
  std::string sentence;                   // "From epoch 6 on the model overfits.", "Its curves show nothing that keeps it from learning."
  std::vector<LearningFinding> findings;  // of every rule: found first and the worst of them first, then not found, then not enough data
  int found() const;
  // A faster step is of no use to a run that does not learn as it should: then this sentence comes before that of the step.
  bool comesFirst() const;
};

// Pure; a rule never throws.
LearningAdvice adviseLearning(const LearningFacts& facts);

// [{group: "learning", rule, outcome: found|not_found|not_enough_data, figure, unit, sentence, cure, try, title, series, first_step, last_step,
// epoch, layers}]; null: none.
nlohmann::ordered_json learningJson(const LearningAdvice& advice);

}  // namespace stepscope
