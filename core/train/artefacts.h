// The small JSON texts kept with a run, so that a report can be drawn later without the program: "memory_plan", "environment".
#pragma once

#include <string>

#include "core/backend/backend.h"
#include "core/train/step_program.h"

namespace stepscope {

// {batch_size, predicted_peak_bytes, measured_peak_bytes (null until a step ran), state_bytes, step_bytes, sum_bytes,
//  nodes: [{op, title, layer, phase, live_bytes, kernel}], largest: [{value, role, bytes, first, last}]}; bytes as integers.
std::string memoryPlanJson(const PlanView& view, std::int64_t measuredPeakBytes);
// {program, device, isa, cores, memory_bytes, library, threads}
std::string environmentJson(const DeviceInfo& device, int threads);

}  // namespace stepscope
