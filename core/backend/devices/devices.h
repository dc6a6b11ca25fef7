// Devices by the name that a user gives, and in words why one cannot be used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

// Backends by name: "cpu", "cuda", "cuda:1". Null if there is none of that name, or it cannot be used on this machine.
const Backend* findBackend(std::string_view name);
std::vector<const Backend*> allBackends();

// The backend of that name. Throws Error (Input, "device") with the reason when it does not exist or cannot be used on this machine.
const Backend& requireBackend(std::string_view name);

// The same device for questions on another thread while a training may run on it: compiling predicts memory and time, and shares nothing
// with the training's own. Throws as requireBackend does.
const Backend& backendToAsk(std::string_view name);

// Why training cannot run on a GPU here, a clause without a full stop; empty when it can. Loads the driver and the plugin.
std::string whyNoGpu();

// What the GPUs' driver says of itself; loads its library if there is one.
struct GpuDriver {
  bool usable = false;  // it answers and finds a GPU
  std::string version;  // of CUDA, the newest that it knows: "13.0"; empty without a driver
  struct Device {
    std::string name;  // "NVIDIA H200"
    std::int64_t memoryBytes = 0;
  };
  std::vector<Device> devices;
  std::string problem;  // why it is not usable, a clause without a full stop
};
GpuDriver gpuDriver();

// What a run may train on here, the CPU first; a GPU that cannot be used with the clause that says why.
struct DeviceChoice {
  std::string name;     // "cpu", "cuda", "cuda:1"
  std::string title;    // "CPU", "GPU", "GPU 1 · NVIDIA H200"
  std::string problem;  // empty: it can be used
};
std::vector<DeviceChoice> deviceChoices();

// The number in "cuda:1"; 0 for "cuda", -1 for what names no GPU.
int gpuNumber(std::string_view device);

}  // namespace stepscope
