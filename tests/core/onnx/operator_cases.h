// The small models of operators.txt: one operator each, with the results of ONNX's own reference implementation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/onnx/onnx.pb.h"

namespace stepscope::testing {

namespace wire = onnx_wire;

struct OperatorCase {
  struct Input {
    enum Kind { Fed, Initializer, Constant, None } kind = None;
    wire::TensorProto tensor{};
  };
  std::string op;
  std::int64_t opset = 0;
  std::vector<wire::AttributeProto> attributes{};
  std::vector<Input> inputs{};
  std::vector<wire::TensorProto> outputs{};
};

// Throws std::runtime_error where the file is not there or not as make_operators.py writes it.
std::vector<OperatorCase> readOperatorCases(const std::string& path);

// The case as a file: inputs i0, i1, ..., outputs o0, o1, ...
wire::ModelProto modelOf(const OperatorCase& one);

// A tensor of a type and shape with these numbers, in the field that the format wants for them.
wire::TensorProto tensorOf(const std::string& name, int type, const std::vector<std::int64_t>& dims, const std::vector<double>& values);
// Sets an input of a graph to this type and shape.
void describe(wire::ValueInfoProto& port, const std::string& name, int type, const std::vector<std::int64_t>& dims);

}  // namespace stepscope::testing
