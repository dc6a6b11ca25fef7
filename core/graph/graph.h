// The intermediate representation: one graph of one training step. Nodes are in execution order.
// Everything that a user looks at (predicted memory, spans, advice) refers to nodes of this graph.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/dtype.h"
#include "core/base/shape.h"
#include "core/graph/attribute_names.h"
#include "core/graph/ids.h"
#include "core/graph/quantization.h"

namespace stepscope {

struct OpDef;

enum class Phase : std::uint8_t { Forward, Backward, Recompute, Optimizer };
std::string_view nameOf(Phase phase);

enum class Role : std::uint8_t {
  Input,           // a batch tensor, bound by the host before every step
  Scalar,          // one element bound by the host before every step (learning rate, step number, random seed)
  Parameter,       // trained; lives from step to step
  Frozen,          // a parameter that is not trained: no gradient, no optimizer state, no average; lives from step to step
  Buffer,          // lives from step to step, not trained (running mean and variance)
  OptimizerState,  // lives from step to step
  Activation,
  Gradient,
  Workspace,  // masks, saved statistics, scratchpads, copies in another layout
};
std::string_view nameOf(Role role);
// Weights of a layer, trained or not.
constexpr bool isWeight(Role role) {
  return role == Role::Parameter || role == Role::Frozen;
}
// Kept from step to step and saved in a checkpoint.
constexpr bool isPersistent(Role role) {
  return isWeight(role) || role == Role::Buffer || role == Role::OptimizerState;
}

// How a value is stored in memory. Plain is row-major over the logical shape. Opaque is a backend's own format (`bytes` gives its size).
enum class Layout : std::uint8_t { Plain, ChannelsLast, Blocked8, Blocked16, Opaque };
std::string_view nameOf(Layout layout);

// How a parameter or buffer starts. Uniform: [a, b). Normal: mean a, standard deviation b. Constant: a. Given: the numbers of `given`.
struct Init {
  enum class Kind : std::uint8_t { Constant, Uniform, Normal, Given } kind = Kind::Constant;
  double a = 0, b = 0;
  std::int64_t zeroRow = -1;                          // this row of dimension 0 starts with zeros (the padding row of an embedding); -1: none
  std::shared_ptr<const std::vector<float>> given{};  // row-major, one number per element: weights of an imported model
};

struct TensorType {
  DType dtype = DType::F32;
  Shape shape;
  Quantization quantization{};
};

struct Value {
  std::string name;  // unique; "layer1.0.conv1.weight" for persistent values, else the producer's scope and op
  DType dtype = DType::F32;
  Shape shape;
  Role role = Role::Activation;
  Layout layout = Layout::Plain;
  std::int64_t bytes = 0;   // storage; numel * size until a backend lays the value out
  NodeId producer = kNone;  // kNone for inputs and persistent values
  ValueId aliasOf = kNone;  // shares the storage of another value (flatten, reshape)
  Init init;
  Quantization quantization{};
};
inline TensorType typeOf(const Value& value) {
  return {value.dtype, value.shape, value.quantization};
}

using Attribute = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

class Attributes {
 public:
  Attributes() = default;
  Attributes(std::initializer_list<std::pair<const std::string, Attribute>> entries) : map_(entries) {}

  bool has(AnyAttributeName key) const { return map_.find(std::string_view(key)) != map_.end(); }
  // The typed getters throw Error (Internal) if the key is missing and no fallback is given, or if the attribute has another type.
  std::int64_t integer(IntegerName key) const;
  std::int64_t integer(IntegerName key, std::int64_t fallback) const;
  double real(RealName key) const;
  double real(RealName key, double fallback) const;
  bool flag(FlagName key) const;  // false when missing
  const std::vector<std::int64_t>& integers(IntegersName key) const;
  const std::string& text(TextName key) const;
  void set(std::string key, Attribute value) { map_.insert_or_assign(std::move(key), std::move(value)); }

  const std::map<std::string, Attribute, std::less<>>& entries() const { return map_; }

 private:
  std::map<std::string, Attribute, std::less<>> map_;
};
std::string toString(const Attribute& attribute);

struct Node {
  const OpDef* op = nullptr;
  Attributes attrs;
  std::vector<ValueId> inputs;  // kNone where an optional input is absent
  std::vector<ValueId> outputs;
  std::string scope;  // path of the layer in the user's model: "layer3.1.conv2"; gradient nodes have the scope of their forward node
  Phase phase = Phase::Forward;
  bool keepsInputs = false;  // its kernel must not write over an operand, even if its op allows it, because it reads the operand again
  bool lowered = false;      // made by a backend with addRawNode: its inputs and outputs may differ from the op's shape rule
};

class Graph {
 public:
  // Makes the name unique and computes `bytes` if it is 0. Throws Error (Input) if the tensor is too large or its quantization does not fit.
  ValueId addValue(Value value);
  ValueId addInput(std::string name, DType dtype, Shape shape);
  ValueId addScalar(std::string name, DType dtype);
  // Throws Error (Input) if the name is taken.
  ValueId addPersistent(Role role, std::string name, DType dtype, Shape shape, Init init);
  // Appends a node with the outputs that the op's shape rule gives. The new values are node(id).outputs.
  NodeId addNode(std::string_view op, std::vector<ValueId> inputs, Attributes attrs, std::string scope, Phase phase = Phase::Forward);
  // The same, but returns output 0; kNone if the op has no outputs.
  ValueId add(std::string_view op, std::vector<ValueId> inputs, Attributes attrs, std::string scope, Phase phase = Phase::Forward);
  // Appends a node whose output types are given (for a backend's lowering).
  NodeId addRawNode(Node node, const std::vector<TensorType>& outputTypes, Role outputRole);

  Graph withoutOutputs() const;                      // the same graph without values marked as outputs
  void rename(ValueId value, std::string name);      // throws Error (Internal) when the name is taken
  void markOutput(std::string name, ValueId value);  // the host can read it after a step, so it stays in memory until the end

  const Value& value(ValueId id) const { return values_[id]; }
  Value& value(ValueId id) { return values_[id]; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  Node& node(NodeId id) { return nodes_[id]; }
  const std::vector<Value>& values() const { return values_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::map<std::string, ValueId, std::less<>>& outputs() const { return outputs_; }
  ValueId find(std::string_view valueName) const;  // kNone if there is none
  std::string_view nameOf(ValueId id) const { return value(id).name; }
  // The value that owns the storage: follows aliasOf.
  ValueId storageOf(ValueId id) const;
  // For every value, the nodes that read it, in execution order.
  std::vector<std::vector<NodeId>> consumers() const;
  // Changes the order of the nodes: order[i] is the node that becomes node i. It must name every node once; verify() checks the result.
  void reorder(const std::vector<NodeId>& order);
  // Throws Error (Internal) if a node reads a value that no earlier node made, or types disagree. Throws Error (Input), with the name of the value or
  // node, if a quantization is wrong or if an op that computes with numbers (not OpDef::movesOnly) reads a quantized value.
  void verify() const;

 private:
  std::vector<Value> values_;
  std::vector<Node> nodes_;
  std::map<std::string, ValueId, std::less<>> outputs_;
  std::map<std::string, ValueId, std::less<>> names_;
};

}  // namespace stepscope
