// Compares two traces: the steps, their parts, and which ops, layers and nodes became slower or faster, were added or removed. Pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/node_key.h"
#include "profiler/analysis/diff/slow_steps.h"
#include "profiler/analysis/ops/op_table.h"

namespace stepscope {

enum class Change : std::uint8_t {
  None,    // within the noise, or too small to matter
  Slower,  // takes more time in B
  Faster,
  New,      // only in B
  Gone,     // only in A
  Unknown,  // there are too few steps to distinguish it from noise, or all steps of a side are equal
};
std::string_view nameOf(Change change);  // "none", "slower", "faster", "new", "gone", "unknown"

struct DiffRow {
  std::string name;
  std::optional<NodeKey> key;          // only in rows of `nodes`
  double a = 0, b = 0;                 // mean ns per step; for a trace without steps the ns of all of it
  std::optional<NoiseInterval> noise;  // confidence interval of b - a, 99 %
  Change change = Change::None;
  double callsA = 0, callsB = 0;  // per step, or for the whole trace; 0 for categories
  double delta() const { return b - a; }
};

struct TraceDiff {
  // "step 42.1 -> 29.8 ms: data wait -11.0, conv2d -1.6": the rows with the largest differences, even if there are too few steps to distinguish them
  // from noise.
  std::string sentence;
  std::array<std::size_t, 2> steps{};
  std::array<std::optional<double>, 2> stepNs;      // mean until the step's last GPU work ends; this is compared; no value without steps
  std::array<std::optional<double>, 2> hostStepNs;  // mean on the host, as in every other command (FactSheet::meanNs)
  std::optional<NoiseInterval> stepNoise;           // confidence interval of b - a, 95 %
  Change step = Change::Unknown;
  std::vector<DiffRow> categories;  // by TimeClass, those that both traces contain
  std::vector<DiffRow> ops;         // the largest difference first, also in the next three lists
  std::vector<DiffRow> layers;
  std::vector<DiffRow> nodes;        // by their keys; only for two of our own recordings
  std::vector<DiffRow> kernels;      // GPU kernels, if both traces have GPU work
  bool onGpu = false;                // ops and layers are compared by their GPU time
  double common = 0;                 // fraction of A's op time in ops that B has too; below 0.5 the traces are probably of two models
  std::vector<std::string> missing;  // sentences about what could not be compared
};

// A difference counts as a change if its noise interval does not contain 0, and it is at least 1 % of the larger side and 0.2 % of the
// step.
TraceDiff diffTraces(const Trace& a, const Trace& b);

}  // namespace stepscope
