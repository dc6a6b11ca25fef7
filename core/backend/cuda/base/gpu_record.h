// What the GPU did, as its profiling library (CUPTI) tells it: one record a kernel, copy, API call or wait. Times are nanoseconds of the
// clock of nowNs().
#pragma once

#include <cstdint>

namespace stepscope::cuda {

enum class GpuRecordKind : std::int32_t { Kernel, Memcpy, Memset, Runtime, Driver, Synchronization, Overhead, Memory };
// Where allocated memory is: host memory that the GPU reaches (pinned), or the GPU's own, also where the driver moves it to and fro.
enum class GpuMemory : std::int32_t { Other, Pinned, Device, Managed };

struct GpuRecord {
  GpuRecordKind kind = GpuRecordKind::Kernel;
  std::int64_t start = 0, end = 0;
  std::uint32_t device = 0, context = 0, stream = 0;
  std::uint32_t correlation = 0;  // joins an API call with what it started
  std::uint32_t thread = 0;       // of the host, of a call; 0: not told
  std::uint64_t node = 0;         // 1 + the graph node that was pushed when it was started; 0: none
  std::uint64_t graphNode = 0;    // of a CUDA graph; 0: started by itself
  std::uint32_t graph = 0;
  const char* name = "";      // valid during the call that hands the record over
  std::int64_t bytes = 0;     // of copies and memsets; of memory: allocated, below 0 given back, at the time `start`
  std::uint64_t address = 0;  // of memory
  GpuMemory memory = GpuMemory::Other;
  std::int32_t copyKind = 0;  // CUpti_ActivityMemcpyKind
  std::int32_t grid[3] = {}, block[3] = {};
  std::int32_t registers = 0;    // a thread
  std::int64_t sharedBytes = 0;  // a block, static and dynamic
};

// A node of a CUDA graph was made while `node` was pushed, or it was copied from another (a graph that is instantiated is a copy).
struct GraphNodeEvent {
  std::uint64_t id = 0;
  std::uint64_t copiedFrom = 0;  // 0: made
  std::uint64_t node = 0;        // of one that was made; 1 + the graph node, 0: none
};

// Nothing is lost in silence: what was not handed over is counted by its reason.
struct CollectorCounts {
  std::int64_t records = 0;  // handed over
  std::int64_t dropped = 0;  // by the library, for want of memory
  std::int64_t invalid = 0;  // without a start or an end, ending before they start, longer than a week, or of memory without a size
  std::int64_t unknown = 0;  // of a kind that is not asked for
  std::int64_t buffers = 0;
  std::int64_t refused = 0;  // buffers thrown away because the cap on memory was reached
};

using RecordSink = void (*)(void* user, const GpuRecord*);

}  // namespace stepscope::cuda
