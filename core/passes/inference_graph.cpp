#include "core/passes/inference_graph.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/graph/graph_index.h"
#include "core/graph/model_outputs.h"
#include "core/passes/pass_report.h"

namespace stepscope {

namespace {

// Copies a graph node by node. Inputs and weights are copied only if a copied node reads them.
class Copy {
 public:
  explicit Copy(const Graph& from) : from_(from), moved_(from.values().size(), kNone) {}

  ValueId of(ValueId id) {
    if (id == kNone) return kNone;
    if (moved_[id] == kNone) moved_[id] = made_.addValue(from_.value(id));
    return moved_[id];
  }
  std::vector<ValueId> of(const std::vector<ValueId>& ids) {
    std::vector<ValueId> all;
    for (const ValueId id : ids) all.push_back(of(id));
    return all;
  }
  void put(ValueId id, ValueId made) { moved_[id] = made; }
  NodeId add(const Node& node, std::vector<ValueId> inputs) {
    const NodeId made = made_.addNode(node.op->name, std::move(inputs), node.attrs, node.scope, node.phase);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) moved_[node.outputs[i]] = made_.node(made).outputs[i];
    return made;
  }
  Graph take() {
    for (const auto& [name, value] : from_.outputs())
      if (moved_[value] != kNone) made_.markOutput(name, moved_[value]);
    return std::move(made_);
  }
  Graph& graph() { return made_; }

 private:
  const Graph& from_;
  Graph made_;
  std::vector<ValueId> moved_;
};

// The name of a new bias: "conv1.bias" for "conv1.weight", with "_folded" appended while a value of either graph has that name.
std::string biasName(const Graph& from, const Graph& made, const std::string& weight) {
  const std::size_t dot = weight.rfind('.');
  std::string name = (dot == std::string::npos ? weight : weight.substr(0, dot)) + ".bias";
  while (from.find(name) != kNone || made.find(name) != kNone) name += "_folded";
  return name;
}

// The norms that are folded into a layer, in order.
struct Folding {
  std::vector<NodeId> norms;
};

class NormFolder {
 public:
  NormFolder(const Graph& graph, const WeightNumbers& weights) : graph_(graph), index_(graph), weights_(weights) {}

  FoldedNorms run() {
    find();
    FoldedNorms result;
    Copy copy(graph_);
    for (std::size_t n = 0; n < graph_.nodes().size(); ++n) {
      const Node& node = graph_.nodes()[n];
      if (layerOf_[n] != kNone) {
        copy.put(node.outputs[0], copy.of(graph_.node(layerOf_[n]).outputs[0]));
        continue;
      }
      std::vector<ValueId> inputs = copy.of(node.inputs);
      if (const auto folding = foldings_.find(static_cast<NodeId>(n)); folding != foldings_.end()) {
        inputs.resize(3, kNone);
        if (inputs[2] == kNone) inputs[2] = newBias(copy.graph(), node);
        compute(node, folding->second, copy.graph().value(inputs[2]).name, result.computed);
      }
      copy.add(node, std::move(inputs));
    }
    result.graph = copy.take();
    for (const Node& node : graph_.nodes()) result.kept += isNorm(node) ? 1 : 0;
    for (const auto& [layer, folding] : foldings_) result.folded += static_cast<int>(folding.norms.size());
    result.kept -= result.folded;
    result.report = reportChange("fold_norms", graph_, result.graph);
    if (result.folded > 0) result.report.notes.push_back(fmt::format("{} batch norms folded into the layers before them", result.folded));
    if (result.kept > 0)
      result.report.notes.push_back(fmt::format("{} batch norms kept: there is no layer before them that could take them", result.kept));
    return result;
  }

 private:
  static bool isNorm(const Node& node) { return node.op->id == OpId::BatchNormInference; }
  static bool isLayer(const Node& node) { return node.op->id == OpId::Conv2d || node.op->id == OpId::ConvTranspose2d || node.op->id == OpId::Linear; }
  bool isWeightOf(ValueId value, NodeId node) const {
    return isPersistent(graph_.value(value).role) && graph_.value(value).dtype == DType::F32 && index_.onlyReader(value) == node;
  }

  void find() {
    layerOf_.assign(graph_.nodes().size(), kNone);
    for (NodeId n = 0; n < index_.nodeCount(); ++n) {
      const Node& norm = graph_.node(n);
      if (!isNorm(norm) || norm.attrs.flag("relu") || hasInput(norm, 5)) continue;
      const ValueId x = norm.inputs[0];
      const NodeId maker = graph_.value(x).producer;
      if (maker == kNone || index_.onlyReader(x) != n) continue;
      const NodeId layer = layerOf_[maker] != kNone ? layerOf_[maker] : maker;
      if (!takes(layer, norm)) continue;
      layerOf_[n] = layer;
      foldings_[layer].norms.push_back(n);
    }
  }

  bool takes(NodeId layer, const Node& norm) const {
    const Node& node = graph_.node(layer);
    if (!isLayer(node) || node.attrs.flag("relu") || !isWeightOf(node.inputs[1], layer)) return false;
    if (hasInput(node, 2) && !isWeightOf(node.inputs[2], layer)) return false;
    // The features of a linear layer are the last dimension, the channels of a norm the second one: they must be the same.
    if (node.op->id == OpId::Linear && graph_.value(node.outputs[0]).shape.size() != 2) return false;
    for (std::size_t i = 1; i < 5; ++i) {
      const Value& operand = graph_.value(norm.inputs[i]);
      if (!isPersistent(operand.role) || operand.dtype != DType::F32) return false;
    }
    return true;
  }

