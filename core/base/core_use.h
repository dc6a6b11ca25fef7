// Who held the cores meanwhile: this process, or others. What was timed while others held them says little of the program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace stepscope {

// Counts since the machine started, ns of one core.
struct CoreTimes {
  std::int64_t work = 0;  // of the cores that this process may use, by anybody; also what the hypervisor gave to other machines
  std::int64_t own = 0;   // of this process
  std::int64_t now = 0;   // nowNs()
  int cores = 0;          // that work counts; 0: the system does not tell
};
// Linux: /proc/stat, which counts in hundredths of a second, and the process' own clock.
CoreTimes coreTimes();

// From its making on. Tests bring their own times.
class CoreUse {
 public:
  explicit CoreUse(std::function<CoreTimes()> times = coreTimes) : times_(std::move(times)), begin_(times_()) {}

  // The part of the cores' time that other processes took, 0 to 1. Nothing where the system does not tell it, or in less than 50 ms.
  std::optional<double> others() const;

  // Above it nothing is concluded from times: steps of one side may have found the cores taken more often than those of the other.
  static constexpr double kMostOthers = 0.10;

 private:
  std::function<CoreTimes()> times_;
  CoreTimes begin_;
};

}  // namespace stepscope
