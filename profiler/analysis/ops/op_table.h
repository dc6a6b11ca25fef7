// Counts the work of a trace by ops, layers, kernels, streams, shapes or nodes, each with its own time and with the time of nested spans. Pure
// functions of any trace.
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
  Layer,   // in our own recordings; in PyTorch's traces its modules, if the Python stack was recorded
  Kernel,  // of the GPU; without a GPU the kernels of our CPU backend
  Stream,  // of the GPU; without a GPU the threads
  Shape,   // an op and the shapes of its inputs
  Node,    // nodes of the graph, by their keys
};
inline constexpr int kOpGroupings = 6;
std::string_view nameOf(OpGrouping grouping);  // "op", "layer", "kernel", "stream", "shape", "node"

struct OpRow {
  std::string name;                            // empty: GPU work that no op started
  Category category = Category::Other;         // the category with most of the time
  std::int64_t calls = 0;                      // host ops; 0 if the table counts only GPU work
  std::int64_t hostTotalNs = 0;                // time of its host ops, including nested spans
  std::int64_t hostSelfNs = 0;                 // the same without the ops nested in them
  std::int64_t gpuCalls = 0;                   // number of kernels, copies and fills
  std::int64_t gpuTotalNs = 0;                 // all GPU work that its ops and the ops nested in them started, each with its whole length
  std::int64_t gpuSelfNs = 0;                  // the GPU work that its ops started themselves; overlapping work on one stream counts once
  std::int64_t gpuLengthNs = 0;                // the same work with its whole lengths
  std::int64_t tensorCoreNs = 0;               // the part of gpuSelfNs in kernels that use tensor cores, by their names
  bool tensorCoreEligible = false;             // an op that autocast runs on tensor cores (PyTorch autocast_mode.cpp, its list for low precision)
  std::int64_t shortestNs = 0, longestNs = 0;  // of one call: GPU work with its whole length, host ops without nested ops
  double flops = 0, bytes = 0;                 // work of its nodes; 0 if the trace does not contain it
  std::string costliestLayer;                  // the layer of the node with the most time
  std::vector<std::int64_t> nsOfStep;          // by OpTable::windows.steps, GPU or host time as OpTable::onGpu
  double share = 0;                            // part of the table's time, in [0, 1]
  // Mean of the GPU's sampled counters while its work ran ("SM active", 62.1), in percent; empty with too few samples.
  std::vector<std::pair<std::string, double>> counters;
};

struct OpTable {
  OpGrouping by = OpGrouping::Op;
  bool onGpu = false;        // the table's time is GPU time (gpuSelfNs), else host time (hostSelfNs)
  std::int64_t totalNs = 0;  // of all rows
  StepWindows windows;
  std::vector<OpRow> rows;  // sorted by time, largest first
  std::string missing;      // why there are no rows: "the trace contains no layers: ..."

  std::int64_t nsOf(const OpRow& row) const { return onGpu ? row.gpuSelfNs : row.hostSelfNs; }
  double meanNsOf(const OpRow& row) const;  // mean per call of gpuLengthNs or hostSelfNs
};

// Counts the whole trace. Shapes of imported traces are read from the file: throws Error (Input) if that file is deleted. `ofHost`: counts host time
// even if there is GPU work.
OpTable opTable(const Trace& trace, OpGrouping by, bool ofHost = false);
OpTable opTable(const OpSpans& spans, OpGrouping by, bool ofHost = false);  // for several tables of one trace

bool isTensorCoreEligible(std::string_view op);

}  // namespace stepscope
