#include "core/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stepscope {

double learningRateAt(const ScheduleSpec& schedule, double base, double position, std::int64_t stepsPerEpoch, std::int64_t epochs) {
  const double perEpoch = static_cast<double>(std::max<std::int64_t>(1, stepsPerEpoch));
  const double warmup = std::round(schedule.warmupEpochs * perEpoch);
  // The rate that the main schedule gives at `position`; during warm-up it is the target.
  auto rest = [&](double at) {
    switch (schedule.kind) {
      case ScheduleSpec::Kind::Constant:
        return base;
      case ScheduleSpec::Kind::Step: {
        const double passed = std::floor(at / perEpoch / static_cast<double>(std::max<std::int64_t>(1, schedule.stepEpochs)));
        return base * std::pow(schedule.gamma, passed);
      }
      case ScheduleSpec::Kind::Cosine: {
        const double length = static_cast<double>(epochs) * perEpoch - warmup;
        // Past the end PyTorch's rule climbs again; a run that is extended stays at the minimum.
        const double progress = length > 0 ? std::clamp((at - warmup) / length, 0.0, 1.0) : 1.0;
        return schedule.minimum + (base - schedule.minimum) * (1 + std::cos(std::numbers::pi * progress)) / 2;
      }
    }
    return base;
  };
  if (position < warmup) {
    const double factor = schedule.warmupFactor + (1 - schedule.warmupFactor) * position / warmup;
    return (schedule.kind == ScheduleSpec::Kind::Step ? rest(position) : base) * factor;
  }
  return rest(position);
}

double learningRate(const ScheduleSpec& schedule, double base, std::int64_t step, std::int64_t stepsPerEpoch, std::int64_t epochs) {
  return learningRateAt(schedule, base, static_cast<double>(step), stepsPerEpoch, epochs);
}

}  // namespace stepscope
