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

#include "core/backend/backend.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/machine_limits.h"

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

// Whether AMX can be used: the CPU has the instructions (cpuid 7, edx: tiles bit 24, bf16 bit 22), and the OS kernel saves the tiles (XCR0 bits 17
// and 18).
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

// The number of cores in the affinity mask. With OMP_PROC_BIND libgomp has bound this thread to one core before main began: then only libgomp knows
// how many the process may use.
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
  // OMP_THREAD_LIMIT is the only setting of OpenMP that a program cannot exceed.
  device.cores = std::min({coresByAffinity(), coresByQuota(), std::max(1, omp_get_thread_limit())});
  device.memoryBytes = totalMemoryBytes();
  return device;
}

double measureCopyBandwidth(int threads) {
  constexpr std::int64_t kBytes = std::int64_t{128} << 20;
  const Arena arena(2 * kBytes);
  auto* const from = reinterpret_cast<float*>(arena.data());
  auto* const to = reinterpret_cast<float*>(arena.data() + kBytes);
  const std::int64_t count = kBytes / static_cast<std::int64_t>(sizeof(float));
  kernels::zero(from, count, threads);  // gives `from` its own pages instead of the shared page of zeros
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
