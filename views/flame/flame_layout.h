// Where each node of a flame graph stands: children beside one another below their parent, the longest first. Widths are shares of the node
// that is looked into, which fills the picture together with those above it. Pure; testable without a window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/ops/flame_graph.h"

namespace stepscope {

struct FlameBox {
  int node = 0;
  int row = 0;
  double left = 0, width = 0;  // shares of the picture's width
};

// Rows from the top: the root, down to `focus`, each over the whole width, then what is below it. Boxes narrower than `least` are left out,
// with what is below them. `focus` is an index into nodes.
std::vector<FlameBox> layOutFlames(const std::vector<FlameNode>& nodes, int focus, double least);

// Nodes whose name holds `text`, whatever the case; none for an empty text.
std::vector<char> matchingFlames(const std::vector<FlameNode>& nodes, const std::string& text);
// The time below matching nodes, each moment once.
std::int64_t matchedNs(const std::vector<FlameNode>& nodes, const std::vector<char>& matches);

}  // namespace stepscope
