// Identifies the process that wrote something, so that a later one can tell whether it still runs. A pid alone is reused after a while.
#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

struct ProcessIdentity {
  std::string host;          // host name and machine id
  std::string boot;          // /proc/sys/kernel/random/boot_id
  std::string pidNamespace;  // containers count their processes separately
  std::int64_t pid = 0;
  std::int64_t startTicks = 0;  // field 22 of /proc/<pid>/stat: its start time in clock ticks since boot
};

// Identity of the calling process, computed on every call (so it is right after a fork).
ProcessIdentity thisProcess();

// True only if it is certain: the process ran on this machine, and either the machine was booted again or the process
// does not exist any more. False if it cannot be known.
bool isDead(const ProcessIdentity& process);

}  // namespace stepscope
