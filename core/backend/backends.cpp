#include "core/backend/cpu/cpu_backend.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/cuda/plugin_loader.h"
#include "core/backend/devices.h"
#include "core/base/error.h"

namespace stepscope {

namespace {

// Null where no GPU can be used.
const Backend* cudaBackend() {
  static const std::unique_ptr<Backend> backend =
      cuda::usablePlugin().api ? cuda::makeBackend(*cuda::usablePlugin().api) : std::unique_ptr<Backend>();
  return backend.get();
}

}  // namespace

std::vector<const Backend*> allBackends() {
  std::vector<const Backend*> all{&cpuBackend()};
  if (const Backend* gpu = cudaBackend()) all.push_back(gpu);
  return all;
}

const Backend* findBackend(std::string_view name) {
  // By name first, so that the CPU is found without loading anything of a GPU.
  if (name == "cpu") return &cpuBackend();
  return name == "cuda" ? cudaBackend() : nullptr;
}

std::string whyNoGpu() {
  return cuda::usablePlugin().problem;
}

const Backend& requireBackend(std::string_view name) {
  if (const Backend* backend = findBackend(name)) return *backend;
  if (name == "cuda") {
    throw Error(ErrorKind::Input, "device", "cuda cannot be used: " + whyNoGpu(),
                "Choose cpu, or run stepscope-cli doctor to see what was found");
  }
  throw Error(ErrorKind::Input, "device", "there is no device " + std::string(name), "Choose cpu or cuda");
}

}  // namespace stepscope
