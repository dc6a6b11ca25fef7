// How much of the machine this process may use: the limits of the system, or those of its cgroup (versions 1 and 2) if they are lower.
#pragma once

#include <cstdint>

namespace stepscope {

// Physical memory, bytes. 0 if it is not known.
std::int64_t totalMemoryBytes();

// Memory that this process can still take without being killed for it: free and reclaimable memory and swap, in bytes. 0 if it is not
// known.
std::int64_t availableMemoryBytes();

// Processor time that the quota allows, in whole cores (rounded up, at least 1); a very large number if there is no limit.
int coresByQuota();

// Whole cores that this process could use: the system's cores that its cgroup allows, by set and by quota, even if its affinity is narrower now. 0 if
// it is not known.
int coresAllowed();

// Resident memory of this process, as the kernel counts it (/proc/self/status).
struct ProcessMemory {
  std::int64_t resident = 0;  // bytes now (VmRSS)
  std::int64_t peak = 0;      // peak in bytes since the start or since forgetPeakMemory() (VmHWM)
};

ProcessMemory processMemory();  // zeros if they are not known
void forgetPeakMemory();        // the peak is measured from now on; no effect if the system does not allow it
// Gives freed blocks that malloc keeps back to the system. To be called after a large allocation that will not be repeated.
void returnFreedMemory();

}  // namespace stepscope
