// One pass over the validation data with the evaluation program.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "core/backend/backend.h"
#include "core/data/loader.h"
#include "core/train/steps/task_metrics.h"

namespace stepscope {

struct ValidationResult {
  double lossSum = 0;  // sum over the samples, so a short last batch has less weight
  TaskMetrics::Sums metricSums;
  std::int64_t samples = 0;
  // The first sample of the first batch whose loss is not finite; -1: none.
  std::int64_t firstNotFinite = -1, countNotFinite = 0;
};

// `goOn` is called before every batch and at the end; if it returns false there is no result. With `cancel` a batch is broken off soon after it
// became true, and goOn must then return false. `seen` is called for every batch after the program ran on it, with the number of samples and the
// index of the first one.
std::optional<ValidationResult> validate(Program& program, DataLoader& loader, const TaskMetrics& metrics, const std::function<bool()>& goOn,
                                         const std::atomic<bool>* cancel = nullptr,
                                         const std::function<void(std::int64_t count, std::int64_t first)>& seen = {});

}  // namespace stepscope
