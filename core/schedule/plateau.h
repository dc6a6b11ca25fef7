// reduce_on_plateau: cuts the rate when a metric stops improving (PyTorch ReduceLROnPlateau). The state is small and kept in checkpoints.
#pragma once

#include <cstdint>
#include <limits>

#include "core/schedule/schedule.h"

namespace stepscope {

struct Plateau {
  double best = std::numeric_limits<double>::quiet_NaN();  // of the metric; NaN before the first
  double rate = std::numeric_limits<double>::quiet_NaN();  // NaN while nothing was cut
  double base = 0;                                         // the base rate that `rate` belongs to
  std::int64_t bad = 0;                                    // epochs without a better value
  std::int64_t cooldown = 0;                               // epochs left in which none counts as bad
  bool operator==(const Plateau&) const = default;

  // The rate now, for a base rate that a batch-size rule may have changed since; NaN while nothing was cut.
  double rateFor(double baseNow) const { return base > 0 ? rate * (baseNow / base) : rate; }
};

// One more value of the metric. lowerIsBetter: a loss; else an accuracy. Returns true when the rate was cut.
bool observe(Plateau& plateau, const ScheduleSpec& spec, double base, double metric, bool lowerIsBetter);

}  // namespace stepscope
