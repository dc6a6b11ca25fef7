// What this machine can do for training, and why a GPU is not used.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

struct GpuReport {
  bool driver = false;               // the NVIDIA driver's library could be loaded and answered
  std::string driverVersion;         // of the CUDA driver interface: "12.8"
  std::vector<std::string> devices;  // "NVIDIA H200, 139.8 GiB"
  std::string explanation;           // what was found, or why there is none; a sentence
};

struct DoctorReport {
  std::string program;  // "Stepscope 0.1.0"
  DeviceInfo cpu;
  bool avx2 = false, avx512 = false, amx = false;  // usable by the kernels
  double peakFlops = 0;                            // measured, all cores, f32, FLOP/s
  double bandwidth = 0;                            // measured copy, bytes read and written a second
  GpuReport gpu;
  std::vector<std::pair<std::string, std::string>> libraries;  // name, version in use
  std::string cachePath, configPath;
};

// Takes about a second: the peaks are measured. Throws Error (Input) for a bad STEPSCOPE_MAX_ISA.
DoctorReport diagnose();
// Never throws; loads the driver's library if there is one.
GpuReport findGpu();

std::string toJson(const DoctorReport& report);
// What to show: a title and a finding a row.
std::vector<std::pair<std::string, std::string>> describe(const DoctorReport& report);

}  // namespace stepscope
