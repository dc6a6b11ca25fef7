// The metrics of a task, summed over batches: numbers of correct predictions or squared errors, from the step's program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/base/task.h"
#include "core/data/dataset.h"
#include "core/models/metrics.h"
#include "core/models/model.h"
#include "core/train/steps/figures.h"

namespace stepscope {

class TaskMetrics {
 public:
  // One for each metric of the task.
  using Sums = std::vector<double>;

  TaskMetrics() = default;
  explicit TaskMetrics(const SampleInfo& info) : TaskMetrics(info, metricsOf(info.task)) {}
  TaskMetrics(const SampleInfo& info, std::vector<const MetricDef*> defs);

  const TaskInfo& task() const { return infoOf(task_); }
  const std::vector<const MetricDef*>& defs() const { return defs_; }
  // The contribution of the program's last run: correct samples, correct tokens, or squared errors over samples and targets in the targets' own units
  // (so that RMSE is in dollars if the column is).
  Sums read(const Program& program) const;
  void add(Sums& sums, const Sums& more) const;
  // Appends the loss and the metrics over `samples` samples, "val_loss", "val_accuracy": the fraction of correct samples or tokens, or the root
  // of the mean squared error (several targets are averaged before the root). NaN without samples.
  void put(Figures& figures, const char* prefix, double loss, const Sums& sums, std::int64_t samples) const;
  // For a checkpoint: keep() returns the first sum, which has a place of its own there, and puts the others into `numbers`, under the key and the
  // name of the metric. sumsOf() reads them back.
  double keep(const Sums& sums, std::map<std::string, double>& numbers, const std::string& key) const;
  Sums sumsOf(double first, const std::map<std::string, double>& numbers, const std::string& key) const;

 private:
  Task task_ = Task::Classification;
  std::vector<const MetricDef*> defs_;
  double answersPerSample_ = 1;     // tokens of a window, targets of a row
  std::vector<double> deviations_;  // deviation of each target; empty: targets are not scaled
};

// The input and output sizes of a model for such data.
ModelInput modelInputOf(const SampleInfo& info);

}  // namespace stepscope
