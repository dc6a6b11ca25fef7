// A sweep: several runs of a project that differ in some keys, as a grid over lists of values, as draws from lists and ranges, or one by one.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

enum class SweepKind { Grid, Random, List };

// A key and what it takes, as texts like those of --set: {"train.optimizer.learning_rate", {"0.1", "0.01"}}. Random sweeps take a range too.
struct SweepValues {
  std::string key;
  std::vector<std::string> values;
  double low = 0, high = 0;  // without values: uniform in [low, high); of keys that take whole numbers each from low to high
  bool logarithmic = false;  // uniform in the logarithm; low is above 0
};

struct SweepSpec {
  SweepKind kind = SweepKind::Grid;
  std::int64_t runs = 10;  // Random: how many
  std::uint64_t seed = 1;  // Random
  std::vector<SweepValues> values;
  std::vector<std::vector<std::string>> list;  // List: "key=value" texts of each run
  bool empty() const { return values.empty() && list.empty(); }
};

inline constexpr std::size_t kMostSweepRuns = 10'000;

// Keys of the project file and what they take instead, as --set has them.
using Overrides = std::vector<std::pair<std::string, std::string>>;

// What each run of the sweep overrides, in the order in which they train: of a grid the last key turns fastest. Throws Error (Input) where
// the sweep has no runs, more than kMostSweepRuns, a key twice, or a range that is none. The keys themselves are checked by parseProject.
std::vector<Overrides> runsOf(const SweepSpec& sweep);

// "learning_rate 0.1, amp bf16": a run's name.
std::string sweepRunName(const Overrides& overrides);

}  // namespace stepscope
