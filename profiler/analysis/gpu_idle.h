// Why a GPU did not compute: the time between its kernels, where each moment belongs to one reason. Pure functions of any trace.
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
  Profiler,  // the recording itself delayed the host, as the profiler reports of its own overhead
  Host,      // the next kernel had not started because its launch was still to come or in progress
  Between,   // it had been launched: time between two dependent kernels
  Unknown,   // it is not known what started the next kernel
};
inline constexpr int kIdleReasons = 6;

struct GpuGap {
  TimeRange range;
  IdleReason reason = IdleReason::Unknown;  // the reason for most of the gap
  SpanRef before, after;                    // the kernels at both ends
};

struct GpuIdle {
  std::int64_t spanNs = 0;                   // total length of `within`; if empty, from the first kernel's start to the last one's end
  std::int64_t busyNs = 0;                   // time in which a kernel ran
  std::int64_t reasonNs[kIdleReasons] = {};  // by IdleReason; their sum is spanNs - busyNs
  std::vector<TimeRange> hostRanges;         // the ranges of IdleReason::Host, by time
  std::int64_t gaps = 0;
  std::int64_t kernels = 0;
  std::vector<GpuGap> longest;  // at most 50, the longest first

  std::int64_t of(IdleReason reason) const { return reasonNs[static_cast<std::size_t>(reason)]; }
  std::int64_t idleNs() const { return spanNs - busyNs; }
};

// `device` -1: all devices together. Reasons exclude each other in the order of IdleReason. Launches come from the trace's arrows, as in Holistic
// Trace Analysis (host wait: the launch came after the previous kernel had ended). If `within` (sorted, without overlap) is not empty, only time in
// these ranges counts, also before the first kernel and after the last one: there the host has launched nothing.
GpuIdle gpuIdle(const Trace& trace, std::int32_t device = -1, const std::vector<TimeRange>& within = {});

// Ids of the devices that ran kernels.
std::vector<std::int32_t> computingDevices(const Trace& trace);

}  // namespace stepscope
