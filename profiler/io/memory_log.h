// Reads what an allocator did: the [memory] events of a trace of PyTorch (profile_memory=True), or a memory snapshot of PyTorch that was saved as
// JSON (json.dump(torch.cuda.memory._snapshot(), file)).
#pragma once

#include <string>
#include <vector>

#include "profiler/analysis/memory/memory_report.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct MemoryRecording {
  std::vector<MemoryLog> logs;   // a device each, those with events first
  std::vector<TimeRange> steps;  // of the trace; a snapshot has none
};

// Places are ops, modules and lines of Python of the trace at the time of each allocation, or the frames of the snapshot. Throws Error (Input) when
// the file holds neither, with what to record.
MemoryRecording readMemory(const std::string& path);

}  // namespace stepscope
