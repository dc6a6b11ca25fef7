#include "core/train/watch/monitor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/models/metrics.h"
#include "core/schedule/schedule.h"
#include "core/train/steps/figures.h"

namespace stepscope {
namespace {

Monitor named(std::string metric) {
  const bool larger = isLargerBetter(metric);
  return {std::move(metric), larger};
}

// The names of the task's metrics: "val_accuracy", or several.
std::string measuredNames(const TaskInfo& task) {
  std::vector<std::string> names;
  for (const MetricDef* def : metricsOf(task.task)) names.push_back(keyOf("val_", def->metric));
  return fmt::format("{}", fmt::join(names, ", "));
}

bool isMeasured(const std::string& series, const TaskInfo& task) {
  if (series.ends_with("_loss")) return true;
  const std::vector<const MetricDef*> metrics = metricsOf(task.task);
  return std::find(metrics.begin(), metrics.end(), findMetric(series)) != metrics.end();
}

bool watches(const TrainSpec& train) {
  return scheduleOf(train.schedule).watchesMetric || train.earlyStopping.patience > 0 || train.earlyStopping.restoreBest;
}

}  // namespace

double Monitor::of(const EpochFigures& epoch) const {
  return epoch.of(metric);
}

double Monitor::scoreOf(const EpochFigures& epoch) const {
  return epoch.sound() ? of(epoch) : std::numeric_limits<double>::quiet_NaN();
}

bool Monitor::isBetter(double value, double best, double least) const {
  if (!std::isfinite(value)) return false;
  return !std::isfinite(best) || (larger ? value > best + least : value < best - least);
}

Monitor monitorOf(const TrainSpec& train, bool validated) {
  const bool fallsBack = !validated && train.monitor.starts_with("val_");
  return named(fallsBack ? "train_" + train.monitor.substr(4) : train.monitor);
}

Monitor bestOf(const TrainSpec& train, const TaskInfo& task, bool validated) {
  if (train.checkpoints.metric != "auto") return named(train.checkpoints.metric);
  return train.earlyStopping.restoreBest ? monitorOf(train, validated) : Monitor{keyOf("val_", task.best), task.best.larger};
}

void checkMetrics(const TrainSpec& train, const TaskInfo& task, bool validated) {
  const std::string& best = train.checkpoints.metric;
  if (best != "auto" && !isMeasured(best, task))
    throw Error(ErrorKind::Input, "train.checkpoints.metric", "it is " + best + ", which is not measured in a " + std::string(task.name) + " project",
                "Choose auto, val_loss or " + measuredNames(task));
  if (!watches(train)) return;
  if (!isMeasured(train.monitor, task))
    throw Error(ErrorKind::Input, "train.monitor", "it is " + train.monitor + ", which is not measured in a " + std::string(task.name) + " project",
                "Choose val_loss or " + measuredNames(task));
  const std::string watched = monitorOf(train, validated).metric;
  if (train.earlyStopping.restoreBest && bestOf(train, task, validated).metric != watched)
    throw Error(ErrorKind::Input, "train.early_stopping.restore_best",
                "the best " + watched + " is to be restored, but train.checkpoints.metric keeps the best " + best,
                "Set train.checkpoints.metric = \"auto\", or restore_best = false");
}

std::string watchedInstead(const TrainSpec& train, bool validated) {
  const std::string watched = monitorOf(train, validated).metric;
  if (!watches(train) || watched == train.monitor) return {};
  return "There is no validation data: train.monitor = \"" + train.monitor + "\" watches " + watched + " in its place.";
}

}  // namespace stepscope
