#include "core/schedule/plateau.h"

#include <algorithm>
#include <cmath>

namespace stepscope {

bool observe(Plateau& plateau, const ScheduleSpec& spec, double base, double metric, bool lowerIsBetter) {
  const ScheduleArguments a(spec, scheduleOf(spec).arguments);
  const double threshold = a["threshold"], sign = lowerIsBetter ? -1 : 1;
  const bool relative = a["threshold_mode"] == 0;
  const double wanted = relative ? plateau.best * (1 + sign * threshold) : plateau.best + sign * threshold;
  // A value that is not finite counts as not better.
  const bool better = std::isfinite(metric) && (!std::isfinite(plateau.best) || (lowerIsBetter ? metric < wanted : metric > wanted));
  if (better) {
    plateau.best = metric;
    plateau.bad = 0;
  } else {
    ++plateau.bad;
  }
  if (plateau.cooldown > 0) {
    --plateau.cooldown;
    plateau.bad = 0;
  }
  if (plateau.bad <= static_cast<std::int64_t>(a["patience"])) return false;
  const double before = std::isnan(plateau.rate) ? base : plateau.rateFor(base);
  const double after = std::max(before * a["factor"], a["minimum"]);
  const bool cut = before - after > a["eps"];
  if (cut) {
    plateau.rate = after;
    plateau.base = base;
  }
  plateau.cooldown = static_cast<std::int64_t>(a["cooldown"]);
  plateau.bad = 0;
  return cut;
}

}  // namespace stepscope
