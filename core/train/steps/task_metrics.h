// The metrics of a task, summed over batches: counts of right answers or squared errors, from the step's program.
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
  // The contribution of the program's last run: right samples, right tokens, or squared errors over samples and targets in the targets' own units (so
  // that RMSE is in dollars if the column is).
  Sums read(const Program& program) const;
  void add(Sums& sums, const Sums& more) const;
  // Appends the loss and the metrics over `samples` samples, "val_loss", "val_accuracy": the fraction of right answers (of right tokens), or the root
  // of the mean squared error (several targets are averaged before the root). NaN without samples.
  void put(Figures& figures, const char* prefix, double loss, const Sums& sums, std::int64_t samples) const;
  // In a checkpoint the first sum has its old place; every other one is one of the numbers, under the key and the metric's name.
  double keep(const Sums& sums, std::map<std::string, double>& numbers, const std::string& key) const;
  Sums sumsOf(double first, const std::map<std::string, double>& numbers, const std::string& key) const;

 private:
  Task task_ = Task::Classification;
  std::vector<const MetricDef*> defs_;
  double answersPerSample_ = 1;     // tokens of a window, targets of a row
  std::vector<double> deviations_;  // of each target; empty: not scaled
};

// The input and output sizes of a model for such data.
ModelInput modelInputOf(const SampleInfo& info);

}  // namespace stepscope
