// Which steps of a run are captured, as in torch.profiler.schedule: after `first` steps, cycles of `wait` steps without recording, `warmup` steps
// that are recorded and deleted, and `active` steps that are kept as a window.
#pragma once

#include <cstdint>

namespace stepscope {

struct CaptureSchedule {
  std::int64_t first = 20;  // steps before the first cycle; -1: no capture
  std::int64_t wait = 0, warmup = 2, active = 5;
  std::int64_t repeat = 1;  // cycles; 0: as long as the run lasts

  enum class Phase { Idle, Warmup, Active };
  // Phase of the next step after `done` steps of this session.
  Phase phase(std::int64_t done) const;
  // Whether a window begins with the next step.
  bool windowBegins(std::int64_t done) const;
  bool operator==(const CaptureSchedule&) const = default;
};

}  // namespace stepscope
