// Adam's options as the loops use them, in f32.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/backend/cpu/ops/optimizer/optimizer.h"

namespace stepscope::kernels {

struct AdamFactors {
  float shrink = 0, weightDecay = 0, beta1 = 0, oneMinusBeta1 = 0, beta2 = 0, oneMinusBeta2 = 0, inverseRoot2 = 1, eps = 0, stepSize = 0;
  GradientClip clip;
};

// Of step `step`, counted from 1.
inline AdamFactors adamFactors(double lr, std::int64_t step, const AdamOptions& options) {
  const auto t = static_cast<double>(step);
  AdamFactors factors;
  if (options.decoupled) factors.shrink = static_cast<float>(lr * options.weightDecay);
  else factors.weightDecay = static_cast<float>(options.weightDecay);
  factors.beta1 = static_cast<float>(options.beta1);
  factors.oneMinusBeta1 = static_cast<float>(1.0 - options.beta1);
  factors.beta2 = static_cast<float>(options.beta2);
  factors.oneMinusBeta2 = static_cast<float>(1.0 - options.beta2);
  factors.inverseRoot2 = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(options.beta2, t)));
  factors.eps = static_cast<float>(options.eps);
  factors.stepSize = static_cast<float>(lr / (1.0 - std::pow(options.beta1, t)));
  factors.clip = options.clip;
  return factors;
}

}  // namespace stepscope::kernels
