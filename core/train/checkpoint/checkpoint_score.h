// How good the weights of a checkpoint are.
#pragma once

#include <limits>
#include <string>

namespace stepscope {

// By the validation that came right after the checkpoint's step.
struct CheckpointScore {
  std::string metric;  // "val_accuracy"; empty: its weights were not validated
  double value = std::numeric_limits<double>::quiet_NaN();
  bool larger = false;  // a larger one is better

  bool known() const { return !metric.empty() && value == value; }
  bool isBetter(const CheckpointScore& than) const { return larger ? value > than.value : value < than.value; }
};

}  // namespace stepscope
