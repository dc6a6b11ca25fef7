// Why a GPU is idle for a millisecond or more while the host does something else: because the host waited for the GPU before, or because the host's
// work takes so long.
#pragma once

#include <string_view>
#include <vector>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/wording.h"

namespace stepscope::advice {

// Idle time of the GPUs in ms per step, and its ranges.
struct HostIdleCauses {
  double ofWaits = 0, ofPauses = 0;
  std::vector<TimeRange> waitRanges, pauseRanges;
};
// Without waits the host would run ahead, and its own work would be hidden behind the work that the GPU has. If that ends most of the idle time (by
// the replay), the waits are the cause, else the host's work. Compiling and communication by gloo count as neither, since they have their own rules.
// The host's waits for a GPU do not count as its work.
HostIdleCauses hostIdleCauses(const TraceFacts& facts);

// Whether a span of this name compiles code, by the names that torch.compile, JAX, XLA and TensorFlow use: "_compile.compile_inner (dynamo_timed)",
// "inductor_compile", "backend_compile_and_load", "PjRtCpuClient::Compile", "XlaCompilationCache::Compile", frames of tf.function's tracing.
bool compilesCode(std::string_view name);
SpanTime compilingTime(const TraceFacts& facts);  // host time of compiling, within the steps
SpanTime glooTime(const TraceFacts& facts);       // collectives of gloo on threads of the host, within the steps

}  // namespace stepscope::advice
