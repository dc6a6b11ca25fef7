// One pass over the validation data with the evaluation program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/backend/backend.h"
#include "core/data/loader.h"
#include "core/train/task_metric.h"

namespace stepscope {

struct ValidationResult {
  double loss = 0;    // mean over the samples: a short last batch weighs what it holds
  double metric = 0;  // of the task
  std::int64_t samples = 0;
};

// goOn is asked before every batch; no result when it said no.
std::optional<ValidationResult> validate(Program& program, DataLoader& loader, const TaskMetric& metric, const std::function<bool()>& goOn);

// Copies a batch into the program's inputs "x" and "labels".
void bindBatch(Program& program, const Batch& batch);

}  // namespace stepscope
