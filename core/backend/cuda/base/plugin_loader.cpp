#include "core/backend/cuda/base/plugin_loader.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace stepscope::cuda {
namespace {

// cudaError_t, <driver_types.h>
constexpr int kNotInitialised = 3, kStubLibrary = 34, kInsufficientDriver = 35, kNoDeviceFound = 100;
constexpr int kNeededDriver = 13000;  // the plugin's runtime is CUDA 13

// Whether the file is as long as its program headers require. The dynamic linker maps those ranges without a check: a truncated library (full disk,
// interrupted download) would kill the program with a bus error.
bool isWhole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(0, std::ios::end);
  const std::streamoff size = file.tellg();
  Elf64_Ehdr header{};
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(&header), sizeof(header))) return false;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phentsize != sizeof(Elf64_Phdr)) return false;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof(part)));
    if (!file.read(reinterpret_cast<char*>(&part), sizeof(part))) return false;
    if (part.p_filesz > static_cast<std::uint64_t>(size) || part.p_offset > static_cast<std::uint64_t>(size) - part.p_filesz) return false;
  }
  return true;
}

}  // namespace

std::string pluginPath() {
  if (const char* set = std::getenv("STEPSCOPE_CUDA_PLUGIN"); set && *set) return set;
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path().parent_path() / "lib" / "stepscope" / "libstepscope_cuda.so").string();
}

Plugin loadPlugin(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    return {nullptr, "this build of Stepscope has no CUDA plugin (" + path + " is missing); build it on a machine with the CUDA 13 toolkit"};
  if (!isWhole(path)) return {nullptr, "the CUDA plugin cannot be loaded (" + path + " is damaged); install Stepscope again"};
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* why = dlerror();
    return {nullptr, "the CUDA plugin cannot be loaded (" + std::string(why ? why : path) + "); install Stepscope again"};
  }
  using Entry = const DeviceApi* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(library, kDeviceApiSymbol));
  if (!entry) {
    dlclose(library);
    return {nullptr, path + " is not a CUDA plugin of Stepscope; install Stepscope again"};
  }
  const DeviceApi* api = entry();
  if (!api || api->version != kDeviceApiVersion || api->bytes != sizeof(DeviceApi)) {
    const std::uint32_t found = api ? api->version : 0;
    dlclose(library);
    return {nullptr, fmt::format("the CUDA plugin {} has interface version {}, this program needs {}; install both from one build", path, found,
                                 kDeviceApiVersion)};
  }
  return {api, {}};
}

std::string whyUnusable(const DeviceApi& api) {
  ProbeResult probe;
  api.probe(&probe);
  switch (probe.code) {
    case 0: return probe.devices > 0 ? std::string() : "the NVIDIA driver is installed, but it finds no GPU";
    case kInsufficientDriver:
      if (probe.driverVersion == 0) return "there is no NVIDIA driver on this machine";
      return fmt::format("the NVIDIA driver is too old for CUDA {}: it knows CUDA {}; install a newer driver", versionText(probe.runtimeVersion),
                         versionText(probe.driverVersion));
    case kStubLibrary: return "libcuda.so.1 is the CUDA toolkit's stub for linking, not a driver";
    case kNoDeviceFound: return "the NVIDIA driver is installed, but it finds no GPU";
    case kNotInitialised: return "the NVIDIA driver does not start (CUDA error 3); restart the machine or install the driver again";
    default: return fmt::format("the GPU cannot be used: {} (CUDA error {})", api.errorText(), probe.code);
  }
}

Plugin pluginFor(const Driver& driver, const std::string& path) {
  if (!driver.usable) return {nullptr, driver.problem};
  if (driver.version < kNeededDriver)
    return {nullptr,
            fmt::format("the NVIDIA driver is too old for CUDA 13: it knows CUDA {}; install driver 580 or newer", versionText(driver.version))};
  Plugin plugin = loadPlugin(path);
  if (plugin.api) {
    if (std::string problem = whyUnusable(*plugin.api); !problem.empty()) return {nullptr, std::move(problem)};
  }
  return plugin;
}

const Plugin& usablePlugin() {
  static const Plugin found = pluginFor(findDriver(), pluginPath());
  return found;
}

}  // namespace stepscope::cuda
