// Counts what ran: ops, layers, kernels, streams, shapes or nodes of a trace, each with its own time and with the time of what nests in it.
// Pure functions of any trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/ops/op_spans.h"
#include "profiler/trace/trace.h"

namespace stepscope {

enum class OpGrouping : std::uint8_t {
  Op,      // "conv2d backward weights", "aten::mm"
  Layer,   // of our own recordings; PyTorch's modules where it recorded its Python stack
  Kernel,  // of the GPU; without one the kernels that our CPU backend chose
  Stream,  // of the GPU; without one the threads
  Shape,   // op and shapes of what it reads
  Node,    // nodes of the graph, by their keys
};
inline constexpr int kOpGroupings = 6;
std::string_view nameOf(OpGrouping grouping);  // "op", "layer", "kernel", "stream", "shape", "node"

struct OpRow {
  std::string name;                            // empty: of none, as work of the GPU that no op started
  Category category = Category::Other;         // the one with most of the time
  std::int64_t calls = 0;                      // ops of the host; where the table has only work of the GPU, that
  std::int64_t hostTotalNs = 0;                // of its ops, what nests in them included
  std::int64_t hostSelfNs = 0;                 // without the ops that nest in them
  std::int64_t gpuCalls = 0;                   // kernels, copies and fills
  std::int64_t gpuTotalNs = 0;                 // of all that its ops started, also by the ops that nest in them: each in its whole length
  std::int64_t gpuSelfNs = 0;                  // of what they started themselves: a moment in which work overlaps on one stream counts once
  std::int64_t gpuLengthNs = 0;                // of the same, each in its whole length
  std::int64_t tensorCoreNs = 0;               // of gpuSelfNs in kernels that use tensor cores, by their names
  bool tensorCoreEligible = false;             // an op that autocast runs on tensor cores (PyTorch autocast_mode.cpp, its list for low precision)
  std::int64_t shortestNs = 0, longestNs = 0;  // of one call, whole, in the table's time
  double flops = 0, bytes = 0;                 // of its nodes, where the trace counts them
  std::string costliestLayer;                  // of a node
  std::vector<std::int64_t> nsOfStep;          // in the table's time, by OpTable::windows.steps
  double share = 0;                            // of the table's time
  // Mean of what the GPU's sampled counters said while its work ran ("SM active", 62.1), in percent; empty where too few samples fell into it.
  std::vector<std::pair<std::string, double>> counters;
};

struct OpTable {
  OpGrouping by = OpGrouping::Op;
  bool onGpu = false;        // the table's time is that of the GPU (gpuSelfNs), else of the host (hostSelfNs)
  std::int64_t totalNs = 0;  // of all rows
  StepWindows windows;
  std::vector<OpRow> rows;  // the most time first
  std::string missing;      // why there are no rows: "the trace names no layers"

  std::int64_t nsOf(const OpRow& row) const { return onGpu ? row.gpuSelfNs : row.hostSelfNs; }
  double meanNsOf(const OpRow& row) const;  // of one call, whole
};

// Counts the whole trace. Shapes of imported traces are read from the file: throws Error (Input) when that file is gone. ofHost: counts the
// time of the host, even if there is work of a GPU.
OpTable opTable(const Trace& trace, OpGrouping by, bool ofHost = false);
OpTable opTable(const OpSpans& spans, OpGrouping by, bool ofHost = false);  // for several tables of one trace

bool isTensorCoreEligible(std::string_view op);

}  // namespace stepscope
