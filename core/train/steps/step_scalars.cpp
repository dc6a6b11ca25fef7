#include "core/train/steps/step_scalars.h"

#include <algorithm>

#include "core/base/philox.h"

namespace stepscope {

// The seed has 52 bits, because a scalar is passed as a double.
double dropoutSeed(std::uint64_t seed, std::int64_t step, std::int64_t batch) {
  PhiloxStream stream(seed, static_cast<std::uint64_t>(step), 0x5eedu + (static_cast<std::uint32_t>(batch) << 15));
  const std::uint64_t high = stream.next() & 0xFFFFFu, low = stream.next();
  return static_cast<double>((high << 32) | low);
}

double averageDecay(const AverageSpec& spec, std::int64_t step) {
  if (step <= 1) return 0;
  const double t = static_cast<double>(step - 1);
  return spec.warmup ? std::min(spec.decay, (1 + t) / (10 + t)) : spec.decay;
}

void setStepScalars(Program& program, const TrainSpec& train, const ScheduleValue& scheduled, std::int64_t done, std::int64_t skipped,
                    std::int64_t batch) {
  const Graph& graph = program.graph();
  const auto scalar = [&](const char* name, double value) {
    if (graph.find(name) != kNone) program.setScalar(name, value);
  };
  program.setScalar("lr", scheduled.rate);
  scalar("momentum", scheduled.momentum);
  scalar("step", static_cast<double>(done + 1 - skipped));
  scalar("seed", dropoutSeed(train.seed, done, batch));
  scalar("ema_decay", averageDecay(train.average, done + 1));
}

}  // namespace stepscope
