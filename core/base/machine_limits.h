// What this process may use of the machine: the system's figures, or its cgroup's when that allows less (versions 1 and 2).
#pragma once

#include <cstdint>

namespace stepscope {

// Physical memory, bytes. 0 when the system does not say.
std::int64_t totalMemoryBytes();

// Memory that this process can still take without being killed for it: free and reclaimable memory and swap. 0 when the system does not
// say.
std::int64_t availableMemoryBytes();

// Whole cores' worth of processor time, at least 1; very many where nothing limits it.
int coresByQuota();

// Whole cores that this process could have: those of the system that its cgroup allows, by set and by quota, whatever it is bound to now.
// 0 when the system does not say.
int coresAllowed();

// Resident memory of this process, as the kernel counts it (/proc/self/status).
struct ProcessMemory {
  std::int64_t resident = 0;  // bytes now (VmRSS)
  std::int64_t peak = 0;      // bytes at the most since the start or since forgetPeakMemory() (VmHWM)
};

ProcessMemory processMemory();  // zeros where the system does not say
void forgetPeakMemory();        // the peak counts from now on; without effect where the system does not allow it
// Gives freed blocks that malloc keeps for later back to the system: after something large that does not come again.
void returnFreedMemory();

}  // namespace stepscope
