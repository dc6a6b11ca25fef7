// What the memory of a program comes to before it is compiled for good: what cannot fit is refused before its kernels are timed.
#pragma once

#include <cstdint>

#include "core/program/program_spec.h"

namespace stepscope {

// Peak memory of the program: the state arena and the larger of the steps' arenas. Never times kernels. Throws as compileStep does.
std::int64_t predictPeakBytes(const ProgramSpec& spec, int threads, const Backend& backend, KernelChoices& choices);

// Throws Error (Resource) where the training step of `forward`, the spec's graph, needs more than the device can give now.
void refuseWithoutMemory(const ProgramSpec& spec, const Graph& forward, const Backend& backend, const CompileOptions& options);

}  // namespace stepscope
