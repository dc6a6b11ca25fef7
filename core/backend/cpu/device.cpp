#include "core/backend/cpu/device.h"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/cpu/kernels/elementwise.h"
#include "core/backend/cpu/kernels/targets.h"
#include "core/base/clock.h"
#include "core/base/error.h"

namespace stepscope {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

#if defined(__x86_64__)
std::string nameFromCpuid() {
  std::array<unsigned, 4> registers{};
  if (__get_cpuid(0x80000000u, &registers[0], &registers[1], &registers[2], &registers[3]) == 0 || registers[0] < 0x80000004u) return {};
  std::string name;
  for (unsigned leaf = 0x80000002u; leaf <= 0x80000004u; ++leaf) {
    __get_cpuid(leaf, &registers[0], &registers[1], &registers[2], &registers[3]);
    char text[17] = {};
    std::memcpy(text, registers.data(), 16);
    name += text;
  }
  return trimmed(name);
}

// AMX needs the instructions (cpuid 7: tiles bit 24, bf16 bit 22 of edx) and a kernel that saves the tiles (XCR0 bits 17 and 18).
bool cpuHasAmx() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & (1u << 27)) == 0) return false;  // no OSXSAVE: xgetbv is not allowed
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & (1u << 24)) == 0 || (d & (1u << 22)) == 0) return false;
  unsigned low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & (3u << 17)) == (3u << 17);
}
#else
std::string nameFromCpuid() {
  return {};
}
bool cpuHasAmx() {
  return false;
}
#endif

// Folders of this process' cgroup and its parents: limits hold for all below them. Version 2 first, then version 1's own hierarchies.
std::vector<std::string> cgroupFolders(const char* controller) {
  std::vector<std::string> folders;
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
    std::string root;
    if (names == ",,")
      root = "/sys/fs/cgroup";
    else if (names.find(std::string(",") + controller + ",") != std::string::npos)
      root = std::string("/sys/fs/cgroup/") + controller;
    else
      continue;
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

// With OMP_PROC_BIND libgomp has bound this thread to one core before main began: then it alone knows how many the process may use.
int coresByAffinity() {
  for (int cpus = 1024; cpus <= 1 << 16; cpus *= 2) {
    cpu_set_t* set = CPU_ALLOC(cpus);
    if (set == nullptr) break;
    const std::size_t size = CPU_ALLOC_SIZE(cpus);
    const bool ok = sched_getaffinity(0, size, set) == 0;
    const int count = ok ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (ok) return std::max(count, omp_get_num_procs());
  }
  return std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
}

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

}  // namespace

MaxIsa maxIsaFromEnvironment() {
  const char* text = std::getenv("STEPSCOPE_MAX_ISA");
  if (text == nullptr || *text == '\0') return MaxIsa::Best;
  if (std::strcmp(text, "avx2") == 0) return MaxIsa::Avx2;
  if (std::strcmp(text, "avx512") == 0) return MaxIsa::Avx512;
  throw Error(ErrorKind::Input, "STEPSCOPE_MAX_ISA", fmt::format("\"{}\" is not an instruction set that can be chosen", text),
              "Set it to avx2 or avx512, or unset it to use the best that the CPU has");
}

CpuDevice probeCpu(MaxIsa cap) {
  if (cap == MaxIsa::Avx2) kernels::capSimdTarget(kernels::SimdTarget::Avx2);
  if (cap == MaxIsa::Avx512) kernels::capSimdTarget(kernels::SimdTarget::Avx512);
  CpuDevice device;
  device.name = nameFromCpuid();
  if (device.name.empty()) device.name = "CPU";
  const kernels::SimdTarget target = kernels::simdTarget();
  device.avx512 = target == kernels::SimdTarget::Avx512;
  device.avx2 = device.avx512 || target == kernels::SimdTarget::Avx2;
  device.amx = device.avx512 && cap == MaxIsa::Best && cpuHasAmx();
  device.isa = std::string(kernels::nameOf(target)) + (device.amx ? " + AMX" : "");
  // OMP_THREAD_LIMIT is the one setting of OpenMP that no program can pass.
  device.cores = std::min({coresByAffinity(), coresByQuota(), std::max(1, omp_get_thread_limit())});
  device.memoryBytes = memoryInfo("MemTotal");
  for (const std::string& folder : cgroupFolders("memory"))
    for (const char* file : {"/memory.max", "/memory.limit_in_bytes"})
      if (const auto limit = readInteger(folder + file); limit && *limit > 0 && (device.memoryBytes == 0 || *limit < device.memoryBytes))
        device.memoryBytes = *limit;
  return device;
}

std::int64_t availableMemoryBytes() {
  std::int64_t available = memoryInfo("MemAvailable");
  if (available > 0) available += memoryInfo("SwapFree");
  for (const std::string& folder : cgroupFolders("memory")) {
    const auto limit = readInteger(folder + "/memory.max"), current = readInteger(folder + "/memory.current");
    if (!limit || !current) continue;
    // Cached files count as used but are dropped before anyone is killed.
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

double measureCopyBandwidth(int threads) {
  constexpr std::int64_t kBytes = std::int64_t{128} << 20;
  const Arena arena(2 * kBytes);
  auto* const from = reinterpret_cast<float*>(arena.data());
  auto* const to = reinterpret_cast<float*>(arena.data() + kBytes);
  const std::int64_t count = kBytes / static_cast<std::int64_t>(sizeof(float));
  kernels::zero(from, count, threads);  // real pages, not the shared page of zeros
  kernels::copy(from, to, count, threads);
  std::int64_t best = INT64_MAX;
  const std::int64_t start = nowNs();
  for (int round = 0; round < 20 && (round < 3 || nowNs() - start < 200'000'000); ++round) {
    const std::int64_t begin = nowNs();
    kernels::copy(from, to, count, threads);
    best = std::min(best, nowNs() - begin);
  }
  return 2.0 * static_cast<double>(kBytes) / (static_cast<double>(best) * 1e-9);
}

}  // namespace stepscope
