#include "core/train/step_scalars.h"

#include <algorithm>

#include "core/base/philox.h"

namespace stepscope {

// A scalar travels as a double, so it has 52 bits.
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

}  // namespace stepscope
