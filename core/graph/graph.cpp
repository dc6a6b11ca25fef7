#include "core/graph/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/graph/attribute_types.h"
#include "core/graph/op.h"

namespace stepscope {

std::string_view nameOf(Phase phase) {
  switch (phase) {
    case Phase::Forward: return "forward";
    case Phase::Backward: return "backward";
    case Phase::Recompute: return "recompute";
    case Phase::Optimizer: return "optimizer";
  }
  return "?";
}

std::string_view nameOf(Role role) {
  switch (role) {
    case Role::Input: return "input";
    case Role::Scalar: return "scalar";
    case Role::Parameter: return "parameter";
    case Role::Frozen: return "frozen parameter";
    case Role::Buffer: return "buffer";
    case Role::OptimizerState: return "optimizer state";
    case Role::Activation: return "activation";
    case Role::Gradient: return "gradient";
    case Role::Workspace: return "workspace";
  }
  return "?";
}

std::string_view nameOf(Layout layout) {
  switch (layout) {
    case Layout::Plain: return "plain";
    case Layout::ChannelsLast: return "channels last";
    case Layout::Blocked8: return "blocked by 8";
    case Layout::Blocked16: return "blocked by 16";
    case Layout::Opaque: return "opaque";
  }
  return "?";
}

namespace {

Role roleOfOutput(const OpDef& op, Phase phase, int output) {
  const auto& workspaces = op.workspaceOutputs;
  if (std::find(workspaces.begin(), workspaces.end(), output) != workspaces.end()) return Role::Workspace;
  switch (phase) {
    case Phase::Backward: return Role::Gradient;
    case Phase::Optimizer: return Role::Workspace;
    case Phase::Forward:
    case Phase::Recompute: break;
  }
  return Role::Activation;
}

std::string outputName(const Node& node, std::size_t output) {
  std::string name = node.scope.empty() ? std::string(node.op->name) : node.scope + "." + std::string(node.op->name);
  if (output > 0) name.append(":").append(std::to_string(output));
  return name;
}

[[noreturn]] void broken(const Node& node, const std::string& what) {
  throw Error(ErrorKind::Internal, node.scope.empty() ? std::string(node.op->name) : node.scope, what,
              "This is a bug; please report it with the project file");
}

// Throws if a node computes with a quantized input, whose stored integers it would take for the real numbers.
void refuseQuantized(const Graph& graph, const Node& node) {
  if (node.op->movesOnly) return;
  for (const ValueId input : node.inputs) {
    if (input == kNone || !graph.value(input).quantization.any()) continue;
    const std::string op(node.op->name);
    throw Error(ErrorKind::Input, node.scope.empty() ? op : node.scope,
                fmt::format("{} computes with real numbers, but its input {} is quantized ({})", op, graph.value(input).name,
                            stepscope::nameOf(graph.value(input).dtype)),
                "Give this layer a tensor of f32");
  }
}

}  // namespace

ValueId Graph::addValue(Value value) {
  const auto id = static_cast<ValueId>(values_.size());
  std::string name = value.name.empty() ? "value" : value.name;
  if (names_.find(name) != names_.end()) {
    // Copies are numbered in order, so the first free number is found by bisection: a file may give one name to thousands of values.
    const auto copyName = [&](int copy) { return value.name + "#" + std::to_string(copy); };
    int taken = 1, free = 2;
    while (names_.find(copyName(free)) != names_.end()) taken = std::exchange(free, 2 * free);
    while (free - taken > 1) {
      const int middle = taken + (free - taken) / 2;
      (names_.find(copyName(middle)) != names_.end() ? taken : free) = middle;
    }
    name = copyName(free);
  }
  value.name = std::move(name);
  // 2^40 elements are more than any machine holds. With this limit no later sum of bytes can overflow.
  if (numel(value.shape) > (std::int64_t{1} << 40))
    throw Error(ErrorKind::Input, value.name, "a tensor of " + toString(value.shape) + " is too large", "Use smaller layers, images or batches");
  checkQuantization(value.name, value.dtype, value.shape, value.quantization);
  if (value.bytes == 0) value.bytes = numel(value.shape) * sizeOf(value.dtype);
  names_.emplace(value.name, id);
  values_.push_back(std::move(value));
  return id;
}

ValueId Graph::addInput(std::string name, DType dtype, Shape shape) {
  Value value;
  value.name = std::move(name);
  value.dtype = dtype;
  value.shape = std::move(shape);
  value.role = Role::Input;
  return addValue(std::move(value));
}

ValueId Graph::addScalar(std::string name, DType dtype) {
  Value value;
  value.name = std::move(name);
  value.dtype = dtype;
  value.role = Role::Scalar;
  return addValue(std::move(value));
}

ValueId Graph::addPersistent(Role role, std::string name, DType dtype, Shape shape, Init init) {
  require(isPersistent(role), "addPersistent is for parameters, buffers and optimizer state");
  // A checkpoint finds these values by name, so one of two values with the same name would be lost silently.
  if (find(name) != kNone) throw Error(ErrorKind::Input, name, "two layers have this name", "Give every layer a name of its own");
  Value value;
  value.name = std::move(name);
  value.dtype = dtype;
  value.shape = std::move(shape);
  value.role = role;
  value.init = init;
  return addValue(std::move(value));
}

NodeId Graph::addNode(std::string_view op, std::vector<ValueId> inputs, Attributes attrs, std::string scope, Phase phase) {
  Node node;
  node.op = &opNamed(op);
  require(!node.op->fused, "a node of a fused op is made by a backend only");
  node.attrs = std::move(attrs);
  node.inputs = std::move(inputs);
  node.scope = std::move(scope);
  node.phase = phase;
  checkAttributes(node);
  for (ValueId input : node.inputs) {
    if (input != kNone && (input < 0 || input >= static_cast<ValueId>(values_.size()))) broken(node, "a node reads a value that does not exist");
  }
  const auto id = static_cast<NodeId>(nodes_.size());
  refuseQuantized(*this, node);
  const std::vector<TensorType> types = node.op->infer(*this, node);
  for (std::size_t i = 0; i < types.size(); ++i) {
    Value value;
    value.name = outputName(node, i);
    value.dtype = types[i].dtype;
    value.shape = types[i].shape;
    value.quantization = types[i].quantization;
    value.role = roleOfOutput(*node.op, phase, static_cast<int>(i));
    value.producer = id;
    if (node.op->aliases && i == 0) value.aliasOf = node.inputs[0];
    node.outputs.push_back(addValue(std::move(value)));
  }
  nodes_.push_back(std::move(node));
  return id;
}

ValueId Graph::add(std::string_view op, std::vector<ValueId> inputs, Attributes attrs, std::string scope, Phase phase) {
  const NodeId id = addNode(op, std::move(inputs), std::move(attrs), std::move(scope), phase);
  const auto& outputs = node(id).outputs;
  return outputs.empty() ? kNone : outputs[0];
}

NodeId Graph::addRawNode(Node node, const std::vector<TensorType>& outputTypes, Role outputRole) {
  require(node.op != nullptr, "a raw node has no op");
  if (node.op->fused) checkAttributes(node);
  const auto id = static_cast<NodeId>(nodes_.size());
  node.outputs.clear();
  node.lowered = true;
  for (std::size_t i = 0; i < outputTypes.size(); ++i) {
    Value value;
    value.name = outputName(node, i);
    value.dtype = outputTypes[i].dtype;
    value.shape = outputTypes[i].shape;
    value.quantization = outputTypes[i].quantization;
    value.role = outputRole;
    value.producer = id;
    if (node.op->aliases && i == 0) value.aliasOf = node.inputs.at(0);
    node.outputs.push_back(addValue(std::move(value)));
  }
  nodes_.push_back(std::move(node));
  return id;
}

Graph Graph::withoutOutputs() const {
  Graph graph = *this;
  graph.outputs_.clear();
  return graph;
}

void Graph::rename(ValueId value, std::string name) {
  require(names_.find(name) == names_.end(), "a value is renamed to a name that is taken");
  names_.erase(names_.find(this->value(value).name));
  names_.emplace(name, value);
  this->value(value).name = std::move(name);
}

void Graph::markOutput(std::string name, ValueId value) {
  require(value >= 0 && value < static_cast<ValueId>(values_.size()), "a graph output names a value that does not exist");
  outputs_.insert_or_assign(std::move(name), value);
}

ValueId Graph::find(std::string_view valueName) const {
  const auto it = names_.find(valueName);
  return it == names_.end() ? kNone : it->second;
}

ValueId Graph::storageOf(ValueId id) const {
  while (value(id).aliasOf != kNone) id = value(id).aliasOf;
  return id;
}

std::vector<std::vector<NodeId>> Graph::consumers() const {
  std::vector<std::vector<NodeId>> readers(values_.size());
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    for (ValueId input : nodes_[n].inputs) {
      if (input == kNone) continue;
      auto& list = readers[input];
      if (list.empty() || list.back() != static_cast<NodeId>(n)) list.push_back(static_cast<NodeId>(n));
    }
  }
  return readers;
}

