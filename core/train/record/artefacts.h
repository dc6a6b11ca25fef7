// Small JSON texts kept with a run, so that a report can be made later without the program: "memory_plan", "environment".
#pragma once

#include <optional>
#include <string>

#include "core/backend/backend.h"
#include "core/backend/machine_speed.h"
#include "core/program/step_program.h"
#include "core/train/record/git_commit.h"

namespace stepscope {

// {batch_size, predicted_peak_bytes, measured_peak_bytes (null until a step ran), state_bytes, step_bytes, sum_bytes,
//  nodes: [{op, title, layer, phase, live_bytes, kernel}], largest: [{value, role, bytes, first, last}]}; bytes as integers.
std::string memoryPlanJson(const PlanView& view, std::int64_t measuredPeakBytes);
// {program, device, isa, cores, machine_cores (cores that the process could use without its affinity; null: not known),
// memory_bytes, library, threads, system, libraries: [...], driver (of a GPU), peaks: {f32, bf16, f16, int8 (operations/s), bandwidth (bytes/s),
// threads, measured_ms (Unix time), provisional} as they were known when the run began, or null, git: {commit, clean: true, false or null} or null}
std::string environmentJson(const Backend& backend, int threads, const std::optional<GitCommit>& commit);
// The peaks that the run is judged by, from its environment; all 0: it kept none.
MachineSpeed keptPeaks(const std::string& environmentJson);

}  // namespace stepscope
