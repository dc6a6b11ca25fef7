// What the kernels of a trace do: their time by class of work, the products with their operations and bytes, chains of kernels that a compiler could
// join, attention that is computed in several kernels, and optimizers that update one tensor after the other. Pure functions of any trace.
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
  std::string name;  // of the op that started the kernels; where none is known of the kernel, shortened
  std::int64_t calls = 0, ns = 0;
};

struct ClassTime {
  KernelClass kind = KernelClass::Other;
  std::int64_t calls = 0, ns = 0;
  std::int64_t fusedNs = 0;      // of these, in kernels that a compiler made of several ops
  std::vector<NamedTime> names;  // the most time first, at most 5
};

// Products, convolutions and attention of one op with operands of equal shapes.
struct ProductTime {
  std::string op;  // "aten::mm"
  OpWork work;     // of one call
  std::int64_t calls = 0, ns = 0;
  std::vector<SpanRef> longest;  // ops of the host, at most 8
  double flops() const { return work.flops * static_cast<double>(calls); }
  double bytes() const { return work.bytes * static_cast<double>(calls); }
};

// Kernels of a model that follow each other on one stream, each bound by memory and none made by a compiler or started by an optimizer.
struct KernelChains {
  std::int64_t chains = 0, kernels = 0, ns = 0;
  // What they take beyond the longest kernel of each chain. One kernel for a chain reads and writes memory once; how long it takes is not known, and
  // that it is not shorter than the longest of them is the common case.
  std::int64_t beyondLongestNs = 0;
  std::vector<SpanRef> longest;  // the first kernel of each, the longest chain first, at most 50
};

// Two batched products with a softmax between them, in kernels of their own.
struct OpenAttention {
  std::int64_t times = 0, kernels = 0, ns = 0;
  std::vector<SpanRef> softmax;  // at most 50
  std::vector<SpanRef> between;  // all kernels between the products, sorted: what a fused kernel does not have
};

struct OptimizerSteps {
  std::string optimizer;  // "Adam" of "Optimizer.step#Adam.step"
  std::int64_t steps = 0;
  std::int64_t kernels = 0;       // started by it
  std::int64_t fusedKernels = 0;  // of these, updates of several tensors at once
  std::int64_t hostNs = 0, kernelNs = 0;
  std::vector<SpanRef> spans;  // at most 50
};

struct GpuWork {
  std::int64_t ns = 0;             // of all kernels of all devices; where kernels overlap on one stream, a moment counts once
  std::vector<ClassTime> classes;  // the most time first
  std::vector<ProductTime> products;
  std::int64_t productNs = 0;       // of matrix products, convolutions and attention
  std::int64_t knownProductNs = 0;  // of these, in ops whose shapes the trace holds
  KernelChains chains;
  OpenAttention attention;
  std::vector<OptimizerSteps> optimizers;

  std::int64_t of(KernelClass kind) const;
  double share(KernelClass kind) const { return ns > 0 ? static_cast<double>(of(kind)) / static_cast<double>(ns) : 0; }
  std::int64_t memoryBoundNs() const;  // in kernels that no compiler made
};

// Counts the kernels that begin in a step's window (step_windows.h, until the step's last work on the GPU); without steps all. Shapes are read from
// the trace's file for the ops with the longest kernels, some thousands at most; where the file is gone there are none.
GpuWork gpuWork(const Trace& trace);

// The GPU of the table whose name the trace's first computing device has.
std::optional<GpuSpec> gpuSpecOf(const Trace& trace);

// FLOP/s that the GPU can reach in products of that type; 0: not known. f32 without tensor cores: whether TF32 is allowed a trace does not tell.
double peakOf(const GpuSpec& gpu, WorkType type);
// The least time for that work on that GPU, ns: the longer one of its arithmetic and its memory traffic (roofline); 0: not known.
double leastNs(const OpWork& work, const GpuSpec& gpu);

// "GeluCUDAKernelImpl" of "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl>(int, ...)"; at most 60 characters.
std::string kernelLabel(std::string_view kernel);

}  // namespace stepscope
