// The layers of a training step as a tree: scopes split at their dots ("layer1.0.conv1" is layer1 > 0 > conv1), with what each costs.
// Pure functions of a plan and of a captured trace.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/step_program.h"
#include "profiler/trace/trace.h"

namespace stepscope {

inline constexpr std::size_t kPhases = static_cast<std::size_t>(Phase::Optimizer) + 1;
using ByPhase = std::array<std::int64_t, kPhases>;

// One row. Every number is of one step and of the row with all rows below it.
struct LayerRow {
  std::string name, scope;  // "conv1", "layer1.0.conv1"; the row of ops without a scope has the empty scope
  int parent = -1;
  std::vector<int> children;  // in the order they first run
  std::string ops;            // titles of the row's own ops, each once: those of the forward pass, without copies, where there are any
  Shape output;               // what the forward pass makes last; empty if it makes nothing
  std::int64_t layers = 0;    // rows with ops of their own
  std::int64_t parameters = 0;
  ByPhase flops{}, bytes{};         // bytes: read and written
  std::int64_t memoryBytes = 0;     // values of the step arena that forward ops make and that live past the op
  std::int64_t savedBytes = 0;      // those of them that the backward pass still finds
  NodeId firstNode = kNone;         // the first forward op, else the first op
  std::int64_t ns = 0;              // self time of all captured steps, or of the range
  std::int64_t layerFlops() const;  // forward, recompute and backward: the optimizer's are no layer's arithmetic
  std::int64_t bytesMoved() const;  // of all phases
};

struct LayerTree {
  std::vector<LayerRow> rows;                     // rows[0] is the root; a parent stands before its children
  std::map<std::string, int, std::less<>> rowOf;  // by scope
  int steps = 0;                                  // captured; 0: no times; 1 for a range
  bool ofRange = false;                           // the times are of one range of time, not of whole steps
  std::int64_t stepNs = 0;                        // length of all captured steps together, or of the range
  std::int64_t otherNs = 0;                       // of ops whose layer this plan does not have

  const LayerRow& root() const { return rows.front(); }
  int find(std::string_view scope) const;  // -1: no such row
  double msPerStep(const LayerRow& row) const { return steps > 0 ? static_cast<double>(row.ns) * 1e-6 / steps : 0; }
  double share(const LayerRow& row) const { return stepNs > 0 ? static_cast<double>(row.ns) / static_cast<double>(stepNs) : 0; }
};

// A parameter belongs to the layer that reads it first, as in summarize() (core/models/model.h), so a shared weight is counted once.
LayerTree layerTree(const PlanView& view);
// The times of a captured window of steps, by the layers that the trace names. Replaces earlier times; a trace without steps removes them.
void addTimes(LayerTree& tree, const Trace& trace);
// The times within [begin, end) on the track of the training steps, as if that were one step: ops are cut at both ends. An empty range
// removes the times.
void addTimes(LayerTree& tree, const Trace& trace, std::int64_t begin, std::int64_t end);
// Whether any layer that the trace names is one of the tree's.
bool namesLayersOf(const LayerTree& tree, const Trace& trace);

// A heading line and a line for each row below the root, in the order they run. Times are empty without a capture.
std::vector<std::vector<std::string>> tableOf(const LayerTree& tree);

}  // namespace stepscope
