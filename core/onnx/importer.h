// ONNX to the graph: a model of other people's becomes a forward graph like any other, or is refused by the operator that is in the way.
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
  std::map<std::string, ValueId, std::less<>> given;  // inputs of the file that are values of it already, of the file's shape
  std::int64_t batch = 0;                             // first dimension of every input; 0: as the file says, which must then say it
  bool training = false;                              // batch statistics and dropout
  // Inputs whose values are known before the run: a shape to reshape to. They are no inputs of the graph then.
  std::map<std::string, Tensor, std::less<>> constants;
};

struct Imported {
  Graph graph;                                           // its inputs and outputs are named as in the file; integers are i32
  std::map<std::string, Tensor, std::less<>> constants;  // outputs that do not depend on the run
  std::vector<std::string> outputs;                      // in the file's order
};

// Thrown where an operator needs a value before the run that the file leaves to the run.
class NeedsConstant : public Error {
 public:
  NeedsConstant(const std::string& where, std::string input);
  const std::string& input() const { return input_; }

 private:
  std::string input_;
};

// Floating point initializers become parameters (running statistics: buffers) that start with the file's values. Throws Error (Input)
// naming file, operator and node for an operator, opset, attribute or type that is not supported.
Imported importModel(const OnnxModel& model, const ImportOptions& options = {});

// Names of all operators that can be imported, sorted.
std::vector<std::string> supportedOperators();

}  // namespace stepscope::onnx
