// The layers of a training step as a tree: scopes split at their dots ("layer1.0.conv1" is layer1 > 0 > conv1), with their costs. Pure functions of a
// plan and of a captured trace.
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

// One row. Every number is per step, for the row and all rows below it.
struct LayerRow {
  std::string name, scope;  // "conv1", "layer1.0.conv1"; the row of ops without a scope has the empty scope
  int parent = -1;
  std::vector<int> children;  // in the order they first run
  std::string ops;            // titles of the row's own ops, each once: those of the forward pass without copies, if there are any
  Shape output;               // the last output of the forward pass; empty if there is none
  std::int64_t layers = 0;    // rows with ops of their own
  std::int64_t parameters = 0;
  ByPhase flops{}, bytes{};         // bytes: read and written
  std::int64_t memoryBytes = 0;     // values of the step arena that forward ops make and that outlive the op
  std::int64_t savedBytes = 0;      // the part of them that the backward pass uses
  NodeId firstNode = kNone;         // the first forward op, else the first op
  std::int64_t ns = 0;              // self time of all captured steps, or in the range
  std::int64_t layerFlops() const;  // forward, recompute and backward; the optimizer's do not belong to a layer
  std::int64_t bytesMoved() const;  // in all phases
};

struct LayerTree {
  std::vector<LayerRow> rows;                     // rows[0] is the root; a parent comes before its children
  std::map<std::string, int, std::less<>> rowOf;  // by scope
  int steps = 0;                                  // captured; 0: no times; 1 for a range
  bool ofRange = false;                           // the times are of one time range, not of whole steps
  std::int64_t stepNs = 0;                        // total length of all captured steps, or of the range
  std::int64_t otherNs = 0;                       // of ops with a layer that is not in this plan

  const LayerRow& root() const { return rows.front(); }
  int find(std::string_view scope) const;  // -1: no such row
  double msPerStep(const LayerRow& row) const { return steps > 0 ? static_cast<double>(row.ns) * 1e-6 / steps : 0; }
  double share(const LayerRow& row) const { return stepNs > 0 ? static_cast<double>(row.ns) / static_cast<double>(stepNs) : 0; }
};

// A parameter belongs to the layer that reads it first, as in summarize() (core/models/model.h), so a weight used twice is counted once.
LayerTree layerTree(const PlanView& view);
// Sets the times of captured steps, by the layer names in the trace. Replaces earlier times; a trace without steps removes them.
void addTimes(LayerTree& tree, const Trace& trace);
// Sets the times within [begin, end) on the track of the training steps, as if it were one step: ops are cut at both ends. An empty range removes the
// times.
void addTimes(LayerTree& tree, const Trace& trace, std::int64_t begin, std::int64_t end);
// Whether any layer named in the trace is in the tree.
bool namesLayersOf(const LayerTree& tree, const Trace& trace);

// A heading line and a line for each row below the root, in the order of execution. Times are empty without a capture.
std::vector<std::vector<std::string>> tableOf(const LayerTree& tree);

}  // namespace stepscope
