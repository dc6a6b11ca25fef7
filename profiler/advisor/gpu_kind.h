// The kind of GPU in a trace, as far as cures depend on it: from the name of its device, else from the names of its calls and kernels.
#pragma once

#include "profiler/analysis/kernels/gpu_table.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct GpuKind {
  GpuVendor vendor = GpuVendor::Nvidia;
  bool named = false;          // the trace contains the name of its GPU
  bool fp16Only = false;       // its matrix units multiply neither bf16 nor TF32 (MatrixUnits::Fp16)
  bool noMatrixUnits = false;  // MatrixUnits::None
};

GpuKind gpuKindOf(const Trace& trace);

}  // namespace stepscope
