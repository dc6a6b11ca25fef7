// Flame graphs: the nesting of spans, summed over a time range. A pure function of any trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct FlameNode {
  std::string name;
  Category category = Category::Other;
  std::int32_t parent = -1;  // index in the list; -1 for the root
  std::int32_t depth = 0;
  std::int64_t calls = 0;
  std::int64_t totalNs = 0;  // including nested spans
  std::int64_t selfNs = 0;
};

// The graph of the host. Parents come before their children; the first node is the root, and its total is the sum of its children. Spans that begin
// in `range` count with their whole length. The root has one child for each thread, and below that child the spans nest; steps are skipped. Spans of
// our own steps do not nest, so they are put below their phase and the parts of their layer's name (forward, layer1, 0, conv1).
std::vector<FlameNode> hostFlames(const Trace& trace, const TimeRange& range);
// The graph of the GPU: the ops of the host that started work, then the work itself. Work that no op started is directly below the root.
std::vector<FlameNode> deviceFlames(const Trace& trace, const TimeRange& range);

// A line "a;b;c NS" for each node below the root that has time of its own: the folded stacks that flamegraph.pl (Gregg) and speedscope read. A
// semicolon in a name becomes a comma.
std::string foldedStacks(const std::vector<FlameNode>& nodes);

}  // namespace stepscope
