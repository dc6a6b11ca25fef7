// reduce_on_plateau: cuts the rate when a metric stops improving (PyTorch ReduceLROnPlateau). The state is small and kept in checkpoints.
#pragma once

#include <cstdint>
#include <limits>

#include "core/schedule/schedule.h"

namespace stepscope {

struct Plateau {
  double best = std::numeric_limits<double>::quiet_NaN();  // of the metric; NaN before the first value
  double rate = std::numeric_limits<double>::quiet_NaN();  // NaN if nothing was cut
  double base = 0;                                         // the base rate that `rate` belongs to
  std::int64_t bad = 0;                                    // epochs without a better value
  std::int64_t cooldown = 0;                               // remaining epochs in which none counts as bad
  bool operator==(const Plateau&) const = default;

  // The present rate, for a base rate that a batch-size rule may have changed since; NaN if nothing was cut.
  double rateFor(double baseNow) const { return base > 0 ? rate * (baseNow / base) : rate; }
};

// Adds a value of the metric. lowerIsBetter: true for a loss. Returns true if the rate was cut.
bool observe(Plateau& plateau, const ScheduleSpec& spec, double base, double metric, bool lowerIsBetter);

}  // namespace stepscope
