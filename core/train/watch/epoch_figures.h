// What the last whole epoch of a run came to. A value that is not finite is a result; what was not measured is told apart by the flags.
#pragma once

#include <cmath>
#include <limits>

namespace stepscope {

struct EpochFigures {
  double trainLoss = std::numeric_limits<double>::quiet_NaN(), trainMetric = trainLoss;
  double validationLoss = trainLoss, validationMetric = trainLoss;
  bool trained = false, validated = false;  // measured

  // Weights whose validation comes to no number are not the best by any measure, be it finite by chance.
  bool sound() const { return !validated || (std::isfinite(validationLoss) && std::isfinite(validationMetric)); }
};

}  // namespace stepscope
