// Resident memory of this process, as the kernel counts it (/proc/self/status).
#pragma once

#include <cstdint>

namespace stepscope {

struct ProcessMemory {
  std::int64_t resident = 0;  // bytes now (VmRSS)
  std::int64_t peak = 0;      // bytes at the most since the start or since forgetPeakMemory() (VmHWM)
};

ProcessMemory processMemory();  // zeros where the system does not say
void forgetPeakMemory();        // the peak counts from now on; without effect where the system does not allow it
// Gives freed blocks that malloc keeps for later back to the system: after something large that does not come again.
void returnFreedMemory();

}  // namespace stepscope
