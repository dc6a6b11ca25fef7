// The load of the machine while a run trains: cores and memory, in all and of this process, and what it reads and writes on disks.
#pragma once

#include <cstdint>
#include <optional>

namespace stepscope {

struct SystemSample {
  // Measured since the previous sample; NaN if not known.
  double cpuShare = 0;                                // busy part of all cores, 0 to 1
  double processCpuShare = 0;                         // part of all cores that this process used, 0 to 1
  std::int64_t processBytes = 0, availableBytes = 0;  // resident; still available. 0: not known
  // Bytes a second that this process made disks read and write since the previous sample (not what came from the page cache); NaN as above.
  double diskReadRate = 0, diskWriteRate = 0;
};

class SystemSampler {
 public:
  // Nothing until `everySeconds` have passed since the previous sample. The first call only starts the measurement.
  std::optional<SystemSample> sample(std::int64_t now, double everySeconds = 1);

 private:
  std::int64_t last_ = 0;  // nowNs()
  double busyTicks_ = 0, allTicks_ = 0, processTicks_ = 0;
  double diskRead_ = 0, diskWritten_ = 0;
};

}  // namespace stepscope
