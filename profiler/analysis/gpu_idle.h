// Why a GPU did not compute: the time between its kernels, each moment given to one reason. Pure functions of any trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/busy_time.h"
#include "profiler/trace/trace.h"

namespace stepscope {

enum class IdleReason : std::uint8_t {
  Copy,      // a copy or memset ran, or the trainer copied its batch on the host
  Data,      // the trainer waited for the loader
  Profiler,  // the recording itself held things up: what the profiler tells of its own overhead
  Host,      // the next kernel had not been started yet: its launch was still to come or under way
  Between,   // it had been: what is left between two kernels that wait for each other
  Unknown,   // the trace does not tell who started the next kernel
};
inline constexpr int kIdleReasons = 6;

struct GpuGap {
  TimeRange range;
  IdleReason reason = IdleReason::Unknown;  // of most of it
  SpanRef before, after;                    // the kernels at its ends
};

struct GpuIdle {
  std::int64_t spanNs = 0;                   // from the first kernel's start to the last one's end
  std::int64_t busyNs = 0;                   // in which a kernel ran
  std::int64_t reasonNs[kIdleReasons] = {};  // by IdleReason; their sum is spanNs - busyNs
  std::vector<TimeRange> hostRanges;         // those of IdleReason::Host, by time
  std::int64_t gaps = 0;
  std::int64_t kernels = 0;
  std::vector<GpuGap> longest;  // at most 50, the longest first

  std::int64_t of(IdleReason reason) const { return reasonNs[static_cast<std::size_t>(reason)]; }
  std::int64_t idleNs() const { return spanNs - busyNs; }
};

// device -1: of all together. Reasons exclude each other in the order of IdleReason. Launches are those of the trace's arrows, as in
// Holistic Trace Analysis (host wait: the launch came after the kernel before had ended). With `within` (united), only what is in these ranges
// counts, from the begin of the first to the end of the last: before the first kernel and after the last one the host has launched nothing.
GpuIdle gpuIdle(const Trace& trace, std::int32_t device = -1, const std::vector<TimeRange>& within = {});

// Ids of the devices that ran kernels.
std::vector<std::int32_t> computingDevices(const Trace& trace);

}  // namespace stepscope