  ValueId newBias(Graph& graph, const Node& node) const {
    const std::string name = biasName(graph_, graph, graph_.value(node.inputs[1]).name);
    return graph.addPersistent(Role::Frozen, name, DType::F32, {graph_.value(node.outputs[0]).shape[1]}, {});
  }

  std::span<const float> numbers(ValueId value) const {
    const Value& weight = graph_.value(value);
    const std::span<const float> found = weights_(weight.name);
    require(static_cast<std::int64_t>(found.size()) == numel(weight.shape), "a weight has other numbers than its shape says");
    return found;
  }

  void compute(const Node& node, const Folding& folding, const std::string& bias, ComputedWeights& computed) const {
    const auto channels = static_cast<std::size_t>(graph_.value(node.outputs[0]).shape[1]);
    std::vector<double> scale(channels, 1.0), shift(channels, 0.0);
    if (hasInput(node, 2)) {
      const std::span<const float> b = numbers(node.inputs[2]);
      shift.assign(b.begin(), b.end());
    }
    for (const NodeId n : folding.norms) {
      const Node& norm = graph_.node(n);
      const auto gamma = numbers(norm.inputs[1]), beta = numbers(norm.inputs[2]), mean = numbers(norm.inputs[3]), variance = numbers(norm.inputs[4]);
      const double eps = norm.attrs.real("eps");
      for (std::size_t c = 0; c < channels; ++c) {
        const double k = gamma[c] / std::sqrt(variance[c] + eps);
        scale[c] *= k;
        shift[c] = beta[c] + k * (shift[c] - mean[c]);
      }
    }
    const Value& weight = graph_.value(node.inputs[1]);
    const std::span<const float> w = numbers(node.inputs[1]);
    std::vector<float>& folded = computed[weight.name];
    folded.resize(w.size());
    // A transposed convolution's weight is [in][out / groups][h][w], the others' [out][...].
    const bool transposed = node.op->id == OpId::ConvTranspose2d;
    const auto groups = static_cast<std::size_t>(transposed ? node.attrs.integer("groups") : 1);
    const std::size_t perGroup = channels / groups;
    const std::size_t rows = transposed ? static_cast<std::size_t>(weight.shape[0]) * perGroup : channels, row = w.size() / rows;
    const std::size_t inPerGroup = transposed ? static_cast<std::size_t>(weight.shape[0]) / groups : 1;
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t channel = transposed ? r / perGroup / inPerGroup * perGroup + r % perGroup : r;
      for (std::size_t i = r * row; i < (r + 1) * row; ++i) folded[i] = static_cast<float>(scale[channel] * w[i]);
    }
    computed[bias].assign(shift.begin(), shift.end());
  }

  const Graph& graph_;
  GraphIndex index_;
  const WeightNumbers& weights_;
  std::vector<NodeId> layerOf_;  // for each node: the layer into which this norm is folded, else kNone
  std::map<NodeId, Folding> foldings_;
};

}  // namespace

PassResult answerOnly(const Graph& evaluation) {
  const ValueId prediction = modelOutputs(evaluation).prediction;
  require(prediction != kNone, "a graph without a prediction cannot be frozen");
  std::vector<bool> needed(evaluation.nodes().size(), false);
  std::vector<ValueId> asked{prediction};
  while (!asked.empty()) {
    const ValueId value = asked.back();
    asked.pop_back();
    const NodeId maker = value == kNone ? NodeId(kNone) : evaluation.value(value).producer;
    if (maker == kNone || needed[maker]) continue;
    needed[maker] = true;
    const Node& node = evaluation.node(maker);
    asked.insert(asked.end(), node.inputs.begin(), node.inputs.end());
  }
  Graph wanted = evaluation.withoutOutputs();
  markOutputs(wanted, {.prediction = prediction});
  Copy copy(wanted);
  // The input stays, even if the prediction does not depend on it.
  for (std::size_t v = 0; v < wanted.values().size(); ++v)
    if (wanted.values()[v].role == Role::Input && wanted.values()[v].name == "x") copy.of(static_cast<ValueId>(v));
  for (std::size_t n = 0; n < wanted.nodes().size(); ++n)
    if (needed[n]) copy.add(wanted.nodes()[n], copy.of(wanted.nodes()[n].inputs));
  copy.of(prediction);
  Graph graph = copy.take();
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    Value& value = graph.value(static_cast<ValueId>(v));
    if (!isPersistent(value.role)) continue;
    value.role = Role::Frozen;
    value.init = {};
  }
  PassReport report = reportChange("answer_only", evaluation, graph);
  return {std::move(graph), std::move(report)};
}

FoldedNorms foldNorms(const Graph& answering, const WeightNumbers& weights) {
  return NormFolder(answering, weights).run();
}

NarrowedWeights narrowWeights(const Graph& mixed) {
  NarrowedWeights result;
  Copy copy(mixed);
  for (const Node& node : mixed.nodes()) {
    const Value* weight = node.op->id == OpId::Cast ? &mixed.value(node.inputs[0]) : nullptr;
    const Value& made = mixed.value(node.outputs[0]);
    if (!weight || weight->role != Role::Frozen || weight->dtype != DType::F32 || made.dtype != DType::BF16) {
      copy.add(node, copy.of(node.inputs));
      continue;
    }
    const std::string name = weight->name + "." + std::string(nameOf(made.dtype));
    ValueId narrow = copy.graph().find(name);
    if (narrow == kNone) narrow = copy.graph().addPersistent(Role::Frozen, name, made.dtype, made.shape, {});
    result.from[name] = weight->name;
    copy.put(node.outputs[0], narrow);
  }
  result.graph = copy.take();
  result.report = reportChange("narrow_weights", mixed, result.graph);
  if (!result.from.empty()) result.report.notes.push_back(fmt::format("{} weights are kept in bf16", result.from.size()));
  return result;
}

}  // namespace stepscope
