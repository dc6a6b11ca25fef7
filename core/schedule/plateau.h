// reduce_on_plateau: cuts the rate when a metric stops improving (PyTorch ReduceLROnPlateau). The state is small and kept in checkpoints.
#pragma once

#include <cstdint>
#include <limits>

#include "core/schedule/schedule.h"

namespace stepscope {

struct Plateau {
  double best = std::numeric_limits<double>::quiet_NaN();  // best value of the metric so far; NaN before the first one
  double rate = std::numeric_limits<double>::quiet_NaN();  // rate after the last cut; NaN before the first one
  double base = 0;                                         // the base rate that `rate` belongs to
  std::int64_t bad = 0;                                    // epochs without a better value
  std::int64_t cooldown = 0;                               // epochs left in which a value that is not better does not count as bad
  bool operator==(const Plateau&) const = default;

  // The present rate, for a base rate that a batch-size rule may have changed since; NaN before the first cut.
  double rateFor(double baseNow) const { return base > 0 ? rate * (baseNow / base) : rate; }
};

// Adds a value of the metric, measured after an epoch. `base` is the base rate at present; `lowerIsBetter` is true for a loss. Returns true if the
// rate was cut.
bool observe(Plateau& plateau, const ScheduleSpec& spec, double base, double metric, bool lowerIsBetter);

}  // namespace stepscope
