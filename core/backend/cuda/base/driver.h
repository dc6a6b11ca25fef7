// Checks whether this machine has an NVIDIA driver and which GPUs it finds, through the driver's own library, loaded at run time, so that CUDA is not
// needed to build or to start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::cuda {

struct DriverDevice {
  std::string name;  // "NVIDIA H200"
  std::int64_t memoryBytes = 0;
  int capability = 0;  // compute capability, 90 is 9.0; 0 if the driver does not report it
  // "0000:3b:00.0"; identifies the GPU for NVML, whose numbers differ from those of CUDA if CUDA_VISIBLE_DEVICES or CUDA_DEVICE_ORDER is set. May be
  // empty.
  std::string pciBusId{};
};

// Our kernels need the features of this compute capability: A100 and newer.
inline constexpr int kOldestCapability = 80;

// Why the GPU cannot be used, a clause without a full stop; empty if it is new enough or unknown.
std::string whyTooOld(const std::string& name, int capability);

struct Driver {
  bool usable = false;  // the driver answers and finds a GPU
  int version = 0;      // the newest supported CUDA version, 13000 is 13.0; 0 without a driver
  std::vector<DriverDevice> devices;
  std::string problem;  // why it is not usable, a clause without a full stop
};

// "13.0" for 13000.
std::string versionText(int version);

// Loads `library` and never unloads it, since the driver starts threads that outlive a dlclose. Never throws.
Driver findDriver(const char* library = "libcuda.so.1");

}  // namespace stepscope::cuda
