// Asks the NVIDIA driver through its own library, loaded while the program runs: nothing of CUDA is needed to build or to start.
#include <dlfcn.h>
#include <fmt/format.h>

#include "core/report/doctor.h"
#include "core/report/units.h"

namespace stepscope {
namespace {

// CUDA driver API, <cuda.h>: CUresult is an enum, CUdevice an int.
using CuInit = int (*)(unsigned);
using CuDriverGetVersion = int (*)(int*);
using CuDeviceGetCount = int (*)(int*);
using CuDeviceGetName = int (*)(char*, int, int);
using CuDeviceTotalMem = int (*)(std::size_t*, int);
constexpr int kNoDevice = 100;        // CUDA_ERROR_NO_DEVICE
constexpr int kDriverMismatch = 803;  // CUDA_ERROR_SYSTEM_DRIVER_MISMATCH

template <typename Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

GpuReport findGpu() {
  GpuReport report;
  // Kept open to the end of the program: the driver starts threads that outlive a dlclose.
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    report.explanation = "No NVIDIA driver was found (libcuda.so.1 cannot be loaded), so training runs on the CPU.";
    return report;
  }
  const auto init = symbol<CuInit>(library, "cuInit");
  const auto version = symbol<CuDriverGetVersion>(library, "cuDriverGetVersion");
  const auto count = symbol<CuDeviceGetCount>(library, "cuDeviceGetCount");
  const auto name = symbol<CuDeviceGetName>(library, "cuDeviceGetName");
  const auto memory = symbol<CuDeviceTotalMem>(library, "cuDeviceTotalMem_v2");
  if (!init || !version || !count || !name || !memory) {
    report.explanation =
        "The NVIDIA driver's library lacks functions that every driver has, so it cannot be used; install the driver again.";
    return report;
  }
  const int result = init(0);
  int driver = 0;
  if (version(&driver) == 0) report.driverVersion = fmt::format("{}.{}", driver / 1000, driver % 1000 / 10);
  if (result != 0) {
    report.explanation = result == kNoDevice ? "The NVIDIA driver is installed, but it finds no GPU."
                         : result == kDriverMismatch
                             ? "The NVIDIA driver's library and its kernel module are of different versions; restart the machine."
                             : fmt::format("The NVIDIA driver is installed, but does not start (CUDA error {}).", result);
    return report;
  }
  report.driver = true;
  int devices = 0;
  count(&devices);
  for (int device = 0; device < devices; ++device) {
    char text[256] = {};
    std::size_t bytes = 0;
    name(text, sizeof(text) - 1, device);
    memory(&bytes, device);
    report.devices.push_back(fmt::format("{}, {}", text, text::bytes(static_cast<double>(bytes))));
  }
  report.explanation = fmt::format("NVIDIA driver for CUDA {}, {} GPU{}; this version trains on the CPU.", report.driverVersion, devices,
                                   devices == 1 ? "" : "s");
  return report;
}

}  // namespace stepscope
