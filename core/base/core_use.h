// Measures whether this process or others used the cores during a measurement. A time measured while others used them is not reliable.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "core/base/clock.h"

namespace stepscope {

// Counts since the machine started, ns of one core.
struct CoreTimes {
  // Time used by all processes on the cores that this process may use; includes time that the hypervisor gave to other machines.
  std::int64_t work = 0;
  std::int64_t own = 0;  // time used by this process
  std::int64_t now = 0;  // nowNs()
  int cores = 0;         // how many cores `work` counts; 0: not known
};
// Linux: /proc/stat, which counts in hundredths of a second, and the process' own clock.
CoreTimes coreTimes();

// Starts to measure when it is constructed. Tests pass their own times.
class CoreUse {
 public:
  explicit CoreUse(std::function<CoreTimes()> times = coreTimes) : times_(std::move(times)), begin_(times_()) {}

  // The part of the cores' time that other processes used, 0 to 1. Nothing if it is not known, or after less than 50 ms.
  std::optional<double> others() const;

  // Above this limit measured times are not compared: one side's steps may have been disturbed more often than the other's.
  static constexpr double kMostOthers = 0.10;

 private:
  std::function<CoreTimes()> times_;
  CoreTimes begin_;
};

// How long the threads of this process have been ready to run but waited for a core, in ns (Linux: the run delay in /proc/self/task/*/schedstat).
// 0 if it is not known.
std::int64_t waitedForCoresNs();

// Measures whether other programs held the cores while something was timed. Starts to measure when it is constructed. `waits` and `clock` return ns;
// tests pass their own.
class Disturbance {
 public:
  explicit Disturbance(int threads, std::function<std::int64_t()> waits = waitedForCoresNs, std::function<std::int64_t()> clock = nowNs)
      : threads_(threads), waits_(std::move(waits)), clock_(std::move(clock)), waited_(waits_()), begin_(clock_()) {}

  // The part of the threads' time that they waited for a core, 0 to 1.
  double share() const;
  // True if a time measured over all threads together is not reliable: all threads wait for the one that waits for a core.
  bool spoils() const { return share() > kMostShare; }

 private:
  static constexpr double kMostShare = 0.05;
  int threads_;
  std::function<std::int64_t()> waits_, clock_;
  std::int64_t waited_, begin_;
};

}  // namespace stepscope
