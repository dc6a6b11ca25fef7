// An imported model, forward on the CPU backend.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/onnx/importer.h"

namespace stepscope::testing {

struct Result {
  std::string name;
  Shape shape;
  std::vector<double> values;
};
struct Ran {
  std::vector<Result> outputs;  // in the file's order
  bool known = false;           // nothing was left to run, since everything was computed while importing
};

// What must be known before the run is taken from the inputs.
onnx::Imported importFor(const onnx::OnnxModel& model, const std::map<std::string, onnx::Tensor, std::less<>>& inputs);

// Inputs by name. A double, and what the importer must know before the run, is part of the model here.
Ran runModel(const onnx::OnnxModel& model, const std::map<std::string, onnx::Tensor, std::less<>>& inputs);

// Empty where equal by the rule of ONNX's own runner (relative 1e-3, absolute 1e-7; whole numbers exactly), else what differs.
std::string differenceOf(const Result& got, const onnx::Tensor& expected);

}  // namespace stepscope::testing
