// How busy the machine is while a run trains: of its cores and memory, and what this process takes of them.
#pragma once

#include <cstdint>
#include <optional>

namespace stepscope {

struct SystemSample {
  // Since the sample before; NaN where the system does not say.
  double cpuShare = 0;                                // of all cores that were at work, 0 to 1
  double processCpuShare = 0;                         // of all cores that this process had, 0 to 1
  std::int64_t processBytes = 0, availableBytes = 0;  // resident; what can still be taken. 0: not known
};

class SystemSampler {
 public:
  // Nothing until `everySeconds` passed since the sample before. The first call only begins.
  std::optional<SystemSample> sample(std::int64_t now, double everySeconds = 2);

 private:
  std::int64_t last_ = 0;  // nowNs()
  double busyTicks_ = 0, allTicks_ = 0, processTicks_ = 0;
};

}  // namespace stepscope
