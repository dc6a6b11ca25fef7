#include <charconv>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/backend/cpu/cpu_backend.h"
#include "core/backend/cuda/base/driver.h"
#include "core/backend/cuda/base/plugin_loader.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"

namespace stepscope {

namespace {

// Says why this GPU is too old; empty if it is new enough or does not exist.
std::string whyTooOld(int number) {
  const std::vector<cuda::DriverDevice> devices = cuda::findDriver().devices;
  if (number < 0 || static_cast<std::size_t>(number) >= devices.size()) return {};
  const cuda::DriverDevice& device = devices[static_cast<std::size_t>(number)];
  return cuda::whyTooOld(device.name, device.capability);
}

// Null if there is no such usable GPU. Backends live until the end of the process: inside exit() CUDA's libraries may already be shut down, and
// freeing memory then would crash the program after its last line.
const Backend* cudaBackend(int number) {
  using Backends = std::vector<std::unique_ptr<Backend>>;
  static const Backends& backends = *new Backends([] {
    Backends made;
    const cuda::DeviceApi* api = cuda::usablePlugin().api;
    cuda::ProbeResult probe;
    if (api) api->probe(&probe);
    for (int device = 0; api && device < probe.devices; ++device) made.push_back(cuda::makeBackend(*api, device));
    return made;
  }());
  if (!whyTooOld(number).empty()) return nullptr;
  return number >= 0 && static_cast<std::size_t>(number) < backends.size() ? backends[static_cast<std::size_t>(number)].get() : nullptr;
}

}  // namespace

const Backend& backendToAsk(std::string_view name) {
  const Backend& training = requireBackend(name);
  const int number = gpuNumber(name);
  if (number < 0) return training;
  static std::mutex mutex;
  static auto& others = *new std::map<int, std::unique_ptr<Backend>>;
  const std::lock_guard lock(mutex);
  std::unique_ptr<Backend>& other = others[number];
  if (!other) other = cuda::makeBackend(*cuda::usablePlugin().api, number);
  return *other;
}

std::vector<const Backend*> allBackends() {
  std::vector<const Backend*> all{&cpuBackend()};
  const std::size_t gpus = cuda::findDriver().devices.size();
  for (std::size_t number = 0; number < gpus; ++number)
    if (const Backend* gpu = cudaBackend(static_cast<int>(number))) all.push_back(gpu);
  return all;
}

const Backend* findBackend(std::string_view name) {
  // The CPU first, so that it is found without loading GPU libraries.
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
  const std::string problem = cuda::usablePlugin().problem;
  if (devices.empty()) choices.push_back({"cuda", "GPU", problem});
  for (std::size_t n = 0; n < devices.size(); ++n) {
    const std::string number = std::to_string(n);
    choices.push_back({n == 0 ? "cuda" : "cuda:" + number, (devices.size() == 1 ? "GPU" : "GPU " + number) + " · " + devices[n].name,
                       problem.empty() ? whyTooOld(static_cast<int>(n)) : problem});
  }
  return choices;
}

GpuDriver gpuDriver() {
  const cuda::Driver found = cuda::findDriver();
  GpuDriver driver{found.usable, found.version > 0 ? cuda::versionText(found.version) : std::string(), {}, found.problem};
  for (const cuda::DriverDevice& device : found.devices) driver.devices.push_back({device.name, device.memoryBytes});
  return driver;
}

std::string whyNoGpu() {
  if (!cuda::usablePlugin().problem.empty()) return cuda::usablePlugin().problem;
  std::string old;
  for (std::size_t n = 0; n < cuda::findDriver().devices.size(); ++n) {
    const std::string why = whyTooOld(static_cast<int>(n));
    if (why.empty()) return {};
    if (old.empty()) old = why;
  }
  return old;
}

const Backend& requireBackend(std::string_view name) {
  if (const Backend* backend = findBackend(name)) return *backend;
  const std::string old = whyTooOld(gpuNumber(name));
  if (!old.empty() && cuda::usablePlugin().problem.empty())
    throw Error(ErrorKind::Input, "device", std::string(name) + " cannot be used: " + old,
                "Choose cpu, or another GPU that stepscope-cli doctor names");
  if (gpuNumber(name) >= 0 && whyNoGpu().empty())
    throw Error(ErrorKind::Input, "device", "there is no GPU " + std::string(name) + " here", "Run stepscope-cli doctor to list the GPUs");
  if (gpuNumber(name) >= 0) {
    throw Error(ErrorKind::Input, "device", "cuda cannot be used: " + whyNoGpu(), "Choose cpu, or run stepscope-cli doctor to see what was found");
  }
  throw Error(ErrorKind::Input, "device", "there is no device " + std::string(name), "Choose cpu or cuda");
}

}  // namespace stepscope
