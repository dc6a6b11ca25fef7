#include "core/base/process_memory.h"

#include <malloc.h>

#include <fstream>
#include <string>

namespace stepscope {

ProcessMemory processMemory() {
  ProcessMemory memory;
  std::ifstream status("/proc/self/status");
  std::string key;
  while (status >> key) {
    std::int64_t* field = key == "VmRSS:" ? &memory.resident : key == "VmHWM:" ? &memory.peak : nullptr;
    if (std::int64_t kilobytes = 0; field && status >> kilobytes) *field = kilobytes * 1024;
    std::getline(status, key);
  }
  return memory;
}

void forgetPeakMemory() {
  std::ofstream("/proc/self/clear_refs") << '5';
}

void returnFreedMemory() {
  malloc_trim(0);
}

}  // namespace stepscope
