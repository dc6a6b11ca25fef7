// Figures of a step or an epoch by their keys in the store: events and the store use the same entries.
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

// Results of the last whole epoch of a run: "train_loss", "val_accuracy", ... A value that is not finite is a result too; the flags say what was
// measured.
struct EpochFigures : Figures {
  bool trained = false, validated = false;  // measured

  // Weights whose validation loss is not finite are never the best, even if another metric is finite by chance.
  bool sound() const {
    for (const auto& [key, value] : entries)
      if (validated && key.starts_with("val_") && !std::isfinite(value)) return false;
    return true;
  }
};

}  // namespace stepscope
