#include "core/train/watch/monitor.h"

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/schedule/schedule.h"
#include "core/train/watch/epoch_figures.h"

namespace stepscope {
namespace {

Monitor named(std::string metric, const TaskInfo& task) {
  const bool loss = metric.ends_with("_loss");
  return {std::move(metric), !loss && task.metric.larger};
}

bool watches(const TrainSpec& train) {
  return scheduleOf(train.schedule).watchesMetric || train.earlyStopping.patience > 0 || train.earlyStopping.restoreBest;
}

}  // namespace

double Monitor::of(const EpochFigures& epoch) const {
  const bool validation = metric.starts_with("val_");
  return metric.ends_with("_loss") ? (validation ? epoch.validationLoss : epoch.trainLoss)
                                   : (validation ? epoch.validationMetric : epoch.trainMetric);
}

double Monitor::scoreOf(const EpochFigures& epoch) const {
  return epoch.sound() ? of(epoch) : std::numeric_limits<double>::quiet_NaN();
}

bool Monitor::isBetter(double value, double best, double least) const {
  if (!std::isfinite(value)) return false;
  return !std::isfinite(best) || (larger ? value > best + least : value < best - least);
}

Monitor monitorOf(const TrainSpec& train, const TaskInfo& task, bool validated) {
  const bool fallsBack = !validated && train.monitor.starts_with("val_");
  return named(fallsBack ? "train_" + train.monitor.substr(4) : train.monitor, task);
}

Monitor bestOf(const TrainSpec& train, const TaskInfo& task, bool validated) {
  if (train.checkpoints.metric != "auto") return named(train.checkpoints.metric, task);
  return train.earlyStopping.restoreBest ? monitorOf(train, task, validated) : Monitor{keyOf("val_", task.best), task.best.larger};
}

void checkMetrics(const TrainSpec& train, const TaskInfo& task, bool validated) {
  const std::string& best = train.checkpoints.metric;
  const std::string measured = keyOf("val_", task.metric);
  if (best != "auto" && best != "val_loss" && best != measured)
    throw Error(ErrorKind::Input, "train.checkpoints.metric", "it is " + best + ", which is not measured in a " + std::string(task.name) + " project",
                "Choose auto, val_loss or " + measured);
  if (!watches(train)) return;
  if (!train.monitor.ends_with("_loss") && !train.monitor.ends_with(task.metric.key))
    throw Error(ErrorKind::Input, "train.monitor", "it is " + train.monitor + ", which is not measured in a " + std::string(task.name) + " project",
                "Choose val_loss or " + measured);
  const std::string watched = monitorOf(train, task, validated).metric;
  if (train.earlyStopping.restoreBest && bestOf(train, task, validated).metric != watched)
    throw Error(ErrorKind::Input, "train.early_stopping.restore_best",
                "the best " + watched + " is to be restored, but train.checkpoints.metric keeps the best " + best,
                "Set train.checkpoints.metric = \"auto\", or restore_best = false");
}

std::string watchedInstead(const TrainSpec& train, const TaskInfo& task, bool validated) {
  const std::string watched = monitorOf(train, task, validated).metric;
  if (!watches(train) || watched == train.monitor) return {};
  return "There is no validation data: train.monitor = \"" + train.monitor + "\" watches " + watched + " in its place.";
}

}  // namespace stepscope
