// Checks whether a project can learn at all: it overfits the first batch for some steps from the initial weights (Karpathy, "A Recipe for Training
// Neural Networks": overfit one batch). If model, loss, data and rate cannot even do that, a long run is useless. Nothing is saved.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope {

struct LearnCheckOptions {
  std::int64_t steps = 50;
  std::int64_t mostSteps = 200;  // training continues up to this many steps while the loss fell enough but is near that of a constant answer
  double mustFall = 0.2;         // required fall of the loss: mean of the last five steps compared with the first one
  double mustBeat = 0.9;         // the loss must end below this part of the loss of the best constant answer
  const std::atomic<bool>* cancel = nullptr;  // stops after the op that is running
};

struct LearnCheck {
  std::vector<double> losses;                                  // the loss of each step, before its update
  double rate = 0;                                             // learning rate of all steps: the rate of the project, without a schedule
  double constant = std::numeric_limits<double>::quiet_NaN();  // loss of the best answer that is the same for every sample; NaN: not known
  double fall = std::numeric_limits<double>::quiet_NaN();      // relative fall from the first loss; negative: the loss rose
  bool passed = false, cancelled = false;
  std::string sentence;  // the result
  std::string cure;      // empty if it passed
};

// Judges measured losses. `constant`: the loss of the best constant answer (constant_answer.h). Pure.
LearnCheck judgeLearning(std::vector<double> losses, double rate, const LearnCheckOptions& options = {},
                         double constant = std::numeric_limits<double>::quiet_NaN());

// Opens the data, compiles the step and trains on its first batch. Random crops and flips are those of the first epoch and do not change; dropout is
// on. Throws Error.
LearnCheck checkLearning(const Project& project, const std::string& device = "cpu", const LearnCheckOptions& options = {});

}  // namespace stepscope
