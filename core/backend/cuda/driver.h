// Whether this machine has an NVIDIA driver and which GPUs it finds: asked through the driver's own library, loaded while the program
// runs, so that nothing of CUDA is needed to build or to start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::cuda {

struct DriverDevice {
  std::string name;  // "NVIDIA H200"
  std::int64_t memoryBytes = 0;
};

struct Driver {
  bool usable = false;  // it answers and finds a GPU
  int version = 0;      // newest CUDA that it knows: 13000 is 13.0; 0 without a driver
  std::vector<DriverDevice> devices;
  std::string problem;  // why it is not usable, a clause without a full stop
};

// "13.0" of 13000.
std::string versionText(int version);

// Loads `library` and keeps it: the driver starts threads that outlive a dlclose. Never throws.
Driver findDriver(const char* library = "libcuda.so.1");

}  // namespace stepscope::cuda
