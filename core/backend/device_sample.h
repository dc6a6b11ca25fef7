// What a device tells of itself while a run trains, for the run's series. The sampler of a backend (Backend::sampleCounters) that can tell it
// is a DeviceMeter, too.
#pragma once

#include <limits>
#include <optional>

namespace stepscope {

// What the device does not tell is NaN.
struct DeviceSample {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  double busyShare = kUnknown;    // of the time, in which anything ran on it, 0 to 1; not of its multiprocessors
  double memoryBytes = kUnknown;  // that all programs take, the most
  double watts = kUnknown, celsius = kUnknown, megahertz = kUnknown;
};

class DeviceMeter {
 public:
  virtual ~DeviceMeter() = default;
  // Means since the call before, of memory the highest. Nothing where nothing was read since. From any thread; does not wait for the device.
  virtual std::optional<DeviceSample> takeSample() = 0;
};

}  // namespace stepscope
