// What a rule of learning answers: found, not found with the figure, or not enough data with what is missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/learning/learning_facts.h"
#include "core/project/sweep.h"

namespace stepscope {

enum class LearningOutcome : std::uint8_t { Found, NotFound, NotEnoughData };

// Where to look.
struct LearningEvidence {
  std::string series;                        // "val_loss"; empty: none
  std::int64_t firstStep = 0, lastStep = 0;  // 0: the whole run
  std::int64_t epoch = 0;                    // from 1; 0: none
  std::vector<std::string> layers;           // parameters, the worst first
};

// A short run that shows whether a cure helps.
struct LearningTrial {
  RunId run = 0;           // the run that the finding is about
  std::string checkpoint;  // of it, to fork: "last", "best"; empty: a new run
  Overrides changes;       // keys of the project file, the last one train.epochs: what the run has then, in all
};

struct LearningFinding {
  std::string rule;   // LearningRuleDef::key
  std::string title;  // LearningRuleDef::title
  LearningOutcome outcome = LearningOutcome::NotEnoughData;
  double figure = kUnknown;
  std::string unit;      // "%", "x", "epoch"
  std::string sentence;  // of NotEnoughData: what is missing
  std::string cure;      // of Found: one line to copy, a key of the project file or a command; then why. May be empty
  LearningEvidence evidence;
  double weight = 0;                   // of Found, 0 to 1: causes before what follows from them
  std::optional<LearningTrial> trial;  // of Found, where keys of our own project are the cure
};

}  // namespace stepscope
