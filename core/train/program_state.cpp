#include "core/train/program_state.h"

#include <map>
#include <span>

#include "core/base/error.h"

namespace stepscope {
namespace {

void announceChange(StepProgram& program) {
  program.train->stateChanged();
  if (program.validation) program.validation->stateChanged();
}

}  // namespace

ProgramState readState(const Program& program) {
  ProgramState state;
  for (const Value& value : program.graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    SafeTensor tensor{value.name, value.dtype, value.shape, {}};
    tensor.data.resize(static_cast<std::size_t>(numel(value.shape) * sizeOf(value.dtype)));
    program.read(value.name, tensor.data);
    (value.role == Role::OptimizerState ? state.optimizer : state.model).push_back(std::move(tensor));
  }
  return state;
}

void writeState(StepProgram& program, const ProgramState& state, const std::string& where) {
  std::map<std::string, const SafeTensor*> tensors;
  for (const SafeTensor& tensor : state.model) tensors[tensor.name] = &tensor;
  for (const SafeTensor& tensor : state.optimizer) tensors[tensor.name] = &tensor;
  const std::string cure = "Use the project file that the run was started with";
  // Everything is checked before the first byte is written, so that a failure leaves the program as it was.
  std::size_t known = 0;
  for (const Value& value : program.train->graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    const auto found = tensors.find(value.name);
    if (found == tensors.end()) throw Error(ErrorKind::Input, where, "there is no tensor " + value.name + ", which the model has", cure);
    const SafeTensor& tensor = *found->second;
    if (tensor.dtype != value.dtype || tensor.shape != value.shape)
      throw Error(ErrorKind::Input, where,
                  "tensor " + value.name + " is " + std::string(nameOf(tensor.dtype)) + " " + toString(tensor.shape) +
                      ", but the model has " + std::string(nameOf(value.dtype)) + " " + toString(value.shape),
                  cure);
    ++known;
  }
  if (known != tensors.size())
    throw Error(ErrorKind::Input, where,
                "it holds " + std::to_string(tensors.size()) + " tensors, but the model has " + std::to_string(known), cure);
  for (const auto& [name, tensor] : tensors) program.train->write(name, tensor->data);
  announceChange(program);
}

void initializeState(StepProgram& program, std::uint64_t seed) {
  for (const Value& value : program.train->graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    if (value.role == Role::OptimizerState && value.init.a == 0) continue;  // an arena starts zeroed
    const std::vector<float> values = initialValue(value, seed);
    program.train->write(value.name, std::as_bytes(std::span(values)));
  }
  announceChange(program);
}

}  // namespace stepscope
