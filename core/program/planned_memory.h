// The memory that a program needs, before it is fully compiled: a program that cannot fit is refused before its kernels are timed.
#pragma once

#include <cstdint>

#include "core/program/program_spec.h"

namespace stepscope {

// Peak memory of the program in bytes: the state arena and the larger of the steps' arenas. Never times kernels. Throws as compileStep does.
std::int64_t predictPeakBytes(const ProgramSpec& spec, int threads, const Backend& backend, KernelChoices& choices);

// Throws Error (Resource) if the training step of `forward`, the spec's graph, needs more memory than the device can give now.
void refuseWithoutMemory(const ProgramSpec& spec, const Graph& forward, const Backend& backend, const CompileOptions& options);

}  // namespace stepscope
