// Why a GPU has nothing to do for a millisecond and more while the host does something else: because the host waited for it before, or because what
// the host does takes so long.
#pragma once

#include <string_view>
#include <vector>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/wording.h"

namespace stepscope::advice {

// Idle time of the GPUs, ms a step, and its ranges.
struct HostIdleCauses {
  double ofWaits = 0, ofPauses = 0;
  std::vector<TimeRange> waitRanges, pauseRanges;
};
// Were there no waits, the host would run ahead, and its own work would be hidden behind as much work as the GPU has. Where that ends most of the
// idle time (by the replay), the waits are to blame, else the host's work. Compiling and communicating by gloo are neither: rules of their own tell
// them. Nor does a host work that waits for a GPU.
HostIdleCauses hostIdleCauses(const TraceFacts& facts);

// By the names that torch.compile, JAX, XLA and TensorFlow give that work: "_compile.compile_inner (dynamo_timed)", "inductor_codegen",
// "backend_compile_and_load", "PjRtCpuClient::Compile", "XlaCompilationCache::Compile", frames of tf.function's tracing.
bool compilesCode(std::string_view name);
SpanTime compilingTime(const TraceFacts& facts);  // of the host, within the steps
SpanTime glooTime(const TraceFacts& facts);       // collectives of gloo on threads of the host, within the steps

}  // namespace stepscope::advice
