// The metric of a task, summed over batches: counts of right answers or squared errors, as the step's program gives them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/backend/backend.h"
#include "core/base/task.h"
#include "core/data/dataset.h"
#include "core/models/model.h"

namespace stepscope {

class TaskMetric {
 public:
  TaskMetric() = default;
  explicit TaskMetric(const SampleInfo& info);

  const TaskInfo& task() const { return infoOf(task_); }
  // What the program's last run adds to the sum: right samples, right tokens, or squared errors over samples and targets in the targets'
  // own units (so that RMSE is in dollars where the column is).
  double read(const Program& program) const;
  // The metric over `samples` samples: the share of right answers (of right tokens), or the root of the mean squared error, several
  // targets averaged before the root is taken. NaN without samples.
  double value(double sum, std::int64_t samples) const;

 private:
  Task task_ = Task::Classification;
  double answersPerSample_ = 1;      // tokens of a window, targets of a row
  std::vector<double> unitSquared_;  // of each target
};

// What a model is given to learn from such data.
ModelInput modelInputOf(const SampleInfo& info);

}  // namespace stepscope
