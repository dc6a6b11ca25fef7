#include "tests/core/onnx/run_model.h"

#include <cmath>
#include <cstring>

#include "core/backend/backend.h"
#include "core/backend/devices/devices.h"

namespace stepscope::testing {

namespace {

constexpr int kDouble = 11;  // TensorProto.DataType

bool equal(double got, double expected, bool whole) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got);
  if (std::isinf(expected) || std::isinf(got)) return got == expected;
  return whole ? got == expected : std::abs(got - expected) <= 1e-7 + 1e-3 * std::abs(expected);
}

}  // namespace

onnx::Imported importFor(const onnx::OnnxModel& model, const std::map<std::string, onnx::Tensor, std::less<>>& inputs) {
  onnx::ImportOptions options;
  // Doubles are computed in f64 where they are known before the run, and refused elsewhere.
  for (const onnx::Port& port : model.inputs)
    if (port.onnxType == kDouble) options.constants[port.name] = inputs.at(port.name);
  for (std::size_t tries = 0;; ++tries) {
    try {
      return onnx::importModel(model, options);
    } catch (const onnx::NeedsConstant& needed) {
      // A shape or bound that a test hands over as an input.
      const auto it = inputs.find(needed.input());
      if (tries > inputs.size()) throw;
      if (it != inputs.end()) {
        options.constants[needed.input()] = it->second;
      } else {
        // Made of such an input.
        for (const auto& [name, tensor] : inputs)
          if (tensor.integer && tensor.shape.size() <= 1) options.constants[name] = tensor;
      }
    }
  }
}

Ran runModel(const onnx::OnnxModel& model, const std::map<std::string, onnx::Tensor, std::less<>>& inputs) {
  const onnx::Imported imported = importFor(model, inputs);
  const auto program = findBackend("cpu")->compile(imported.graph, {{.autotune = false}, 1});
  program->attach(std::make_shared<Arena>(program->plan().stateBytes), std::make_shared<Arena>(program->plan().stepBytes));
  for (const Value& value : imported.graph.values()) {
    if (value.init.kind == Init::Kind::Given && value.init.given) program->write(value.name, std::as_bytes(std::span(*value.init.given)));
    if (value.role != Role::Input) continue;
    const onnx::Tensor& given = inputs.at(value.name);
    const auto target = program->input(value.name);
    if (value.dtype == DType::F32) {
      std::memcpy(target.data(), given.floats.data(), target.size());
    } else {
      const std::vector<std::int32_t> narrow(given.integers.begin(), given.integers.end());
      std::memcpy(target.data(), narrow.data(), target.size());
    }
  }
  program->run();
  Ran ran;
  ran.known = imported.graph.outputs().empty();
  for (const std::string& name : imported.outputs) {
    Result result{name, {}, {}};
    if (const auto it = imported.constants.find(name); it != imported.constants.end()) {
      result.shape = it->second.shape;
      for (std::size_t i = 0; i < it->second.count(); ++i) result.values.push_back(it->second.at(i));
    } else {
      const Value& value = imported.graph.value(imported.graph.outputs().at(name));
      result.shape = value.shape;
      const auto count = static_cast<std::size_t>(numel(value.shape));
      if (value.dtype == DType::F32) {
        std::vector<float> floats(count);
        program->read(name, std::as_writable_bytes(std::span(floats)));
        result.values.assign(floats.begin(), floats.end());
      } else {
        std::vector<std::int32_t> whole(count);
        program->read(name, std::as_writable_bytes(std::span(whole)));
        result.values.assign(whole.begin(), whole.end());
      }
    }
    ran.outputs.push_back(std::move(result));
  }
  return ran;
}

std::string differenceOf(const Result& got, const onnx::Tensor& expected) {
  if (got.shape != expected.shape) return got.name + " has the shape " + toString(got.shape) + " where " + toString(expected.shape) + " is right";
  if (got.values.size() != expected.count())
    return got.name + " has " + std::to_string(got.values.size()) + " elements where " + std::to_string(expected.count()) + " are right";
  for (std::size_t i = 0; i < got.values.size(); ++i)
    if (!equal(got.values[i], expected.at(i), expected.integer))
      return got.name + "[" + std::to_string(i) + "] is " + std::to_string(got.values[i]) + " where " + std::to_string(expected.at(i)) + " is right";
  return {};
}

}  // namespace stepscope::testing
