// The roofline (Williams, Waterman and Patterson 2009) of a step, by op family: what every family achieves of the machine's arithmetic rate
// and memory bandwidth, and how much of its time the slower of the two explains.
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
  std::string family;  // "conv2d backward weights"; grouped convolutions apart, since no matrix product runs them
  int nodes = 0;
  double ms = 0;
  std::int64_t flops = 0, bytes = 0;  // of one step; convolutions count as direct, bytes are operands moved once
  double limitMs = 0;                 // the sum over the nodes of what arithmetic or memory takes at the least
  double fractionOfFlops = 0, fractionOfBandwidth = 0;

  // Operands that stay in the caches, and Winograd, can pass the limit.
  double fraction() const { return ms > 0 ? limitMs / ms : 0; }
  double lostMs() const { return ms - limitMs; }
};

// What arithmetic or memory, the slower of them, takes at the least for this node.
double limitMs(const Graph& graph, const Node& node, const Machine& machine);

// nodeMs: one a node of the graph. The row that takes longest first.
std::vector<RooflineRow> roofline(const Graph& graph, std::span<const double> nodeMs, const Machine& machine);

// At most `count` rows that lose the most time against their limit, the worst first.
std::vector<RooflineRow> worst(std::vector<RooflineRow> rows, std::size_t count = 3);

}  // namespace stepscope
