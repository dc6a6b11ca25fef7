// Records of GPU activity from the profiling library (CUPTI): one per kernel, copy, API call, wait or allocation. Times are nanoseconds of the clock
// of nowNs().
#pragma once

#include <cstdint>

namespace stepscope::cuda {

enum class GpuRecordKind : std::int32_t { Kernel, Memcpy, Memset, Runtime, Driver, Synchronization, Overhead, Memory };
// The kind of allocated memory: page-locked host memory (Pinned), device memory, or memory that the driver moves between both (Managed).
enum class GpuMemory : std::int32_t { Other, Pinned, Device, Managed };

struct GpuRecord {
  GpuRecordKind kind = GpuRecordKind::Kernel;
  std::int64_t start = 0, end = 0;
  std::uint32_t device = 0, context = 0, stream = 0;
  std::uint32_t correlation = 0;  // joins an API call with the work that it started
  std::uint32_t thread = 0;       // the host thread of a call; 0: not known
  std::uint64_t node = 0;         // 1 + the graph node that was pushed when the work was started; 0: none
  std::uint64_t graphNode = 0;    // id of the node of a CUDA graph; 0: not part of a graph
  std::uint32_t graph = 0;
  const char* name = "";      // valid during the call that returns the record
  std::int64_t bytes = 0;     // of a copy or memset; memory: bytes allocated at `start`, below 0 if freed
  std::uint64_t address = 0;  // memory: its address
  GpuMemory memory = GpuMemory::Other;
  std::int32_t copyKind = 0;  // CUpti_ActivityMemcpyKind
  std::int32_t grid[3] = {}, block[3] = {};
  std::int32_t registers = 0;    // per thread
  std::int64_t sharedBytes = 0;  // per block, static and dynamic
};

// An event: a node of a CUDA graph was created while `node` was pushed, or was copied from another one (an instantiated graph is a copy).
struct GraphNodeEvent {
  std::uint64_t id = 0;
  std::uint64_t copiedFrom = 0;  // 0: created
  std::uint64_t node = 0;        // if created: 1 + the graph node; 0: none
};

// Numbers of records, and of those that were not returned, by reason: nothing is lost silently.
struct CollectorCounts {
  std::int64_t records = 0;  // records that were returned
  std::int64_t dropped = 0;  // lost by CUPTI for lack of memory
  std::int64_t invalid = 0;  // no start or no end, end before start, longer than a week, or memory without a size
  std::int64_t unknown = 0;  // records of a kind that is not used
  std::int64_t buffers = 0;
  std::int64_t refused = 0;  // buffers that were discarded because the memory limit was reached
};

using RecordSink = void (*)(void* user, const GpuRecord*);

}  // namespace stepscope::cuda
