// The metric that a run watches (train.monitor), with the name of its series; it also decides which checkpoints are the best. A value that is not
// finite is a result like any other, and never the best.
#pragma once

#include <string>

#include "core/base/task.h"
#include "core/project/project.h"

namespace stepscope {

// The results of an epoch; a value is also NaN if it was not measured.
struct EpochFigures;

struct Monitor {
  std::string metric;   // "val_loss", "train_accuracy"
  bool larger = false;  // whether a larger value is better
  bool operator==(const Monitor&) const = default;

  double of(const EpochFigures& epoch) const;
  double scoreOf(const EpochFigures& epoch) const;  // the same; NaN if the epoch's validation is not finite
  // Whether `value` beats `best` by more than `least`; any finite value beats a best that is not finite.
  bool isBetter(double value, double best, double least = 0) const;
};

// `validated`: the run has validation data. Without them the same metric of the training data is watched.
Monitor monitorOf(const TrainSpec& train, bool validated);
// The metric that decides which checkpoints are kept as "best". With restore_best that is the watched metric.
Monitor bestOf(const TrainSpec& train, const TaskInfo& task, bool validated);
// Throws Error (Input) at the key of a metric that this task does not measure, or if restore_best could not restore the best by the watched metric.
void checkMetrics(const TrainSpec& train, const TaskInfo& task, bool validated);
// A sentence if the run watches another metric than the one in the project; else empty.
std::string watchedInstead(const TrainSpec& train, bool validated);

}  // namespace stepscope
