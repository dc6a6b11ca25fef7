#include "core/train/steps/validation.h"

#include <cmath>

#include "core/base/error.h"
#include "core/data/bind_batch.h"
#include "core/program/step_program.h"
#include "core/train/steps/step_breaker.h"

namespace stepscope {

std::optional<ValidationResult> validate(Program& program, DataLoader& loader, const TaskMetrics& metrics, const std::function<bool()>& goOn,
                                         const std::atomic<bool>* cancel, const std::function<void(std::int64_t count, std::int64_t first)>& seen) {
  const StepBreaker breaker(program, cancel);
  ValidationResult result;
  loader.start(0);
  while (true) {
    if (!goOn()) return std::nullopt;
    const Batch* batch = nextBatch(program, loader);
    if (!batch) break;
    bindBatch(program, *batch);
    program.run();
    const double loss = lossOf(program);
    if (!std::isfinite(loss) && result.firstNotFinite < 0) {
      result.firstNotFinite = result.samples;
      result.countNotFinite = batch->count;
    }
    result.lossSum += loss * static_cast<double>(batch->count);
    metrics.add(result.metricSums, metrics.read(program));
    if (seen && !(cancel && *cancel)) seen(batch->count, result.samples);
    result.samples += batch->count;
  }
  if (!goOn()) return std::nullopt;
  return result;
}

}  // namespace stepscope
