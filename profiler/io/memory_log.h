// Reads the events of an allocator: the [memory] events of a PyTorch trace (profile_memory=True), or a PyTorch memory snapshot saved as JSON
// (json.dump(torch.cuda.memory._snapshot(), file)).
#pragma once

#include <string>
#include <vector>

#include "profiler/analysis/memory/memory_report.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct MemoryRecording {
  std::vector<MemoryLog> logs;      // one per device, GPUs first
  std::vector<MemoryReport> peaks;  // from our own recordings, which have no single events
  std::vector<TimeRange> steps;     // of the trace; a snapshot has none
};

// Places are ops, modules and lines of Python of the trace at the time of each allocation, or the frames of the snapshot. Throws Error (Input) if the
// file contains none of these; the error states what its format contains instead and what to record.
MemoryRecording readMemory(const std::string& path);

}  // namespace stepscope
