// Reads the events of an allocator: the [memory] events of a PyTorch trace (profile_memory=True), or a PyTorch memory snapshot saved as JSON
// (json.dump(torch.cuda.memory._snapshot(), file)).
#pragma once

#include <string>
#include <vector>

#include "profiler/analysis/memory/memory_report.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct MemoryRecording {
  std::vector<MemoryLog> logs;   // one per device, those with events first
  std::vector<TimeRange> steps;  // of the trace; a snapshot has none
};

// Places are ops, modules and lines of Python in the trace at the time of each allocation, or the frames of the snapshot. Throws Error (Input) with
// recording instructions if the file contains neither.
MemoryRecording readMemory(const std::string& path);

}  // namespace stepscope
