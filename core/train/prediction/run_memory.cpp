#include "core/train/prediction/run_memory.h"

namespace stepscope {

RunMemory predictRunMemory(const StepProgram& program, std::int64_t before, const DataLoader& training, const DataLoader* validation,
                           const DataSplits& data) {
  RunMemory memory;
  memory.before = before;
  memory.arenas = Arena::roundedToPages(program.stateBytes()) + Arena::roundedToPages(program.stepBytes());
  memory.batches = training.ringBytes() + (validation ? validation->ringBytes() : 0);
  memory.samples = data.train->cacheBytes() + (data.validation ? data.validation->cacheBytes() : 0);
  const bool averages = program.train->graph().find("ema_decay") != kNone;
  const bool text = data.train->info().task == Task::LanguageModel;
  for (const Value& value : program.train->graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    const std::int64_t bytes = numel(value.shape) * sizeOf(value.dtype);
    memory.checkpoint += bytes;
    const bool weights = isWeight(value.role) || value.role == Role::Buffer;
    if (text && (weights || averages)) memory.textSample += weights ? 2 * bytes : bytes;
  }
  return memory;
}

}  // namespace stepscope
