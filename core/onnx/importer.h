// Imports ONNX: the model becomes a forward graph like any other, or is refused with an error that names the unsupported operator.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/graph/graph.h"
#include "core/onnx/onnx_file.h"

namespace stepscope::onnx {

struct ImportOptions {
  Graph start;                                        // the graph to append to
  std::map<std::string, ValueId, std::less<>> given;  // inputs of the file that are already values of the graph, with the file's shape
  std::int64_t batch = 0;                             // first dimension of every input; 0: as in the file
  bool training = false;                              // use batch statistics and dropout
  // Inputs with values known at import time: a shape for a reshape. They are not inputs of the graph.
  std::map<std::string, Tensor, std::less<>> constants;
};

struct Imported {
  Graph graph;                                           // its inputs and outputs are named as in the file; integers are i32
  std::map<std::string, Tensor, std::less<>> constants;  // outputs with values known at import time
  std::vector<std::string> outputs;                      // in the file's order
};

// Thrown if an operator needs a value at import time that is only known at run time.
class NeedsConstant : public Error {
 public:
  NeedsConstant(const std::string& where, std::string input);
  const std::string& input() const { return input_; }

 private:
  std::string input_;
};

// Floating point initializers become parameters (running statistics: buffers) that start with the file's values. Throws Error (Input) naming file,
// operator and node for an unsupported operator, opset, attribute or type.
Imported importModel(const OnnxModel& model, const ImportOptions& options = {});

// Names of all operators that can be imported, sorted.
std::vector<std::string> supportedOperators();

}  // namespace stepscope::onnx
