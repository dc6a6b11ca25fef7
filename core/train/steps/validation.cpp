#include "core/train/steps/validation.h"

#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/train/steps/step_breaker.h"

namespace stepscope {

void bindBatch(Program& program, const Batch& batch) {
  const std::span<std::byte> x = program.input("x"), labels = program.input("labels");
  require(x.size() == batch.x.size() && labels.size() == batch.labels.size(), "a batch does not have the size of the program's input");
  if (batch.x.data() == x.data()) return;
  std::memcpy(x.data(), batch.x.data(), batch.x.size());
  std::memcpy(labels.data(), batch.labels.data(), batch.labels.size());
}

const Batch* nextBatch(Program& program, DataLoader& loader) {
  return loader.next({program.input("x"), program.input("labels")});
}

std::optional<ValidationResult> validate(Program& program, DataLoader& loader, const TaskMetric& metric, const std::function<bool()>& goOn,
                                         const std::atomic<bool>* cancel,
                                         const std::function<void(std::int64_t count, std::int64_t first)>& seen) {
  const StepBreaker breaker(program, cancel);
  double lossSum = 0, metricSum = 0;
  ValidationResult result;
  loader.start(0);
  while (true) {
    if (!goOn()) return std::nullopt;
    const Batch* batch = nextBatch(program, loader);
    if (!batch) break;
    bindBatch(program, *batch);
    program.run();
    const double loss = program.scalar("loss");
    if (!std::isfinite(loss) && result.firstNotFinite < 0) {
      result.firstNotFinite = result.samples;
      result.countNotFinite = batch->count;
    }
    lossSum += loss * static_cast<double>(batch->count);
    metricSum += metric.read(program);
    if (seen && !(cancel && *cancel)) seen(batch->count, result.samples);
    result.samples += batch->count;
  }
  if (!goOn()) return std::nullopt;
  if (result.samples > 0) {
    result.loss = lossSum / static_cast<double>(result.samples);
    result.metric = metric.value(metricSum, result.samples);
  }
  return result;
}

}  // namespace stepscope
