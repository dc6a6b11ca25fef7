// What a model learns, and how its success is measured and named.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

enum class Task : std::uint8_t {
  Classification,  // one class per sample
  Regression,      // one or several numbers per sample
  LanguageModel,   // the next token at every position of a sequence
};

// A figure of merit. The key is used in the store ("train_<key>", "val_<key>", "best_val_<key>") and in JSON.
struct Metric {
  std::string_view key, title;  // "rmse", "RMSE"
  std::string_view unit;        // "nats/token", "%"; empty if the data decide (RMSE has the unit of the target) or if there is no unit
  bool larger;                  // true if a larger value is better
  bool share;                   // in [0, 1], shown in per cent

  // Whether `value` beats `best`; any finite number beats a NaN, which means "none yet". A value that is not finite never beats `best`.
  bool isBetter(double value, double best) const {
    if (!std::isfinite(value)) return false;
    return !std::isfinite(best) || (larger ? value > best : value < best);
  }
};

struct TaskInfo {
  Task task;
  std::string_view name;  // "classification"
  std::string_view loss;  // what the loss is: "cross-entropy"
  std::string_view lossUnit;
  Metric metric;  // measured with the loss; a run may measure others as well (core/models/metrics.h)
  Metric best;    // decides which checkpoint is the best; may be the loss
};

const TaskInfo& infoOf(Task task);

// Name of a series or of a final value: keyOf("best_val_", metric) is "best_val_accuracy".
inline std::string keyOf(const char* prefix, const Metric& metric) {
  return std::string(prefix).append(metric.key);
}

}  // namespace stepscope
