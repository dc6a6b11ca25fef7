// Whether a project can learn at all: its first batch, learned by heart for some steps from its first weights (Karpathy, "A Recipe for Training
// Neural Networks": overfit one batch). A model, loss, data and rate that cannot even do that need no long run to show it. Nothing is kept.
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
  double mustFall = 0.2;                      // of the loss, by the mean of the last five steps against the first
  const std::atomic<bool>* cancel = nullptr;  // ends it after the op that runs
};

struct LearnCheck {
  std::vector<double> losses;                              // of each step, before its update
  double rate = 0;                                         // of all steps: the project's, without a schedule
  double fall = std::numeric_limits<double>::quiet_NaN();  // share of the first loss that is gone; negative: it rose
  bool passed = false, cancelled = false;
  std::string sentence;  // what came of it
  std::string cure;      // empty where it passed
};

// The verdict on losses that were measured; pure.
LearnCheck judgeLearning(std::vector<double> losses, double rate, const LearnCheckOptions& options = {});

// Opens the data, compiles the step and trains on its first batch. Random crops and flips are those of the first epoch and stay the same; dropout
// acts. Throws Error.
LearnCheck checkLearning(const Project& project, const std::string& device = "cpu", const LearnCheckOptions& options = {});

}  // namespace stepscope
