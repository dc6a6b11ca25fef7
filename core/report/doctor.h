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
  std::string explanation;           // a sentence: what was found, or why no GPU can be used
};

struct DoctorReport {
  std::string program;  // "Stepscope 0.1.0"
  DeviceInfo cpu;
  bool avx2 = false, avx512 = false, amx = false;  // usable by the kernels
  MachineSpeed speed;                              // measured peak rates with all cores; fractions of peak refer to these
  GpuReport gpu;
  std::vector<std::pair<std::string, std::string>> libraries;  // name, version in use
  std::int64_t kernelChoices = 0, provisionalChoices = 0;      // stored for this processor and library; how many of them will be timed again
  std::string cachePath, configPath;
};

// Peak rates come from machineSpeed(), which measures them if they are not stored yet; that takes a second or two. If `again` is true, they are
// measured in any case. Throws Error (Input) for a bad STEPSCOPE_MAX_ISA.
DoctorReport diagnose(bool again = false);
// Never throws; loads the driver's library if there is one.
GpuReport findGpu();

std::string toJson(const DoctorReport& report);
// The rows to show, each with a title and a text.
std::vector<std::pair<std::string, std::string>> describe(const DoctorReport& report);

}  // namespace stepscope
