// The kernels of a trace by name: their number, their time, how much of the GPU each uses, and, if the work of the graph's nodes is known, how close
// it is to the machine's limits (roofline, Williams, Waterman and Patterson 2009). Pure functions of any trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// The peaks of a GPU; 0: not known. A kernel is compared with the peak of the type that it computes in: f32 without tensor cores, bf16 and f16 with
// them.
struct GpuPeak {
  double f32 = 0, bf16 = 0, f16 = 0;  // FLOP/s
  double bandwidth = 0;               // bytes/s
};

struct KernelRow {
  std::string name;
  std::int64_t calls = 0;
  std::int64_t totalNs = 0;                                  // overlapping kernels of one stream count once
  std::int64_t lengthNs = 0, shortestNs = 0, longestNs = 0;  // durations of whole calls; lengthNs: the sum
  double share = 0;                                          // part of the time of all kernels, in [0, 1]
  double occupancy = -1;                                     // est. achieved, 0 to 1, weighted by time; -1: not in the trace
  double blocksPerMultiprocessor = -1;                       // weighted by time
  std::int64_t registers = -1, sharedBytes = -1;             // of the longest call
  // The work of the nodes that the kernels belong to, divided among a node's kernels by their time; 0 without nodes.
  double flops = 0, bytes = 0;
  std::string costliestLayer;
  bool tensorCores = false;  // usesTensorCores(name)

  double meanNs() const { return calls > 0 ? static_cast<double>(lengthNs) / static_cast<double>(calls) : 0; }
  double flopsPerSecond() const { return totalNs > 0 ? flops / (static_cast<double>(totalNs) * 1e-9) : 0; }
  double bytesPerSecond() const { return totalNs > 0 ? bytes / (static_cast<double>(totalNs) * 1e-9) : 0; }
  double intensity() const { return bytes > 0 ? flops / bytes : 0; }  // FLOP per byte
};

// The peak of the type in which the kernel computes, found by its name. 0: not known (TF32, or not measured).
double arithmeticPeak(const KernelRow& row, const GpuPeak& peak);
// The least time that the roofline allows (by arithmetic or memory) / the measured time, 0 to 1; 0 if unknown.
double rooflineShare(const KernelRow& row, const GpuPeak& peak);
// Whether memory limits the kernel more than arithmetic does.
bool boundByMemory(const KernelRow& row, const GpuPeak& peak);

// Counts the kernels that run completely within [begin, end). `device` -1: all devices. The row with the most time comes first. Arguments of an
// imported trace are read from its file: throws Error (Input) if that file is deleted.
std::vector<KernelRow> kernelTable(const Trace& trace, std::int64_t begin, std::int64_t end, std::int32_t device = -1);
std::vector<KernelRow> kernelTable(const Trace& trace);
// The kernels that begin in one of the ranges (sorted, without overlap); all kernels if `within` is empty.
std::vector<KernelRow> kernelTable(const Trace& trace, const std::vector<TimeRange>& within);

// Decided by the name, with torch-tb-profiler's list (tb_plugin, tensor_core.py), cuBLAS's nvjet, Hopper's warp-group matrix products, flash
// attention and AMD's matrix cores. A kernel whose name contains FFMA or SIMT does not use them, whatever else is in the name.
bool usesTensorCores(const std::string& kernel);

}  // namespace stepscope
