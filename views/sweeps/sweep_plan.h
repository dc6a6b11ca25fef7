// A sweep as the user types it into fields, converted for the engine. Pure.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/project/sweep.h"

namespace stepscope {

// The contents of the editor's fields.
struct SweepPlan {
  struct Row {
    std::string key;  // "switches.batch_size"
    QString values;   // "32, 64", or for random sweeps a range: "0.001..0.1", "0.001..0.1 log"
  };
  SweepKind kind = SweepKind::Grid;
  std::int64_t runs = 10;  // Random
  std::uint64_t seed = 1;  // Random
  std::vector<Row> rows;   // Grid and Random
  QString list;            // List: one run per line, "switches.batch_size=32, train.epochs=5"
};

SweepPlan planOf(const SweepSpec& spec);
// Throws Error (Input) that names the key or the line.
SweepSpec specOf(const SweepPlan& plan);

}  // namespace stepscope
