// The work of a trace's kernels: their time by class, matrix products, convolutions and attention with their operations and bytes, chains of kernels
// that a compiler could join, attention computed in several kernels, and optimizers that update one tensor after the other. Pure functions of any
// trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/kernels/gpu_table.h"
#include "profiler/analysis/kernels/kernel_class.h"
#include "profiler/analysis/kernels/op_work.h"
#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct NamedTime {
  std::string name;  // of the op that started the kernels; if unknown, the kernel's shortened name
  std::int64_t calls = 0, ns = 0;
};

struct ClassTime {
  KernelClass kind = KernelClass::Other;
  std::int64_t calls = 0, ns = 0;
  std::int64_t fusedNs = 0;      // the part of it in kernels that a compiler made from several ops
  std::vector<NamedTime> names;  // the most time first, at most 5
};

// Matrix products, convolutions or attention of one op, with operands of equal shapes.
struct ProductTime {
  std::string op;  // "aten::mm"
  OpWork work;     // of one call
  std::int64_t calls = 0, ns = 0;
  std::vector<SpanRef> longest;  // host ops, the longest first, at most 8
  double flops() const { return work.flops * static_cast<double>(calls); }
  double bytes() const { return work.bytes * static_cast<double>(calls); }
};

// Kernels of a model that follow each other on one stream, all memory-bound (gather and scatter excluded), not made by a compiler and not started by
// an optimizer.
struct KernelChains {
  std::int64_t chains = 0, kernels = 0, ns = 0;
  // Their time beyond the longest kernel of each chain. One kernel for a chain reads and writes memory once; how long it would take is not known, but
  // usually not less than the longest kernel of the chain.
  std::int64_t beyondLongestNs = 0;
  std::vector<SpanRef> longest;  // the first kernel of each chain, the longest chain first, at most 50
};

// Attention in several kernels: two batched matrix products with a softmax between them.
struct OpenAttention {
  std::int64_t times = 0, kernels = 0, ns = 0;
  std::vector<SpanRef> softmax;  // at most 50
  std::vector<SpanRef> between;  // all kernels between the products, sorted: a fused kernel does not need them
};

struct OptimizerSteps {
  std::string optimizer;  // "Adam" in "Optimizer.step#Adam.step"
  std::int64_t steps = 0;
  std::int64_t kernels = 0;       // started by the optimizer
  std::int64_t fusedKernels = 0;  // the part of them that updates several tensors at once
  std::int64_t hostNs = 0, kernelNs = 0;
  std::vector<SpanRef> spans;  // at most 50
};

struct GpuWork {
  std::int64_t ns = 0;             // of all kernels on all devices; a moment in which kernels overlap on one stream counts once
  std::vector<ClassTime> classes;  // the most time first
  std::vector<ProductTime> products;
  std::int64_t productNs = 0;       // of matrix products, convolutions and attention
  std::int64_t knownProductNs = 0;  // the part of it in ops whose shapes are in the trace
  KernelChains chains;
  OpenAttention attention;
  std::vector<OptimizerSteps> optimizers;

  std::int64_t of(KernelClass kind) const;
  double share(KernelClass kind) const { return ns > 0 ? static_cast<double>(of(kind)) / static_cast<double>(ns) : 0; }
  std::int64_t memoryBoundNs() const;  // time of memory-bound kernels that no compiler made
};

// Counts the kernels that begin in a step's window (step_windows.h, until the step's last GPU work); without steps all kernels. Shapes are read from
// the trace's file for the ops with the longest kernels, at most 3000; if the file is deleted, `products` is empty.
GpuWork gpuWork(const Trace& trace);

// The table entries of the trace's first computing device that is in the table.
std::optional<GpuSpec> gpuSpecOf(const Trace& trace);
std::optional<GpuLink> gpuLinkOf(const Trace& trace);

// Peak FLOP/s of the GPU for matrix products of that type; 0: not known. For f32 it is the peak without tensor cores, since a trace does not show
// whether TF32 is allowed; for f16 and bf16 without matrix units it is the f32 peak.
double peakOf(const GpuSpec& gpu, WorkType type);
// The least time for that work on that GPU, ns: the longer of arithmetic time and memory time (roofline); 0: not known.
double leastNs(const OpWork& work, const GpuSpec& gpu);

// "GeluCUDAKernelImpl" of "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl>(int, ...)"; at most 60 characters.
std::string kernelLabel(std::string_view kernel);

}  // namespace stepscope
