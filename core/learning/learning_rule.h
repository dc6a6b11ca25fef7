// The table of rules on learning. A rule is one file under rules/: a named threshold with its source, a pure function of the facts, and an entry
// in rule_table.cpp. Command line, Diagnosis view, status bar and tests read the table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/learning/learning_finding.h"

namespace stepscope {

struct LearningThreshold {
  std::string_view name;
  double value = 0;
  std::string_view unit;
  std::string_view source;  // the paper, book or tool that it comes from
};

struct LearningRuleDef {
  std::string_view key;    // "overfitting"
  std::string_view title;  // title of a finding: "The model overfits"
  std::string_view about;  // what it examines, one sentence for the help
  std::vector<LearningThreshold> thresholds;
  LearningFinding (*check)(const LearningFacts&);
  bool afterItBroke = false;  // it also gets what was recorded after the loss became NaN or infinite; the others get only what was recorded before
};

const std::vector<LearningRuleDef>& learningRules();

}  // namespace stepscope
