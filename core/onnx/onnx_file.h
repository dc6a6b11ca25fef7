// An ONNX file as values: the graph as written, with every size checked, but not interpreted.
// https://github.com/onnx/onnx/blob/main/docs/IR.md
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/shape.h"

namespace stepscope::onnx {

// Numbers of a file, in one of three lists: doubles, other floating point types as f32, integers and booleans as i64.
struct Tensor {
  bool integer = false;
  int onnxType = 0;  // TensorProto.DataType: 1 float, 7 int64, ...
  Shape shape;
  std::vector<float> floats;
  std::vector<double> doubles;  // only for type double
  std::vector<std::int64_t> integers;

  std::size_t count() const { return floats.size() + doubles.size() + integers.size(); }
  double at(std::size_t i) const {
    return !integers.empty() ? static_cast<double>(integers.at(i)) : !doubles.empty() ? doubles.at(i) : static_cast<double>(floats.at(i));
  }
};
// "float", "int64", "float8e4m3fn (17)"; "type 42" for an unknown one.
std::string typeName(int onnxType);

struct Attribute {
  char type = ' ';  // f i s t g F I S as in signatures.h; ? for any other
  float f = 0;
  std::int64_t i = 0;
  std::string s;
  Tensor t;
  std::vector<float> floats;
  std::vector<std::int64_t> ints;
  std::vector<std::string> strings;
};

struct OnnxNode {
  std::string name, opType, domain;
  std::vector<std::string> inputs, outputs;  // an empty name is an absent optional one
  std::map<std::string, Attribute, std::less<>> attributes;

  // "Conv node conv1", for messages.
  std::string title() const;
};

struct Port {
  std::string name;
  int onnxType = 0;  // 0: not a tensor
  Shape shape;       // -1 if the file leaves a dimension open
  bool hasShape = false;
};

struct OnnxModel {
  std::string file;
  std::int64_t opset = 0;  // of the default domain
  std::string producer;
  std::map<std::string, std::string, std::less<>> metadata;  // metadata_props
  std::vector<OnnxNode> nodes;
  std::map<std::string, Tensor, std::less<>> initializers;
  std::vector<Port> inputs, outputs;  // inputs without initializers
};

// Throws Error (Input) naming the file and its fault: not ONNX, cut off, a tensor whose data do not match its shape, data outside of the model's
// folder, or an unknown type.
OnnxModel readModel(const std::string& path);
// One TensorProto in its own file, as in the ONNX test data.
Tensor readTensor(const std::string& path);

}  // namespace stepscope::onnx
