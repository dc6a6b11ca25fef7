// The answer of a rule on learning: found, or not found (both with the number that was measured), or not enough data with what is missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/learning/learning_facts.h"
#include "core/project/sweep.h"

namespace stepscope {

enum class LearningOutcome : std::uint8_t { Found, NotFound, NotEnoughData };

// Where the user can see the reason of a finding.
struct LearningEvidence {
  std::string series;                        // "val_loss"; empty: none
  std::int64_t firstStep = 0, lastStep = 0;  // 0: the whole run
  std::int64_t epoch = 0;                    // from 1; 0: none
  std::vector<std::string> layers;           // parameters, the worst first
};

// A short run that shows whether a cure helps.
struct LearningTrial {
  RunId run = 0;           // the run that the finding is about
  std::string checkpoint;  // the checkpoint of that run to fork: "last", "best"; empty: a new run
  Overrides changes;       // keys of the project file; the last one is train.epochs, the number of epochs in all
};

struct LearningFinding {
  std::string rule;   // LearningRuleDef::key
  std::string title;  // LearningRuleDef::title
  LearningOutcome outcome = LearningOutcome::NotEnoughData;
  double figure = kUnknown;
  std::string unit;      // "%", "x", "epoch"
  std::string sentence;  // for NotEnoughData: what is missing
  std::string cure;      // for Found: one line to copy, a key of the project file or a command, then the reason; may be empty
  LearningEvidence evidence;
  double weight = 0;                   // for Found, 0 to 1: the larger the earlier in the list; causes stand before their consequences
  std::optional<LearningTrial> trial;  // for Found, if keys of our own project are the cure
};

}  // namespace stepscope
