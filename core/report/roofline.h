// The roofline (Williams, Waterman and Patterson 2009) of a step, by op family: the fractions of the machine's arithmetic rate and memory bandwidth
// that each family achieves, and how much of its time the slower of the two limits explains.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

struct Machine {
  double flops = 0;      // FLOP/s
  double bandwidth = 0;  // bytes/s, read and written
};

struct RooflineRow {
  std::string family;  // "conv2d backward weights"; grouped convolutions are a family of their own, since no matrix product computes them
  int nodes = 0;
  double ms = 0;
  std::int64_t flops = 0, bytes = 0;  // of one step; FLOPs as for a direct convolution; bytes as if every operand moved once
  double limitMs = 0;                 // sum over the nodes of the least time by arithmetic or memory, whichever is longer
  double fractionOfFlops = 0, fractionOfBandwidth = 0;

  // May exceed 1: operands that stay in the caches, and Winograd's algorithm, beat the limit.
  double fraction() const { return ms > 0 ? limitMs / ms : 0; }
  double lostMs() const { return ms - limitMs; }
};

// The least time of this node in ms: its FLOPs or its bytes at the machine's rates, whichever takes longer.
double limitMs(const Graph& graph, const Node& node, const Machine& machine);

// `nodeMs` has one time for each node of the graph; nodes with 0 are left out. The row that takes longest comes first.
std::vector<RooflineRow> roofline(const Graph& graph, std::span<const double> nodeMs, const Machine& machine);

// The `count` rows that lose the most time against their limit (fewer if there are not so many), the worst first.
std::vector<RooflineRow> worst(std::vector<RooflineRow> rows, std::size_t count = 3);

}  // namespace stepscope
