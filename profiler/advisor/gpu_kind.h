// What kind of GPU a trace is of, as far as cures depend on it: by the name of its device, else by the names of its calls and kernels.
#pragma once

#include "profiler/analysis/kernels/gpu_table.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct GpuKind {
  GpuVendor vendor = GpuVendor::Nvidia;
  bool named = false;  // the trace tells the name of its GPU
  // Its matrix units multiply fp16 only, neither bf16 nor TF32: Volta and Turing, compute capability 7.x (CUDA C++ Programming Guide, table of
  // features by compute capability).
  bool fp16Only = false;
  bool noMatrixUnits = false;  // GPUs before Volta
};

GpuKind gpuKindOf(const Trace& trace);

}  // namespace stepscope
