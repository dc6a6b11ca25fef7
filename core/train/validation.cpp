#include "core/train/validation.h"

#include <cstring>

#include "core/base/error.h"

namespace stepscope {

void bindBatch(Program& program, const Batch& batch) {
  const std::span<std::byte> x = program.input("x"), labels = program.input("labels");
  const auto values = std::as_bytes(std::span(batch.x));
  const auto classes = std::as_bytes(std::span(batch.labels));
  require(x.size() == values.size() && labels.size() == classes.size(), "a batch does not have the size of the program's input");
  std::memcpy(x.data(), values.data(), values.size());
  std::memcpy(labels.data(), classes.data(), classes.size());
}

std::optional<ValidationResult> validate(Program& program, DataLoader& loader, const std::function<bool()>& goOn) {
  double lossSum = 0, correct = 0;
  ValidationResult result;
  loader.start(0);
  while (true) {
    if (!goOn()) return std::nullopt;
    const Batch* batch = loader.next();
    if (!batch) break;
    bindBatch(program, *batch);
    program.run();
    lossSum += program.scalar("loss") * static_cast<double>(batch->count);
    correct += program.scalar("correct");
    result.samples += batch->count;
  }
  if (result.samples > 0) {
    result.loss = lossSum / static_cast<double>(result.samples);
    result.accuracy = correct / static_cast<double>(result.samples);
  }
  return result;
}

}  // namespace stepscope
