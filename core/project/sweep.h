// A sweep trains several runs of a project that differ in some keys. They are a grid over lists of values, random draws from lists and ranges, or a
// list of runs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

enum class SweepKind { Grid, Random, List };

// A key and its values, as texts like those of --set: {"train.optimizer.learning_rate", {"0.1", "0.01"}}. Random sweeps also accept a range.
struct SweepValues {
  std::string key;
  std::vector<std::string> values;
  double low = 0, high = 0;  // if `values` is empty: uniform in [low, high), or for integer keys an integer from low to high
  bool logarithmic = false;  // uniform in the logarithm instead; `low` must be above 0
};

struct SweepSpec {
  SweepKind kind = SweepKind::Grid;
  std::int64_t runs = 10;  // Random: number of runs
  std::uint64_t seed = 1;  // Random
  std::vector<SweepValues> values;
  std::vector<std::vector<std::string>> list;  // List: the "key=value" texts of each run
  bool empty() const { return values.empty() && list.empty(); }
};

inline constexpr std::size_t kMostSweepRuns = 10'000;

// Keys of the project file and their values, as in --set.
using Overrides = std::vector<std::pair<std::string, std::string>>;

// The overrides of each run of the sweep, in the order of training: in a grid the last key changes fastest. Throws Error (Input) if the sweep has no
// runs, more than kMostSweepRuns, a key twice, or an invalid range. The keys themselves are checked by parseProject.
std::vector<Overrides> runsOf(const SweepSpec& sweep);

// "learning_rate 0.1, amp bf16": a run's name.
std::string sweepRunName(const Overrides& overrides);

}  // namespace stepscope
