// Figures of a step or an epoch by the keys that the store has them under: what is told live and what is kept are the same entries.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

// Entries in the order in which they were measured.
struct Figures {
  std::vector<std::pair<std::string, double>> entries;

  void set(std::string key, double value) {
    for (auto& [known, kept] : entries)
      if (known == key) {
        kept = value;
        return;
      }
    entries.emplace_back(std::move(key), value);
  }
  // NaN: not measured.
  double of(std::string_view key) const {
    for (const auto& [known, value] : entries)
      if (known == key) return value;
    return std::numeric_limits<double>::quiet_NaN();
  }
};

// What the last whole epoch of a run came to: "train_loss", "val_accuracy", ... A value that is not finite is a result; what was not measured
// is told apart by the flags.
struct EpochFigures : Figures {
  bool trained = false, validated = false;  // measured

  // Weights whose validation comes to no number are not the best by any measure, be it finite by chance.
  bool sound() const {
    for (const auto& [key, value] : entries)
      if (validated && key.starts_with("val_") && !std::isfinite(value)) return false;
    return true;
  }
};

}  // namespace stepscope
