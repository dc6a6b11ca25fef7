// What the device does at most, measured: the figures that fractions of peak and estimates are taken of. Kept on disk, since measuring
// takes a second.
#pragma once

#include <cstdint>
#include <string>

#include "core/backend/backend.h"

namespace stepscope {

struct MachineSpeed {
  int threads = 0;
  double f32 = 0, bf16 = 0, f16 = 0;  // FLOP/s of large matrix products with operands of that type; 0: the device has none
  double int8 = 0;                    // operations/s
  double bandwidth = 0;               // bytes read and written a second by a copy larger than the caches
  std::int64_t measuredMs = 0;        // Unix time
  bool provisional = false;           // other programs held the cores meanwhile: the machine may do more
};

// What timings depend on besides the work: device, instruction set, library, threads. Part of every key of a table on disk.
std::string machineName(const Backend& backend, int threads);

// Measured once and read from $XDG_CACHE_HOME/stepscope/speed-<backend>.tsv afterwards; again: measured now, and kept. A damaged file, or
// one of another machine, is measured anew, and so are provisional figures that are older than a minute.
MachineSpeed machineSpeed(const Backend& backend, int threads, bool again = false);
// The kept figures; all 0 when there are none. Never measures.
MachineSpeed keptSpeed(const Backend& backend, int threads);

}  // namespace stepscope
