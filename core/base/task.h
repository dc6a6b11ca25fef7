// What a model learns, and how its success is measured and named.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

enum class Task : std::uint8_t {
  Classification,  // one class a sample
  Regression,      // one or several numbers a sample
  LanguageModel,   // the next token at every place of a sequence
};

// A figure of merit. The key stands in the store ("train_<key>", "val_<key>", "best_val_<key>") and in JSON.
struct Metric {
  std::string_view key, title;  // "rmse", "RMSE"
  std::string_view unit;        // "nats/token", "%"; empty where the data decide (RMSE has the unit of the target) or there is none
  bool larger;                  // the larger the better
  bool share;                   // in [0, 1], shown in per cent

  // Whether `value` beats `best`; any finite number beats a NaN, which stands for "none yet". What is not finite is never the best.
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
  Metric metric;  // measured beside the loss; a run may measure others as well (core/models/metrics.h)
  Metric best;    // decides which checkpoint is the best; may be the loss
};

const TaskInfo& infoOf(Task task);

// Name of a series or final: keyOf("best_val_", metric) is "best_val_accuracy".
inline std::string keyOf(const char* prefix, const Metric& metric) {
  return std::string(prefix).append(metric.key);
}

}  // namespace stepscope
