// Facts about one span or one graph node of a trace: its time compared with its own median, its rank among the layers that run the same op, and the
// rates of its work. Numbers only; views put them into words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiler/analysis/self_time.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct SpanFacts {
  std::string title;  // "conv2d backward weights", or the span's name
  Category category = Category::Other;
  std::int32_t node = -1;  // -1: not an op of the graph
  std::int32_t step = -1;
  std::int64_t startNs = 0, durationNs = 0;  // of the span; for a node its median
  std::string track;
  int samples = 0;  // runs of the same node, on a GPU all its kernels of a step (without a node: spans with the same name and track)
  double medianNs = 0, p95Ns = 0;
  int rank = 0, ofLayers = 0;                 // 1: the slowest by median of the `ofLayers` nodes with this title; 0 without a node
  double shareOfStep = 0;                     // its median over the median step; 0 without steps
  std::int64_t nodeNs = 0;                    // for a kernel: the time of all kernels of its node in that step; else 0
  double gflops = 0, gigabytesPerSecond = 0;  // of the node, over nodeNs or else durationNs; 0 if its work is not counted
};

SpanFacts spanFacts(const Trace& trace, SpanRef span);
// Empty when the trace has no span of that node.
std::optional<SpanFacts> nodeFacts(const Trace& trace, std::int32_t node);

}  // namespace stepscope
