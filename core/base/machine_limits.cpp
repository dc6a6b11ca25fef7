#include "core/base/machine_limits.h"

#include <malloc.h>
#include <unistd.h>
#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace stepscope {
namespace {

// Folders of this process's cgroup and of its parents, whose limits apply to it too: in the hierarchy of cgroups version 2 and in that of
// `controller` in version 1, in the order of /proc/self/cgroup.
std::vector<std::string> cgroupFolders(const char* controller) {
  std::vector<std::string> folders;
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
    std::string root;
    if (names == ",,") root = "/sys/fs/cgroup";
    else if (names.find(std::string(",") + controller + ",") != std::string::npos) root = std::string("/sys/fs/cgroup/") + controller;
    else continue;
    std::string path = line.substr(second + 1);
    while (!path.empty() && path != "/") {
      folders.push_back(root + path);
      path = path.substr(0, path.rfind('/'));
    }
    folders.push_back(root);
  }
  return folders;
}

std::optional<std::int64_t> readInteger(const std::string& path) {
  std::ifstream file(path);
  std::int64_t value = 0;
  if (file >> value) return value;
  return std::nullopt;  // missing, or "max"
}

// "MemAvailable:   123 kB" of /proc/meminfo, in bytes.
std::int64_t memoryInfo(const std::string& key) {
  std::ifstream file("/proc/meminfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.compare(0, key.size() + 1, key + ":") != 0) continue;
    std::istringstream text(line.substr(key.size() + 1));
    std::int64_t kibibytes = 0;
    if (text >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

// The number of cores in a list such as "0-3,8"; 0 if the text is not a list.
int countOf(const std::string& list) {
  int count = 0;
  std::istringstream parts(list);
  std::string part;
  while (std::getline(parts, part, ',')) {
    int first = 0, last = 0;
    const char* const end = part.data() + part.size();
    const auto begin = std::from_chars(part.data(), end, first);
    if (begin.ec != std::errc()) return 0;
    last = first;
    if (begin.ptr != end && *begin.ptr == '-' && std::from_chars(begin.ptr + 1, end, last).ec != std::errc()) return 0;
    if (last < first) return 0;
    count += last - first + 1;
  }
  return count;
}

}  // namespace

int coresByQuota() {
  double least = 1e9;
  for (const std::string& folder : cgroupFolders("cpu")) {
    std::ifstream file(folder + "/cpu.max");
    double quota = 0, period = 0;
    if (file >> quota >> period && period > 0) least = std::min(least, quota / period);
    const auto oldQuota = readInteger(folder + "/cpu.cfs_quota_us"), oldPeriod = readInteger(folder + "/cpu.cfs_period_us");
    if (oldQuota && oldPeriod && *oldQuota > 0 && *oldPeriod > 0)
      least = std::min(least, static_cast<double>(*oldQuota) / static_cast<double>(*oldPeriod));
  }
  return std::max(1, static_cast<int>(least + 0.999));
}

int coresAllowed() {
  const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  if (online <= 0) return 0;
  int cores = static_cast<int>(std::min<long>(online, coresByQuota()));
  for (const std::string& folder : cgroupFolders("cpuset"))
    for (const char* name : {"/cpuset.cpus.effective", "/cpuset.effective_cpus"}) {
      std::ifstream file(folder + name);
      std::string list;
      if (file >> list)
        if (const int count = countOf(list); count > 0) cores = std::min(cores, count);
    }
  return cores;
}

std::int64_t totalMemoryBytes() {
  std::int64_t total = memoryInfo("MemTotal");
  for (const std::string& folder : cgroupFolders("memory"))
    for (const char* file : {"/memory.max", "/memory.limit_in_bytes"})
      if (const auto limit = readInteger(folder + file); limit && *limit > 0 && (total == 0 || *limit < total)) total = *limit;
  return total;
}

std::int64_t availableMemoryBytes() {
  std::int64_t available = memoryInfo("MemAvailable");
  if (available > 0) available += memoryInfo("SwapFree");
  for (const std::string& folder : cgroupFolders("memory")) {
    const auto limit = readInteger(folder + "/memory.max"), current = readInteger(folder + "/memory.current");
    if (!limit || !current) continue;
    // Cached files count as used but are dropped before a process is killed.
    std::int64_t cached = 0;
    std::ifstream statistics(folder + "/memory.stat");
    std::string key;
    std::int64_t value = 0;
    while (statistics >> key >> value)
      if (key == "inactive_file" || key == "active_file") cached += value;
    available = std::min(available > 0 ? available : *limit, std::max<std::int64_t>(1, *limit - *current + cached));
  }
  return available;
}

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
