// What this machine can do for training, and why a GPU is not used.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/backend/machine_speed.h"

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
  MachineSpeed speed;                              // measured, all cores: what fractions of peak are taken of
  GpuReport gpu;
  std::vector<std::pair<std::string, std::string>> libraries;  // name, version in use
  std::int64_t kernelChoices = 0, provisionalChoices = 0;      // kept of this processor and library, and how many of them are to be timed again
  std::string cachePath, configPath;
};

// The peaks are measured once on a machine, which takes a second or two, and kept; again: measured now. Throws Error (Input) for a bad
// STEPSCOPE_MAX_ISA.
DoctorReport diagnose(bool again = false);
// Never throws; loads the driver's library if there is one.
GpuReport findGpu();

std::string toJson(const DoctorReport& report);
// What to show: a title and a finding a row.
std::vector<std::pair<std::string, std::string>> describe(const DoctorReport& report);

}  // namespace stepscope
