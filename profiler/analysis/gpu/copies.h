// GPU copies by direction and kind of memory, with the names of Kineto, Nsight, CUPTI and ROCm: "Memcpy HtoD (Pageable -> Device)",
// "CopyHostToDevice".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

enum class CopyDirection : std::uint8_t { HostToDevice, DeviceToHost, DeviceToDevice, PeerToPeer, HostToHost, Unknown };
enum class HostMemory : std::uint8_t { Pageable, Pinned, None, Unknown };  // None: both ends are on devices

struct CopyKind {
  CopyDirection direction = CopyDirection::Unknown;
  HostMemory memory = HostMemory::Unknown;
  friend auto operator<=>(const CopyKind&, const CopyKind&) = default;
};
CopyKind copyKindOf(std::string_view name);

struct CopyRow {
  CopyKind kind;
  std::int64_t calls = 0, ns = 0;
  std::int64_t bytes = -1;  // -1: not in the trace
  std::int64_t waited = 0;  // calls of the host that ended only after their copy, so that the host waited
  double bytesPerSecond() const { return bytes > 0 && ns > 0 ? static_cast<double>(bytes) / (static_cast<double>(ns) * 1e-9) : 0; }
};

// Sorted by time, largest first. Bytes of imported traces are read from their file (throws Error (Input) if it is deleted), for at most 20 000
// copies.
std::vector<CopyRow> copyTable(const Trace& trace);

}  // namespace stepscope
