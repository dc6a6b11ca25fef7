// How good the weights of a checkpoint are.
#pragma once

#include <cmath>
#include <limits>
#include <string>

namespace stepscope {

// From the validation directly after the checkpoint's step.
struct CheckpointScore {
  std::string metric;  // "val_accuracy"; empty: its weights were not validated
  double value = std::numeric_limits<double>::quiet_NaN();
  bool larger = false;  // whether a larger value is better
  std::string data;     // fingerprint of the validation data; empty: none, or from an older version, which did not store it

  // Scores by two metrics, or on two sets of data, cannot be compared.
  bool isComparable(const CheckpointScore& other) const {
    return metric == other.metric && (data.empty() || other.data.empty() || data == other.data);
  }
  // False if the value is not finite: such weights are never the best.
  bool known() const { return !metric.empty() && std::isfinite(value); }
  bool isBetter(const CheckpointScore& than) const { return known() && (!than.known() || (larger ? value > than.value : value < than.value)); }
};

}  // namespace stepscope
