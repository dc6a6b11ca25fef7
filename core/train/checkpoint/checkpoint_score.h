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
  std::string data;     // fingerprint of the data that were validated; empty: none, or of an older version, which did not keep it

  // Scores by two metrics, or on two sets of data, have no order.
  bool isComparable(const CheckpointScore& other) const {
    return metric == other.metric && (data.empty() || other.data.empty() || data == other.data);
  }
  // A value that is not finite is no score: such weights are never the best.
  bool known() const { return !metric.empty() && std::isfinite(value); }
  bool isBetter(const CheckpointScore& than) const { return known() && (!than.known() || (larger ? value > than.value : value < than.value)); }
};

}  // namespace stepscope
