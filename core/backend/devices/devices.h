// Finds devices by the names that users give them, and explains why one cannot be used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

// Backends by name: "cpu", "cuda", "cuda:1". Null if the name is unknown, or the device cannot be used on this machine.
const Backend* findBackend(std::string_view name);
std::vector<const Backend*> allBackends();

// The backend with that name. Throws Error (Input, "device") with the reason if it does not exist or cannot be used on this machine.
const Backend& requireBackend(std::string_view name);

// A second object for the same device, for predictions on another thread during training. It shares nothing with the backend that trains. Throws like
// requireBackend().
const Backend& backendToAsk(std::string_view name);

// Why training cannot run on a GPU here, a clause without a full stop; empty if it can. Loads the driver and the plugin.
std::string whyNoGpu();

// What the GPU driver reports. gpuDriver() loads the driver's library if there is one.
struct GpuDriver {
  bool usable = false;  // the driver answers and finds a GPU
  std::string version;  // the newest supported CUDA version: "13.0"; empty without a driver
  struct Device {
    std::string name;  // "NVIDIA H200"
    std::int64_t memoryBytes = 0;
  };
  std::vector<Device> devices;
  std::string problem;  // why it is not usable, a clause without a full stop
};
GpuDriver gpuDriver();

// A device for a run. deviceChoices() lists the CPU first, and also GPUs that cannot be used.
struct DeviceChoice {
  std::string name;     // "cpu", "cuda", "cuda:1"
  std::string title;    // "CPU", "GPU", "GPU 1 · NVIDIA H200"
  std::string problem;  // empty: it can be used
};
std::vector<DeviceChoice> deviceChoices();

// The number in "cuda:1"; 0 for "cuda", -1 if the text names no GPU.
int gpuNumber(std::string_view device);

}  // namespace stepscope
