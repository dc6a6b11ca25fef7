// The measured peak rates of a device, used for fractions of peak and for estimates. Stored on disk, since measuring takes a
// second.
#pragma once

#include <cstdint>
#include <string>

#include "core/backend/backend.h"

namespace stepscope {

struct MachineSpeed {
  int threads = 0;
  double f32 = 0, bf16 = 0, f16 = 0;  // FLOP/s of large matrix products with operands of that type; 0: not supported
  double int8 = 0;                    // operations/s
  double bandwidth = 0;               // bytes read and written a second by a copy larger than the caches
  std::int64_t measuredMs = 0;        // Unix time
  bool provisional = false;           // other programs used the cores during the measurement: the machine may be faster
};

// Everything besides the work that timings depend on: device, instruction set, library, threads. Part of every key of a table on disk.
std::string machineName(const Backend& backend, int threads);

// Measured once, and read from $XDG_CACHE_HOME/stepscope/speed-<backend>.tsv afterwards; again: measures now, and stores the result. If the file is
// damaged or of another machine, or the figures are provisional and older than a minute, they are measured again.
MachineSpeed machineSpeed(const Backend& backend, int threads, bool again = false);
// The stored figures; all 0 if there are none. Never measures.
MachineSpeed keptSpeed(const Backend& backend, int threads);

}  // namespace stepscope
