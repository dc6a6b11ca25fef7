// The context in which an exporter writes one op into the file. Private to core/onnx/write.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/graph/op.h"
#include "core/onnx/write/exporter.h"

namespace stepscope::onnx_wire {
class GraphProto;
class ValueInfoProto;
}  // namespace stepscope::onnx_wire

namespace stepscope::onnx {

using Ints = std::vector<std::int64_t>;

// A size, or a multiple of the batch size.
struct Dim {
  std::int64_t size = 0;      // in the exported graph
  std::int64_t perBatch = 0;  // above 0: this many times the batch
  bool open() const { return perBatch > 0; }
  bool operator==(const Dim&) const = default;
};
using Dims = std::vector<Dim>;

using NodeAttribute = std::pair<const char*, std::variant<std::int64_t, float, std::string, Ints>>;
using NodeAttributes = std::vector<NodeAttribute>;
using Tensors = std::vector<std::string>;  // names in the file; an empty one is an absent optional input

class Emitter {
 public:
  Emitter(const Graph& graph, const ExportSpec& spec, onnx_wire::GraphProto& out);

  // Makes this the node being exported.
  void begin(NodeId node);
  const Node& node() const { return graph_.node(node_); }
  const Attributes& attrs() const { return node().attrs; }
  bool has(std::size_t i) const { return i < node().inputs.size() && node().inputs[i] != kNone; }
  ValueId input(std::size_t i) const { return node().inputs.at(i); }
  const Shape& shape(std::size_t i) const { return graph_.value(input(i)).shape; }
  Dims dims(std::size_t i) { return dimsOf(input(i)); }
  const Shape& outputShape() const { return graph_.value(node().outputs[0]).shape; }
  Dims outputDims() { return dimsOf(node().outputs[0]); }
  bool isRead(std::size_t output) const;           // by a node that is exported, or as the result
  Dims attribute(IntegersName key) const;          // a list of sizes, which may be multiples of the batch
  std::string in(std::size_t i);                   // the name of input i
  Tensors inputs();                                // of all of them
  void set(std::size_t output, std::string name);  // output i of the node is this tensor

  const Graph& graph() const { return graph_; }
  // Whether the numbers of the value are known now, so that they can be written in another order.
  bool isStored(ValueId value) const;
  // The numbers of a stored value. Each call counts those of a weight in weights().
  std::vector<float> numbers(ValueId value);

  // Add a node to the file and return the names of its outputs; `add` is for a node with one output.
  std::string add(const char* op, Tensors inputs, const NodeAttributes& attributes = {});
  Tensors addAll(const char* op, Tensors inputs, const NodeAttributes& attributes, std::size_t outputs);
  // Names of constants, which are initializers of the file; equal ones are written once.
  std::string ints(const Ints& values);
  std::string scalar(double value);
  std::string wholeScalar(std::int64_t value);
  std::string table(const std::string& name, const Shape& shape, const std::vector<float>& values);
  // The result of `make`, which is called only the first time for each key.
  std::string once(const std::string& key, const std::function<std::string()>& make);

  std::string reshape(const std::string& x, const Dims& to);
  std::string transpose(const std::string& x, const Ints& permutation);
  std::string sizes(const Dims& dims);  // a list of integers; if one dimension is open, the file computes it from the input's batch
  std::string relu(std::string x);      // Relu of x if the node has the attribute relu, else x itself
  std::string cast(const std::string& x, int onnxType);

  [[noreturn]] void refuse(const std::string& what, const std::string& cure) const;
  Dims dimsOf(ValueId value) const;

  std::string nameOf(ValueId value);  // in the file; the first call for an input or a persistent value writes the input or the initializer
  // The type of its elements in the file.
  int typeOf(ValueId value) const;
  // Marks the values that the result needs, and returns the nodes that compute them, in the order of the graph.
  std::vector<NodeId> needed(ValueId result);
  // Gives the tensor this name, with a number behind it if it is taken, and returns the name. For an input or an initializer it names a copy.
  std::string nameResult(const std::string& tensor, const std::string& name);
  // Sets name, type and shape of an input or output of the file.
  void describe(onnx_wire::ValueInfoProto& port, const std::string& name, ValueId value) const;
  const Tensors& usedInputs() const { return usedInputs_; }
  std::int64_t weights() const { return weights_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  Dim dimOf(std::int64_t here, std::int64_t other) const;
  Dims compared(const Shape& here, const Shape& other) const;
  std::string unique(const std::string& wanted);
  std::string initializer(const std::string& name, int type, const Shape& shape, std::string raw);
  void checkAttributes() const;
  std::string fromPixels(const std::string& bytes, const Shape& shape);  // the model's input, computed from bytes by spec.pixels
  std::string prefix() const;

  const Graph& graph_;
  const ExportSpec& spec_;
  onnx_wire::GraphProto& out_;
  NodeId node_ = kNone;
  std::int64_t batch_ = 0, otherBatch_ = 0;
  std::map<ValueId, std::string> names_;
  std::set<std::string> taken_;
  std::map<std::string, std::string> made_;
  std::set<ValueId> read_;
  Tensors usedInputs_;
  std::int64_t weights_ = 0, bytes_ = 0;
};

// TensorProto.DataType.
inline constexpr int kFloatType = 1, kUint8Type = 2, kInt64Type = 7, kBoolType = 9, kHalfType = 10, kBfloatType = 16;

struct Exporter {
  std::string_view op;  // of the graph
  void (*write)(Emitter&);
};

// Each family has its own file.
std::span<const Exporter> elementExporters();
std::span<const Exporter> layerExporters();
std::span<const Exporter> shapeExporters();
std::span<const Exporter> poolingExporters();
std::span<const Exporter> sequenceExporters();

}  // namespace stepscope::onnx
