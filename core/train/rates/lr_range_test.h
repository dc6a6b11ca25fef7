// The learning-rate range test (Smith 2017): some steps with an exponentially growing rate; afterwards the state is restored. lr_range_verdict.h
// decides whether the result is conclusive.
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
  double smoothing = 0.98;        // factor of the exponential average of losses, with bias correction
  double divergence = 4;          // ends when the smoothed loss is this many times its best value
  std::int64_t accumulation = 1;  // batches per step, as the given program was compiled for; for a project its switch is used
  // Set to true to end the test: it ends after the current op, also while data are opened or kernels timed.
  const std::atomic<bool>* cancel = nullptr;
};

struct LrRangeResult {
  std::vector<LrRangePoint> points;
  LrRangeVerdict verdict;
  double suggestion = std::numeric_limits<double>::quiet_NaN();  // the verdict's rate; NaN: the test is not conclusive
  double valley = std::numeric_limits<double>::quiet_NaN();      // valleyRate()
  bool diverged = false;                                         // ended before the last step because the loss grew
  bool cancelled = false;                                        // ended because progress() or `cancel` asked for it
  std::vector<std::string> unreadable;                           // for a project: sentences about samples that could not be read
};
// Called after each step; false ends the test.
using LrRangeProgress = std::function<bool(const LrRangePoint& point, std::int64_t step, std::int64_t steps)>;

// Throws Error (Input) if an option is out of range.
void checkLrRange(const LrRangeOptions& options);

// The middle of the longest fall of the smoothed loss: of its longest decreasing subsequence (fastai's lr_find, "valley"), over at most 1000 points.
// Noisy losses disturb it less than the steepest slope. NaN if the loss never falls.
double valleyRate(const std::vector<LrRangePoint>& points);

// The train.optimizer.learning_rate with which the project trains at `rate`: inverts the batch-size rule of the schedule.
double learningRateFor(const Project& project, double rate);

// Tests a program with weights, on batches of `loader` from its epoch 0 on, and restores parameters, buffers and optimizer state bit for bit, even if
// it throws. Random draws are pure functions of seed and step, so there is no other state; to continue training, start the loader at the training's
// position.
LrRangeResult lrRangeTest(StepProgram& program, DataLoader& loader, const TrainSpec& train, const LrRangeOptions& options,
                          const LrRangeProgress& progress = {});

// The same for a project, from its initial weights: opens the data and compiles the step. Writes nothing except the table of kernels.
LrRangeResult lrRangeTest(const Project& project, const LrRangeOptions& options, const LrRangeProgress& progress = {},
                          const std::string& device = "cpu");

}  // namespace stepscope
