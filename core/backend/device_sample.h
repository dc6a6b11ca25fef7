// Counters that a device reports during a run, for the run's series. A sampler of a backend (Backend::sampleCounters) that has them is also a
// DeviceMeter.
#pragma once

#include <limits>
#include <optional>

namespace stepscope {

// Unknown counters are NaN.
struct DeviceSample {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  double busyShare = kUnknown;    // part of the time in which anything ran on it, 0 to 1; not the part of its multiprocessors
  double memoryBytes = kUnknown;  // used by all programs, the maximum
  double watts = kUnknown, celsius = kUnknown, megahertz = kUnknown;
};

class DeviceMeter {
 public:
  virtual ~DeviceMeter() = default;
  // Means since the previous call, for memory the maximum. Nothing if nothing was read since. Callable from any thread; does not wait for the device.
  virtual std::optional<DeviceSample> takeSample() = 0;
};

}  // namespace stepscope
