#include "core/train/checkpoint/program_state.h"

#include <map>
#include <span>

#include "core/base/error.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"

namespace stepscope {
namespace {

// The mean of the gradients accumulated so far: it has a value only between the batches of a step.
bool isGathered(const Value& value) {
  return value.role == Role::OptimizerState && value.name.ends_with(kGradientSuffix);
}

bool isOfScaler(const std::string& name) {
  return name == kLossScale || name == kGrowthTracker;
}

void writeInitial(Program& program, const Value& value, std::uint64_t seed, const std::atomic<bool>* cancel = nullptr) {
  const bool mayBeZero = value.role == Role::OptimizerState || !isFloat(value.dtype);
  if (mayBeZero && value.init.kind == Init::Kind::Constant && value.init.a == 0) return;  // an arena starts with zeros
  const std::vector<float> values = initialValue(value, seed, [cancel] {
    if (cancel && *cancel) throw Cancelled{};
  });
  program.write(value.name, std::as_bytes(std::span(values)));
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

void writeState(Program& program, const ProgramState& state, const std::string& where) {
  std::map<std::string, const SafeTensor*> tensors;
  for (const SafeTensor& tensor : state.model) tensors[tensor.name] = &tensor;
  for (const SafeTensor& tensor : state.optimizer) tensors[tensor.name] = &tensor;
  const std::string cure = "Use the project file that the run was started with";
  // With fp16 a step also has the state of its loss scaler. If the switch changed, that state starts new or is dropped.
  for (const char* name : {kLossScale, kGrowthTracker})
    if (program.graph().find(name) == kNone) tensors.erase(name);
  std::erase_if(tensors, [&](const auto& entry) { return entry.first.ends_with(kGradientSuffix) && program.graph().find(entry.first) == kNone; });
  // Everything is checked before the first byte is written, so that a failure does not change the program.
  std::size_t known = 0;
  for (const Value& value : program.graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    const auto found = tensors.find(value.name);
    if (found == tensors.end() && (isOfScaler(value.name) || isGathered(value))) continue;
    if (found == tensors.end()) throw Error(ErrorKind::Input, where, "there is no tensor " + value.name + ", which the model has", cure);
    const SafeTensor& tensor = *found->second;
    if (tensor.dtype != value.dtype || tensor.shape != value.shape)
      throw Error(ErrorKind::Input, where,
                  "tensor " + value.name + " is " + std::string(nameOf(tensor.dtype)) + " " + toString(tensor.shape) + ", but the model has " +
                      std::string(nameOf(value.dtype)) + " " + toString(value.shape),
                  cure);
    ++known;
  }
  if (known != tensors.size())
    throw Error(ErrorKind::Input, where, "it holds " + std::to_string(tensors.size()) + " tensors, but the model has " + std::to_string(known), cure);
  for (const Value& value : program.graph().values())
    if (isOfScaler(value.name) && isPersistent(value.role) && !tensors.contains(value.name)) writeInitial(program, value, 0);
  for (const auto& [name, tensor] : tensors) program.write(name, tensor->data);
  program.stateChanged();
}

void writeState(StepProgram& program, const ProgramState& state, const std::string& where) {
  writeState(*program.train, state, where);
  if (program.validation) program.validation->stateChanged();
}

void initializeState(StepProgram& program, std::uint64_t seed, const std::atomic<bool>* cancel) {
  for (const Value& value : program.train->graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    if (cancel && *cancel) throw Cancelled{};
    writeInitial(*program.train, value, seed, cancel);
  }
  program.train->stateChanged();
  if (program.validation) program.validation->stateChanged();
}

}  // namespace stepscope
