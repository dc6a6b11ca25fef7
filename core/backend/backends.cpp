#include <charconv>
#include <memory>
#include <vector>

#include "core/backend/cpu/cpu_backend.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/cuda/driver.h"
#include "core/backend/cuda/plugin_loader.h"
#include "core/backend/devices.h"
#include "core/base/error.h"

namespace stepscope {

namespace {

// Null where there is no such GPU that can be used.
const Backend* cudaBackend(int number) {
  static const std::vector<std::unique_ptr<Backend>> backends = [] {
    std::vector<std::unique_ptr<Backend>> made;
    const cuda::DeviceApi* api = cuda::usablePlugin().api;
    cuda::ProbeResult probe;
    if (api) api->probe(&probe);
    for (int device = 0; api && device < probe.devices; ++device) made.push_back(cuda::makeBackend(*api, device));
    return made;
  }();
  return number >= 0 && static_cast<std::size_t>(number) < backends.size() ? backends[static_cast<std::size_t>(number)].get() : nullptr;
}

}  // namespace

std::vector<const Backend*> allBackends() {
  std::vector<const Backend*> all{&cpuBackend()};
  for (int number = 0; const Backend* gpu = cudaBackend(number); ++number) all.push_back(gpu);
  return all;
}

const Backend* findBackend(std::string_view name) {
  // By name first, so that the CPU is found without loading anything of a GPU.
  if (name == "cpu") return &cpuBackend();
  const int number = gpuNumber(name);
  return number >= 0 ? cudaBackend(number) : nullptr;
}

int gpuNumber(std::string_view device) {
  if (device == "cuda") return 0;
  if (!device.starts_with("cuda:")) return -1;
  int number = -1;
  const char* const end = device.data() + device.size();
  const auto [stop, error] = std::from_chars(device.data() + 5, end, number);
  return error == std::errc() && stop == end ? number : -1;
}

std::vector<DeviceChoice> deviceChoices() {
  std::vector<DeviceChoice> choices{{"cpu", "CPU", {}}};
  const std::vector<cuda::DriverDevice> devices = cuda::findDriver().devices;
  const std::string problem = whyNoGpu();
  if (devices.empty()) choices.push_back({"cuda", "GPU", problem});
  for (std::size_t n = 0; n < devices.size(); ++n) {
    const std::string number = std::to_string(n);
    choices.push_back(
        {n == 0 ? "cuda" : "cuda:" + number, (devices.size() == 1 ? "GPU" : "GPU " + number) + " · " + devices[n].name, problem});
  }
  return choices;
}

std::string whyNoGpu() {
  return cuda::usablePlugin().problem;
}

const Backend& requireBackend(std::string_view name) {
  if (const Backend* backend = findBackend(name)) return *backend;
  if (gpuNumber(name) >= 0 && whyNoGpu().empty())
    throw Error(ErrorKind::Input, "device", "there is no GPU " + std::string(name) + " here",
                "Run stepscope-cli doctor to see those there are");
  if (gpuNumber(name) >= 0) {
    throw Error(ErrorKind::Input, "device", "cuda cannot be used: " + whyNoGpu(),
                "Choose cpu, or run stepscope-cli doctor to see what was found");
  }
  throw Error(ErrorKind::Input, "device", "there is no device " + std::string(name), "Choose cpu or cuda");
}

}  // namespace stepscope
