// Whether other programs held the cores while something was timed.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "core/base/clock.h"

namespace stepscope {

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
