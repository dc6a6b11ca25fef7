#include "core/train/prediction/run_memory.h"

namespace stepscope {

RunMemory predictRunMemory(const StepProgram& program, std::int64_t before, const DataLoader& training, const DataLoader* validation,
                           const DataSplits& data) {
  RunMemory memory;
  memory.before = before;
  memory.arenas = Arena::roundedToPages(program.stateBytes()) + Arena::roundedToPages(program.stepBytes());
  memory.batches = training.ringBytes() + (validation ? validation->ringBytes() : 0);
  memory.samples = data.train->cacheBytes() + (data.validation ? data.validation->cacheBytes() : 0);
  memory.copies = validation ? 2 : 1;  // the best and the last of an epoch follow each other at once
  for (const Value& value : program.train->graph().values())
    if (isPersistent(value.role) && value.aliasOf == kNone) memory.checkpoint += numel(value.shape) * sizeOf(value.dtype);
  return memory;
}

}  // namespace stepscope
