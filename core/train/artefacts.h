// The small JSON texts kept with a run, so that a report can be drawn later without the program: "memory_plan", "breakdown", "environment".
#pragma once

#include <string>

#include "core/backend/backend.h"
#include "core/train/step_program.h"
#include "profiler/analysis/step_breakdown.h"

namespace stepscope {

// {batch_size, predicted_peak_bytes, measured_peak_bytes (null until a step ran), state_bytes, step_bytes, sum_bytes,
//  nodes: [{op, title, layer, phase, live_bytes, kernel}], largest: [{value, role, bytes, first, last}]}; bytes as integers.
std::string memoryPlanJson(const PlanView& view, std::int64_t measuredPeakBytes);
// {source, steps, median_step_ms, p95_step_ms, categories: [{name, ms, share}],
//  ops: [{title, category, calls, ms, share, gflops, gb_per_second, layer}]}; times are of one step.
std::string breakdownJson(const StepBreakdown& breakdown, const std::string& source);
// {program, device, isa, cores, memory_bytes, library, threads}
std::string environmentJson(const DeviceInfo& device, int threads);

}  // namespace stepscope
