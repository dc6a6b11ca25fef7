#include "core/project/capture_schedule.h"

namespace stepscope {

CaptureSchedule::Phase CaptureSchedule::phase(std::int64_t done) const {
  if (first < 0 || active <= 0 || done < first) return Phase::Idle;
  const std::int64_t cycle = wait + warmup + active, at = (done - first) % cycle;
  if (repeat > 0 && (done - first) / cycle >= repeat) return Phase::Idle;
  return at < wait ? Phase::Idle : at < wait + warmup ? Phase::Warmup : Phase::Active;
}

bool CaptureSchedule::windowBegins(std::int64_t done) const {
  return phase(done) == Phase::Active && (done - first) % (wait + warmup + active) == wait + warmup;
}

}  // namespace stepscope
