// Reads and writes the persistent tensors of a compiled step as plain row-major bytes, whatever layout the program uses.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/models/safetensors.h"
#include "core/program/step_program.h"

namespace stepscope {

struct ProgramState {
  std::vector<SafeTensor> model;  // parameters and buffers
  std::vector<SafeTensor> optimizer;
};

ProgramState readState(const Program& program);
void writeState(Program& program, const ProgramState& state, const std::string& where);
// The state of the loss scaling, which only a step with fp16 has, may be missing or superfluous. Throws Error (Input) with the tensor if another
// one is missing, unknown or of another shape; `where` is the source of the tensors.
void writeState(StepProgram& program, const ProgramState& state, const std::string& where);
// The initial values of a run: initialValue() of every parameter and buffer, zeros in the optimizer. Throws Cancelled (core/backend/backend.h) soon
// after `cancel` became true.
void initializeState(StepProgram& program, std::uint64_t seed, const std::atomic<bool>* cancel = nullptr);

}  // namespace stepscope
