#include "tests/core/onnx/operator_cases.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace stepscope::testing {

namespace {

int typeNamed(const std::string& name) {
  static const char* const names[] = {"",      "float", "uint8", "int8",    "uint16", "int16",  "int32",
                                      "int64", "",      "bool",  "float16", "double", "uint32", "uint64"};
  for (int type = 1; type < 14; ++type)
    if (name == names[type]) return type;
  throw std::runtime_error("operators.txt has a tensor of the type " + name);
}

// Exact for the few digits that the file has: halves are written as the numbers that they are.
std::int32_t halfBits(double value) {
  const int sign = std::signbit(value) ? 0x8000 : 0;
  if (value == 0) return sign;
  const int exponent = std::ilogb(value);
  return sign | ((exponent + 15) << 10) | static_cast<int>((std::abs(value) / std::ldexp(1.0, exponent) - 1) * 1024);
}

wire::TensorProto readTensor(std::istringstream& words, const std::string& name) {
  std::string type, shape, word;
  words >> type >> shape;
  std::vector<std::int64_t> dims;
  for (std::istringstream parts(shape == "scalar" ? "" : shape); std::getline(parts, word, 'x');) dims.push_back(std::stoll(word));
  std::vector<double> values;
  while (words >> word) values.push_back(std::strtod(word.c_str(), nullptr));
  return tensorOf(name, typeNamed(type), dims, values);
}

wire::AttributeProto readAttribute(std::istringstream& words) {
  wire::AttributeProto attribute;
  std::string name, word;
  char letter = ' ';
  words >> name >> letter;
  attribute.set_name(name);
  const std::string letters = " fistgFIS";
  attribute.set_type(static_cast<int>(letters.find(letter)));
  if (letter == 't') *attribute.mutable_t() = readTensor(words, "value");
  while (letter != 't' && words >> word) {
    if (letter == 'f') attribute.set_f(std::stof(word));
    if (letter == 'i') attribute.set_i(std::stoll(word));
    if (letter == 's') attribute.set_s(word);
    if (letter == 'I') attribute.add_ints(std::stoll(word));
  }
  return attribute;
}

}  // namespace

wire::TensorProto tensorOf(const std::string& name, int type, const std::vector<std::int64_t>& dims, const std::vector<double>& values) {
  wire::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(type);
  for (const std::int64_t dim : dims) tensor.add_dims(dim);
  for (const double value : values) {
    if (type == 1) {
      tensor.add_float_data(static_cast<float>(value));
    } else if (type == 11) {
      tensor.add_double_data(value);
    } else if (type == 7) {
      tensor.add_int64_data(static_cast<std::int64_t>(value));
    } else if (type == 12 || type == 13) {
      tensor.add_uint64_data(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
    } else {
      tensor.add_int32_data(type == 10 ? halfBits(value) : static_cast<std::int32_t>(value));
    }
  }
  return tensor;
}

void describe(wire::ValueInfoProto& port, const std::string& name, int type, const std::vector<std::int64_t>& dims) {
  port.set_name(name);
  auto* tensor = port.mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  tensor->clear_shape();
  tensor->mutable_shape();
  for (const std::int64_t dim : dims) tensor->mutable_shape()->add_dim()->set_dim_value(dim);
}

std::vector<OperatorCase> readOperatorCases(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " cannot be opened");
  std::vector<OperatorCase> cases;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "#") continue;
    if (what == "case") {
      OperatorCase& one = cases.emplace_back();
      words >> one.op >> one.opset;
      continue;
    }
    if (cases.empty()) throw std::runtime_error(path + " does not begin with a case");
    OperatorCase& one = cases.back();
    const std::string input = std::string("i").append(std::to_string(one.inputs.size()));
    if (what == "attribute") one.attributes.push_back(readAttribute(words));
    else if (what == "none") one.inputs.emplace_back();
    else if (what == "in") one.inputs.push_back({OperatorCase::Input::Fed, readTensor(words, input)});
    else if (what == "const") one.inputs.push_back({OperatorCase::Input::Constant, readTensor(words, input)});
    else if (what == "init") one.inputs.push_back({OperatorCase::Input::Initializer, readTensor(words, input)});
    else if (what == "out") one.outputs.push_back(readTensor(words, std::string("o").append(std::to_string(one.outputs.size()))));
    else throw std::runtime_error(path + " has the line " + line);
  }
  return cases;
}

wire::ModelProto modelOf(const OperatorCase& one) {
  wire::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(one.opset);
  wire::GraphProto& graph = *model.mutable_graph();
  wire::NodeProto& node = *graph.add_node();
  node.set_op_type(one.op);
  node.set_name("the_" + one.op);
  for (const wire::AttributeProto& attribute : one.attributes) *node.add_attribute() = attribute;
  for (const OperatorCase::Input& input : one.inputs) {
    node.add_input(input.tensor.name());
    if (input.kind == OperatorCase::Input::Initializer) *graph.add_initializer() = input.tensor;
    if (input.kind == OperatorCase::Input::Constant) {
      wire::NodeProto& constant = *graph.add_node();  // behind the node that reads it: files are sorted
      constant.set_op_type("Constant");
      constant.add_output(input.tensor.name());
      wire::AttributeProto& value = *constant.add_attribute();
      value.set_name("value");
      value.set_type(4);
      *value.mutable_t() = input.tensor;
    }
    if (input.kind == OperatorCase::Input::Fed)
      describe(*graph.add_input(), input.tensor.name(), input.tensor.data_type(), {input.tensor.dims().begin(), input.tensor.dims().end()});
  }
  for (const wire::TensorProto& output : one.outputs) {
    node.add_output(output.name());
    describe(*graph.add_output(), output.name(), output.data_type(), {output.dims().begin(), output.dims().end()});
  }
  return model;
}

}  // namespace stepscope::testing
