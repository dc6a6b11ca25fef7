// How much of the machine this process may use: the system's figures, or those of its cgroup if they are lower (versions 1 and 2).
#pragma once

#include <cstdint>

namespace stepscope {

// Physical memory, bytes. 0 when the system does not say.
std::int64_t totalMemoryBytes();

// Memory that this process can still take without being killed for it: free and reclaimable memory and swap. 0 when the system does not
// say.
std::int64_t availableMemoryBytes();

// Processor time that the quota allows, in whole cores, at least 1; a very large number if there is no limit.
int coresByQuota();

// Whole cores that this process could use: the system's cores that its cgroup allows, by set and by quota, even if its affinity is narrower now. 0 if
// the system does not say.
int coresAllowed();

// Resident memory of this process, as the kernel counts it (/proc/self/status).
struct ProcessMemory {
  std::int64_t resident = 0;  // bytes now (VmRSS)
  std::int64_t peak = 0;      // peak in bytes since the start or since forgetPeakMemory() (VmHWM)
};

ProcessMemory processMemory();  // zeros where the system does not say
void forgetPeakMemory();        // the peak counts from now on; without effect where the system does not allow it
// Gives freed blocks that malloc keeps back to the system. To be called after a large allocation that will not be repeated.
void returnFreedMemory();

}  // namespace stepscope
