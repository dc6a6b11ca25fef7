// Counters that a device reports during a run, for the run's series. If a backend's sampler (Backend::sampleCounters) has them, it is also a
// DeviceMeter.
#pragma once

#include <limits>
#include <optional>

namespace stepscope {

// Unknown counters are NaN.
struct DeviceSample {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  double busyShare = kUnknown;    // fraction of the time in which any kernel ran, 0 to 1; not the fraction of multiprocessors in use
  double memoryBytes = kUnknown;  // memory in use by all programs: the maximum
  double watts = kUnknown, celsius = kUnknown, megahertz = kUnknown;
};

class DeviceMeter {
 public:
  virtual ~DeviceMeter() = default;
  // Means since the previous call; for memory the maximum. Empty if no counters were read since then. Callable from any thread; does not wait for the
  // device.
  virtual std::optional<DeviceSample> takeSample() = 0;
};

}  // namespace stepscope
