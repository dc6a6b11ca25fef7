// The learning-rate range test (Smith 2017): some steps with a rate that grows
// exponentially, after which everything is as it was before. Whether the losses say anything: lr_range_verdict.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/data/loader.h"
#include "core/program/step_program.h"
#include "core/project/project.h"
#include "core/train/rates/lr_range_verdict.h"

namespace stepscope {

struct LrRangeOptions {
  double least = 1e-6, most = 1;
  std::int64_t steps = 200;
  double smoothing = 0.98;        // of the exponential average of losses, corrected for its start
  double divergence = 4;          // ends when the smoothed loss is so many times its best
  std::int64_t accumulation = 1;  // batches a step, as a given program was compiled for; of a project its switch counts
  // Becomes true when the test shall end: it does so after the op that runs, also while data are opened or kernels timed.
  const std::atomic<bool>* cancel = nullptr;
};

struct LrRangeResult {
  std::vector<LrRangePoint> points;
  LrRangeVerdict verdict;
  double suggestion = std::numeric_limits<double>::quiet_NaN();  // the verdict's rate; NaN: the test is not conclusive
  double valley = std::numeric_limits<double>::quiet_NaN();      // valleyRate()
  bool diverged = false;                                         // ended before the last step because the loss grew
  bool cancelled = false;                                        // ended because progress() or `cancel` said so
  std::vector<std::string> unreadable;                           // of a project: sentences about samples that others stood in for
};
// Called after each step; false ends the test.
using LrRangeProgress = std::function<bool(const LrRangePoint& point, std::int64_t step, std::int64_t steps)>;

// Checks the options: throws Error (Input) that names the bad one.
void checkLrRange(const LrRangeOptions& options);

// Half-way down the longest fall of the smoothed loss: the middle of its longest decreasing subsequence (fastai's lr_find, "valley"), over
// at most 1000 points. Noisy losses lead it astray less than the steepest fall. NaN when the loss never falls.
double valleyRate(const std::vector<LrRangePoint>& points);

// The train.optimizer.learning_rate with which the project trains at `rate`: a batch-size rule of the schedule is undone.
double learningRateFor(const Project& project, double rate);

// Tests on a program that has weights, with batches of `loader` from its epoch 0 on, and puts parameters, buffers and optimizer state back
// bit for bit, also when it throws. Random draws are pure functions of seed and step, so there is no other state; whoever trains on
// starts the loader where the training stands.
LrRangeResult lrRangeTest(StepProgram& program, DataLoader& loader, const TrainSpec& train, const LrRangeOptions& options,
                          const LrRangeProgress& progress = {});

// The same for a project, from its first weights: opens the data and compiles the step. Nothing is written but the table of kernels.
LrRangeResult lrRangeTest(const Project& project, const LrRangeOptions& options, const LrRangeProgress& progress = {},
                          const std::string& device = "cpu");

}  // namespace stepscope
