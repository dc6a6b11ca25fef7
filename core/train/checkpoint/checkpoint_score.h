// How good the weights of a checkpoint are.
#pragma once

#include <cmath>
#include <limits>
#include <string>

namespace stepscope {

// By the validation that came right after the checkpoint's step.
struct CheckpointScore {
  std::string metric;  // "val_accuracy"; empty: its weights were not validated
  double value = std::numeric_limits<double>::quiet_NaN();
  bool larger = false;  // a larger one is better

  // A value that is not finite is no score: such weights are never the best.
  bool known() const { return !metric.empty() && std::isfinite(value); }
  bool isBetter(const CheckpointScore& than) const { return known() && (!than.known() || (larger ? value > than.value : value < than.value)); }
};

}  // namespace stepscope
