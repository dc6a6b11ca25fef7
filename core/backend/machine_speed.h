// The measured peak rates of a device, used for fractions of peak and for estimates. Stored on disk, since measuring takes a
// second.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

struct MachineSpeed {
  int threads = 0;
  double f32 = 0, bf16 = 0, f16 = 0;  // FLOP/s of large matrix products with operands of that type; 0: not supported
  double int8 = 0;                    // operations/s
  double bandwidth = 0;               // bytes read and written per second by a copy larger than the caches
  std::int64_t measuredMs = 0;        // Unix time of the measurement, ms
  bool provisional = false;           // other programs used the cores during the measurement, so the true rates may be higher
};

// Everything that timings depend on besides the work itself: threads, instruction set, device, library. Part of every key of a table on disk.
std::string machineName(const Backend& backend, int threads);

// Returns the cached rates. Measures and stores them if there is no valid entry for this machine, if the entry is provisional and older than a
// minute, or if `again` is true. The file is $XDG_CACHE_HOME/stepscope/speed-<backend>.tsv.
MachineSpeed machineSpeed(const Backend& backend, int threads, bool again = false);
// The cached rates; all 0 if there are none. Never measures.
MachineSpeed keptSpeed(const Backend& backend, int threads);
// The same; where it was measured only with all cores, their part of it.
MachineSpeed keptSpeedOf(const Backend& backend, int threads);

// How every place tells the figures: {"f32", "80.9 GFLOP/s"}, {"bf16", ...}, {"f16", ...}, {"int8", "1.2 Top/s"}, {"copy", "12.4 GB/s"}; what the
// device does not support, or was not measured, is left out.
std::vector<std::pair<std::string, std::string>> wordsOf(const MachineSpeed& speed);

}  // namespace stepscope
