// Which metric a run watches (train.monitor), under the name that is measured in it, and by which its checkpoints are the best. A value that is
// not finite is a result like any other, and never the best.
#pragma once

#include <string>

#include "core/base/task.h"
#include "core/project/project.h"

namespace stepscope {

// What an epoch came to; NaN also where it was not measured.
struct EpochFigures;

struct Monitor {
  std::string metric;   // "val_loss", "train_accuracy"
  bool larger = false;  // a larger one is better
  bool operator==(const Monitor&) const = default;

  double of(const EpochFigures& epoch) const;
  double scoreOf(const EpochFigures& epoch) const;  // the same, NaN where the epoch's validation is not sound
  // Whether `value` beats `best` by more than `least`; any finite value beats a best that is none.
  bool isBetter(double value, double best, double least = 0) const;
};

// validated: the run has validation data. Without them the same metric of the training data is the only one there is.
Monitor monitorOf(const TrainSpec& train, bool validated);
// By what the checkpoints that are kept as "best" are the best: what restore_best restores is the best of what is watched.
Monitor bestOf(const TrainSpec& train, const TaskInfo& task, bool validated);
// Throws Error (Input) naming the key: a metric that this task does not measure, or a "best" that restore_best could not restore.
void checkMetrics(const TrainSpec& train, const TaskInfo& task, bool validated);
// A sentence where the run watches another metric than the one it names; else empty.
std::string watchedInstead(const TrainSpec& train, bool validated);

}  // namespace stepscope