void Graph::reorder(const std::vector<NodeId>& order) {
  require(order.size() == nodes_.size(), "a new order of nodes must name every node once");
  std::vector<Node> reordered;
  reordered.reserve(nodes_.size());
  std::vector<bool> seen(nodes_.size(), false);
  for (NodeId old : order) {
    require(old >= 0 && old < static_cast<NodeId>(nodes_.size()) && !seen[old], "a new order of nodes must name every node once");
    seen[old] = true;
    for (ValueId output : node(old).outputs) value(output).producer = static_cast<NodeId>(reordered.size());
    reordered.push_back(std::move(nodes_[old]));
  }
  nodes_ = std::move(reordered);
}

void Graph::verify() const {
  for (const Value& value : values_) checkQuantization(value.name, value.dtype, value.shape, value.quantization);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    for (ValueId input : node.inputs) {
      if (input == kNone) continue;
      if (input < 0 || input >= static_cast<ValueId>(values_.size())) broken(node, "a node reads a value that does not exist");
      const Value& v = value(input);
      const bool hasNoProducer = v.role == Role::Input || v.role == Role::Scalar || isPersistent(v.role);
      if (v.producer == kNone ? !hasNoProducer : v.producer >= static_cast<NodeId>(n))
        broken(node, "the node reads " + v.name + " before it is made");
    }
    for (ValueId output : node.outputs) {
      if (value(output).producer != static_cast<NodeId>(n)) broken(node, "the node does not own its output " + value(output).name);
    }
    if (node.lowered) continue;  // a backend chose its types and attributes, which may differ from the op's rule
    checkAttributes(node);
    refuseQuantized(*this, node);
    const std::vector<TensorType> types = node.op->infer(*this, node);
    if (types.size() != node.outputs.size()) broken(node, "the number of outputs disagrees with the op table");
    for (std::size_t i = 0; i < types.size(); ++i) {
      const Value& v = value(node.outputs[i]);
      if (v.dtype != types[i].dtype || v.shape != types[i].shape)
        broken(node, v.name + " is " + toString(v.shape) + " but the op table says " + toString(types[i].shape));
      if (v.quantization != types[i].quantization) broken(node, v.name + " is quantized in another way than the op table says");
    }
  }
  for (const auto& [name, id] : outputs_) require(id >= 0 && id < static_cast<ValueId>(values_.size()), "a graph output names a lost value");
}

}  // namespace stepscope
