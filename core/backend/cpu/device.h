// The CPU of this process: its name, the instruction sets that kernels may use, and its copy speed.
#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

// The cap on instruction sets from the environment: STEPSCOPE_MAX_ISA=avx2 | avx512. Throws Error (Input) for any other text.
enum class MaxIsa { Avx2, Avx512, Best };
MaxIsa maxIsaFromEnvironment();

struct CpuDevice {
  std::string name;                                // "AMD EPYC 9B45", from cpuid
  bool avx2 = false, avx512 = false, amx = false;  // usable: the CPU supports it, the OS kernel saves its registers, the cap allows it
  std::string isa;                                 // "AVX-512 + AMX", "AVX-512", "AVX2", "baseline"
  int cores = 1;                                   // cores that this process may use: the least of affinity mask, cgroup quota and OMP_THREAD_LIMIT
  std::int64_t memoryBytes = 0;                    // physical memory, or the cgroup's limit if that is smaller
};

// Applies `cap` to our own kernels (kernels::capSimdTarget) and returns the device. oneDNN must be capped by its wrapper with the same value, before
// its first use.
CpuDevice probeCpu(MaxIsa cap);

// Bytes read plus bytes written per second by the streaming copy kernel: the best of several copies of 128 MiB. Takes about 0.2 s.
double measureCopyBandwidth(int threads);

}  // namespace stepscope
