#include "core/backend/cuda/recording/nvml.h"

#include <dlfcn.h>

namespace stepscope::cuda {
namespace {

// nvml.h: nvmlReturn_t is an enum, a device an opaque pointer.
struct Utilization {
  unsigned gpu, memory;  // percent
};
struct Memory {
  unsigned long long total, free, used;
};
constexpr int kSuccess = 0;
constexpr unsigned kTemperatureGpu = 0, kClockSm = 1, kClockMemory = 2, kPcieSent = 0, kPcieReceived = 1;

// The bits nvmlClocksEventReason* that mean a reduced speed.
constexpr struct {
  std::uint64_t bit;
  const char* words;
} kReasons[] = {
    {0x4, "power cap"},   {0x8, "hardware slowdown"}, {0x10, "sync boost"}, {0x20, "software thermal slowdown"}, {0x40, "hardware thermal slowdown"},
    {0x80, "power brake"}};

}  // namespace

struct Nvml::Functions {
  void* library = nullptr;
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  const char* (*errorString)(int) = nullptr;
  int (*handleByIndex)(unsigned, void**) = nullptr;
  int (*handleByPciBusId)(const char*, void**) = nullptr;
  int (*utilizationRates)(void*, Utilization*) = nullptr;
  int (*memoryInfo)(void*, Memory*) = nullptr;
  int (*powerUsage)(void*, unsigned*) = nullptr;  // milliwatts
  int (*temperature)(void*, unsigned, unsigned*) = nullptr;
  int (*clockInfo)(void*, unsigned, unsigned*) = nullptr;  // MHz
  int (*throttleReasons)(void*, unsigned long long*) = nullptr;
  int (*pcieThroughput)(void*, unsigned, unsigned*) = nullptr;  // KB/s

  template <class F>
  void find(F& function, const char* name) {
    function = reinterpret_cast<F>(dlsym(library, name));
  }
};

std::vector<std::string> slowdownReasons(std::uint64_t bits) {
  std::vector<std::string> words;
  for (const auto& reason : kReasons)
    if (bits & reason.bit) words.emplace_back(reason.words);
  return words;
}

std::unique_ptr<Nvml> Nvml::open(int device, std::string* problem, const char* library, const std::string& pciBusId) {
  const auto refuse = [&](std::string why) -> std::unique_ptr<Nvml> {
    if (problem) *problem = std::move(why);
    return nullptr;
  };
  auto f = std::make_unique<Functions>();
  f->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!f->library) return refuse("the driver's NVML library (libnvidia-ml.so.1) cannot be loaded");
  f->find(f->init, "nvmlInit_v2");
  f->find(f->shutdown, "nvmlShutdown");
  f->find(f->errorString, "nvmlErrorString");
  f->find(f->handleByIndex, "nvmlDeviceGetHandleByIndex_v2");
  f->find(f->handleByPciBusId, "nvmlDeviceGetHandleByPciBusId_v2");
  f->find(f->utilizationRates, "nvmlDeviceGetUtilizationRates");
  f->find(f->memoryInfo, "nvmlDeviceGetMemoryInfo");
  f->find(f->powerUsage, "nvmlDeviceGetPowerUsage");
  f->find(f->temperature, "nvmlDeviceGetTemperature");
  f->find(f->clockInfo, "nvmlDeviceGetClockInfo");
  f->find(f->throttleReasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
  if (!f->throttleReasons) f->find(f->throttleReasons, "nvmlDeviceGetCurrentClocksEventReasons");  // its name in newer drivers
  f->find(f->pcieThroughput, "nvmlDeviceGetPcieThroughput");
  if (!f->init || !f->shutdown || !f->handleByIndex) {
    dlclose(f->library);
    return refuse("the driver's NVML library lacks functions that every driver has");
  }
  const auto words = [&](int error) { return f->errorString ? std::string(f->errorString(error)) : "error " + std::to_string(error); };
  if (const int error = f->init(); error != kSuccess) {
    const std::string why = "NVML does not start: " + words(error);
    dlclose(f->library);
    return refuse(why);
  }
  void* handle = nullptr;
  const bool known = !pciBusId.empty() && f->handleByPciBusId && f->handleByPciBusId(pciBusId.c_str(), &handle) == kSuccess;
  if (const int error = known ? kSuccess : f->handleByIndex(static_cast<unsigned>(device), &handle); error != kSuccess) {
    const std::string why = "NVML finds no GPU " + std::to_string(device) + ": " + words(error);
    f->shutdown();
    dlclose(f->library);
    return refuse(why);
  }
  return std::unique_ptr<Nvml>(new Nvml(std::move(f), handle));
}

Nvml::Nvml(std::unique_ptr<Functions> functions, void* device) : functions_(std::move(functions)), device_(device) {}

Nvml::~Nvml() {
  functions_->shutdown();
  dlclose(functions_->library);
}

GpuCounters Nvml::read() const {
  const Functions& f = *functions_;
  GpuCounters c;
  Utilization utilization{};
  if (f.utilizationRates && f.utilizationRates(device_, &utilization) == kSuccess) {
    c.busy = utilization.gpu / 100.0;
    c.memoryBusy = utilization.memory / 100.0;
  }
  Memory memory{};
  if (f.memoryInfo && f.memoryInfo(device_, &memory) == kSuccess) {
    c.memoryUsed = static_cast<std::int64_t>(memory.used);
    c.memoryTotal = static_cast<std::int64_t>(memory.total);
  }
  const auto number = [&](auto function, double scale, auto... which) {
    unsigned value = 0;
    return function && function(device_, which..., &value) == kSuccess ? value * scale : -1.0;
  };
  c.watts = number(f.powerUsage, 1e-3);
  c.celsius = number(f.temperature, 1.0, kTemperatureGpu);
  c.smMegahertz = number(f.clockInfo, 1.0, kClockSm);
  c.memoryMegahertz = number(f.clockInfo, 1.0, kClockMemory);
  c.pcieSentBytesPerSecond = number(f.pcieThroughput, 1024.0, kPcieSent);
  c.pcieReceivedBytesPerSecond = number(f.pcieThroughput, 1024.0, kPcieReceived);
  unsigned long long reasons = 0;
  if (f.throttleReasons && f.throttleReasons(device_, &reasons) == kSuccess) {
    c.tellsSlowdown = true;
    c.slowdown = reasons;
  }
  return c;
}

}  // namespace stepscope::cuda
