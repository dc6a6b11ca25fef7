// Where the time of a run goes: every moment belongs to one activity, so the parts add up to the whole.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/clock.h"

namespace stepscope {

enum class Activity : std::uint8_t {
  Training,  // including checkpoints that the trainer waits for
  Validating,
  Paused,
  Trying,    // trying switches
  Planning,  // making another program: its compilation, and timing kernels between steps
  Idle,      // before the first step and after the last
};

class TimeAccount {
 public:
  // Starts another activity. Returns the time since the previous call, ns: it belongs to the activity until now.
  std::int64_t enter(Activity next) {
    const std::int64_t now = nowNs(), passed = now - since_;
    spent_[static_cast<std::size_t>(std::exchange(now_, next))] += passed;
    since_ = now;
    return passed;
  }
  Activity now() const { return now_; }
  std::int64_t of(Activity activity) const { return spent_[static_cast<std::size_t>(activity)]; }  // ns, until the last enter()

 private:
  std::array<std::int64_t, 6> spent_{};
  Activity now_ = Activity::Idle;
  std::int64_t since_ = nowNs();
};

}  // namespace stepscope
