// Who held the cores meanwhile: this process, or others. What was timed while others held them says little of the program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "core/base/clock.h"

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

// Whether other programs held the cores while something was timed.
// How long the threads of this process have been ready to run and waited for a core, ns (/proc/self/task/*/schedstat, Linux' run delay).
// 0 where the system does not tell.
std::int64_t waitedForCoresNs();

// From its making on. Clock and waits in ns; tests bring their own.
class Disturbance {
 public:
  explicit Disturbance(int threads, std::function<std::int64_t()> waits = waitedForCoresNs, std::function<std::int64_t()> clock = nowNs)
      : threads_(threads), waits_(std::move(waits)), clock_(std::move(clock)), waited_(waits_()), begin_(clock_()) {}

  // The part of the threads' time that they waited for a core, 0 to 1.
  double share() const;
  // So much that a timing of all threads together says little: every one waits for the one that waits.
  bool spoils() const { return share() > kMostShare; }

 private:
  static constexpr double kMostShare = 0.05;
  int threads_;
  std::function<std::int64_t()> waits_, clock_;
  std::int64_t waited_, begin_;
};

}  // namespace stepscope
