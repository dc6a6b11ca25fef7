#include "core/backend/cuda/base/driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace stepscope::cuda {
namespace {

// CUDA driver API, <cuda.h>: CUresult is an enum, CUdevice an int.
using CuInit = int (*)(unsigned);
using CuDriverGetVersion = int (*)(int*);
using CuDeviceGetCount = int (*)(int*);
using CuDeviceGetName = int (*)(char*, int, int);
using CuDeviceTotalMem = int (*)(std::size_t*, int);
using CuDeviceGetAttribute = int (*)(int*, int, int);
using CuDeviceGetPCIBusId = int (*)(char*, int, int);
constexpr int kMajor = 75, kMinor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*
constexpr int kNoDevice = 100;           // CUDA_ERROR_NO_DEVICE
constexpr int kStubLibrary = 34;         // CUDA_ERROR_STUB_LIBRARY
constexpr int kDriverMismatch = 803;     // CUDA_ERROR_SYSTEM_DRIVER_MISMATCH

template <typename Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

std::string versionText(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string whyTooOld(const std::string& name, int capability) {
  if (capability == 0 || capability >= kOldestCapability) return {};
  return fmt::format("{} has compute capability {}.{}, and the kernels are made for {}.{} (A100) and newer", name, capability / 10, capability % 10,
                     kOldestCapability / 10, kOldestCapability % 10);
}

Driver findDriver(const char* libraryName) {
  Driver driver;
  void* library = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    driver.problem = "there is no NVIDIA driver on this machine (libcuda.so.1 cannot be loaded)";
    return driver;
  }
  const auto init = symbol<CuInit>(library, "cuInit");
  const auto version = symbol<CuDriverGetVersion>(library, "cuDriverGetVersion");
  const auto count = symbol<CuDeviceGetCount>(library, "cuDeviceGetCount");
  const auto name = symbol<CuDeviceGetName>(library, "cuDeviceGetName");
  const auto memory = symbol<CuDeviceTotalMem>(library, "cuDeviceTotalMem_v2");
  const auto attribute = symbol<CuDeviceGetAttribute>(library, "cuDeviceGetAttribute");
  const auto busId = symbol<CuDeviceGetPCIBusId>(library, "cuDeviceGetPCIBusId");
  if (!init || !version || !count || !name || !memory) {
    driver.problem = "the NVIDIA driver's library lacks functions that every driver has, so it cannot be used; install the driver again";
    return driver;
  }
  const int result = init(0);
  int known = 0;
  if (version(&known) == 0) driver.version = known;
  if (result != 0) {
    driver.problem = result == kNoDevice         ? "the NVIDIA driver is installed, but it finds no GPU"
                     : result == kStubLibrary    ? "libcuda.so.1 is the CUDA toolkit's stub for linking, not a driver"
                     : result == kDriverMismatch ? "the NVIDIA driver's library and its kernel module are of different versions; restart the machine"
                                                 : fmt::format("the NVIDIA driver is installed, but does not start (CUDA error {})", result);
    return driver;
  }
  int devices = 0;
  count(&devices);
  for (int device = 0; device < devices; ++device) {
    char text[256] = {};
    std::size_t bytes = 0;
    name(text, sizeof(text) - 1, device);
    memory(&bytes, device);
    int major = 0, minor = 0;
    if (attribute && (attribute(&major, kMajor, device) != 0 || attribute(&minor, kMinor, device) != 0)) major = minor = 0;
    char bus[64] = {};
    if (!busId || busId(bus, sizeof(bus) - 1, device) != 0) bus[0] = 0;
    driver.devices.push_back({text, static_cast<std::int64_t>(bytes), 10 * major + minor, bus});
  }
  driver.usable = devices > 0;
  if (!driver.usable) driver.problem = "the NVIDIA driver is installed, but it finds no GPU";
  return driver;
}

}  // namespace stepscope::cuda
