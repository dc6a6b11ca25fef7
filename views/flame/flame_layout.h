// The positions of a flame graph's nodes: children beside each other below their parent, the longest first. Widths are fractions of the node in
// focus, which fills the picture together with its parents. Pure; testable without a window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/ops/flame_graph.h"

namespace stepscope {

struct FlameBox {
  int node = 0;
  int row = 0;
  double left = 0, width = 0;  // fractions of the picture's width
};

// Rows from the top: the root down to the node at index `focus`, each over the whole width, then the nodes below it. Boxes narrower than `least`, a
// fraction of the width, are left out together with those below them.
std::vector<FlameBox> layOutFlames(const std::vector<FlameNode>& nodes, int focus, double least);

// Nodes whose name contains `text`, ignoring case; none for an empty text.
std::vector<char> matchingFlames(const std::vector<FlameNode>& nodes, const std::string& text);
// The total time of the matching nodes in ns; matches inside another match are not counted again.
std::int64_t matchedNs(const std::vector<FlameNode>& nodes, const std::vector<char>& matches);

}  // namespace stepscope
