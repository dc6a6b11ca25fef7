// The GPU's own counters: load, memory, power, clocks, temperature and the reasons why it slows down. Read through the driver's NVML library, loaded
// at run time; the toolkit has no header for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::cuda {

// Unavailable values are -1. `busy` is the fraction of time in which any kernel ran, not the fraction of multiprocessors in use.
struct GpuCounters {
  double busy = -1, memoryBusy = -1;               // fractions of the last sample period, 0 to 1
  std::int64_t memoryUsed = -1, memoryTotal = -1;  // bytes
  double watts = -1, celsius = -1;
  double smMegahertz = -1, memoryMegahertz = -1;
  double pcieSentBytesPerSecond = -1, pcieReceivedBytesPerSecond = -1;
  bool tellsSlowdown = false;  // whether `slowdown` is known
  std::uint64_t slowdown = 0;  // NVML's bits for the reasons of a lowered clock
};

// The names of the reasons that reduce the speed: "power cap", "hardware thermal slowdown". Idle clocks and the user's own settings are not included.
std::vector<std::string> slowdownReasons(std::uint64_t bits);

class Nvml {
 public:
  // Null if there is no such library or no device with that number; `*problem` then has the reason. If the driver knows the device's PCI bus id
  // (DriverDevice), that device is used, whatever its number here.
  static std::unique_ptr<Nvml> open(int device, std::string* problem = nullptr, const char* library = "libnvidia-ml.so.1",
                                    const std::string& pciBusId = {});
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  GpuCounters read() const;

 private:
  struct Functions;
  Nvml(std::unique_ptr<Functions> functions, void* device);
  std::unique_ptr<Functions> functions_;
  void* device_;
};

}  // namespace stepscope::cuda
