// Predicts how much memory of this process a run will take: the plan of the step is the largest part, but not all.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/data/loader.h"
#include "core/program/step_program.h"

namespace stepscope {

struct RunMemory {
  std::int64_t before = 0;      // resident when the step was compiled, measured: program, libraries, generated kernels, data in memory
  std::int64_t arenas = 0;      // arenas of the step, in whole pages
  std::int64_t batches = 0;     // batches that the loaders prepare ahead
  std::int64_t samples = 0;     // samples that the data sets keep in memory after the first read
  std::int64_t checkpoint = 0;  // a copy of the state while it is written; one at a time (CheckpointWriter::awaitRoom)
  std::int64_t textSample = 0;  // at the end of a language model: its weights once more, as they are read (with the optimizer's state where it holds
                                // averages) and in a program that writes text
  std::int64_t total() const { return before + arenas + batches + samples + std::max(checkpoint, textSample); }
};

// The caller measures `before`. `validation`: null if there is none.
RunMemory predictRunMemory(const StepProgram& program, std::int64_t before, const DataLoader& training, const DataLoader* validation,
                           const DataSplits& data);

}  // namespace stepscope
