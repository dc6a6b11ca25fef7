#include "core/models/model_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/graph/model_outputs.h"
#include "core/graph/op.h"

namespace stepscope {
namespace {

// Whether the op of the node is one of `names`. Throws if a name is not an op.
bool isAnyOf(const Node& node, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return node.op == &opNamed(name); });
}

bool isNorm(const Node& node) {
  return isAnyOf(node, {"batch_norm", "layer_norm", "group_norm", "rms_norm"});
}

bool isActivation(const Node& node) {
  return node.op->activation ||
         isAnyOf(node, {"relu", "leaky_relu", "elu", "gelu", "silu", "sigmoid", "tanh", "hardswish", "hardsigmoid", "softplus"});
}

bool passesOn(const Node& node) {
  return node.op->aliases || isAnyOf(node, {"dropout", "stochastic_depth", "cast"});
}

class Check {
 public:
  Check(const Graph& forward, bool published) : graph_(forward), published_(published), consumers_(forward.consumers()) {}

  std::vector<ModelFinding> run() {
    unreached();
    activationBeforeLoss();
    deepPlainStack();
    for (const Node& node : graph_.nodes()) {
      twice(node);
      if (!published_) biasBeforeNorm(node);
    }
    return std::move(found_);
  }

 private:
  // The node that made the value, skipping views and dropout; null: the value is an input or a parameter.
  const Node* makerOf(ValueId value) const {
    while (value != kNone && graph_.value(value).producer != kNone) {
      const Node& node = graph_.node(graph_.value(value).producer);
      if (!passesOn(node)) return &node;
      value = node.inputs[0];
    }
    return nullptr;
  }

  // Finds parameters from which no path leads to the loss.
  void unreached() {
    std::vector<bool> needed(graph_.values().size(), false);
    if (const ValueId loss = modelOutputs(graph_).loss; loss != kNone) needed[loss] = true;
    for (std::size_t n = graph_.nodes().size(); n-- > 0;) {
      const Node& node = graph_.nodes()[n];
      if (std::none_of(node.outputs.begin(), node.outputs.end(), [&](ValueId v) { return needed[v]; })) continue;
      for (const ValueId input : node.inputs)
        if (input != kNone) needed[input] = true;
    }
    std::vector<std::string> names;
    for (std::size_t v = 0; v < needed.size(); ++v)
      if (graph_.values()[v].role == Role::Parameter && !needed[v]) names.push_back(graph_.values()[v].name);
    if (names.empty()) return;
    const std::string layer = names.front().substr(0, names.front().rfind('.'));
    found_.push_back({layer,
                      names.size() == 1 ? fmt::format("The loss does not depend on the parameter {}: it is never trained.", names.front())
                                        : fmt::format("The loss does not depend on {} parameters, {} the first: they are never trained.",
                                                      names.size(), names.front()),
                      "read the layer's output, or remove the layer"});
  }

  void activationBeforeLoss() {
    const ModelOutputs outputs = modelOutputs(graph_);
    if (outputs.loss == kNone || outputs.prediction == kNone) return;
    const Node* loss = makerOf(outputs.loss);
    const Node* last = makerOf(outputs.prediction);
    if (!loss || !last || !isAnyOf(*loss, {"softmax_cross_entropy"})) return;
    if (isAnyOf(*last, {"softmax"}))
      found_.push_back(
          {last->scope,
           fmt::format("{} is a softmax before cross-entropy, which applies softmax itself: gradients become small, and the loss cannot come near 0.",
                       last->scope),
           "remove it"});
    else if (isActivation(*last))
      found_.push_back(
          {last->scope,
           fmt::format("{} ({}) is the last layer before cross-entropy: it limits what the model can answer.", last->scope, last->op->title),
           "remove it"});
  }

  void deepPlainStack() {
    std::vector<int> depth(graph_.values().size(), 0);  // number of layers with weights since the last norm, shortcut or input
    int most = 0;
    std::string where;
    for (const Node& node : graph_.nodes()) {
      int here = 0;
      for (const ValueId input : node.inputs)
        if (input != kNone) here = std::max(here, depth[input]);
      const bool shortcut = isAnyOf(node, {"add", "concat"}) && std::count_if(node.inputs.begin(), node.inputs.end(), [&](ValueId v) {
                                                                  return v != kNone && graph_.value(v).producer != kNone;
                                                                }) > 1;
      if (isNorm(node) || shortcut || isAnyOf(node, {"lstm", "gru", "attention"})) here = 0;
      if (isAnyOf(node, {"conv2d", "linear", "conv_transpose2d"})) ++here;
      for (const ValueId output : node.outputs) depth[output] = here;
      if (here > most) {
        most = here;
        where = node.scope;
      }
    }
    if (most > kMostPlain)
      found_.push_back(
          {where,
           fmt::format(
               "{} layers with weights follow each other, up to {}, without a normalisation or a shortcut between them: such stacks are hard to train.",
               most, where),
           "a batch_norm or layer_norm after each, or shortcuts (add)"});
  }

  void twice(const Node& node) {
    if (!isActivation(node)) return;
    const Node* before = makerOf(node.inputs[0]);
    if (!before || !isActivation(*before)) return;
    found_.push_back({node.scope,
                      fmt::format("{} ({}) follows the activation {} ({}) directly.", node.scope, node.op->title, before->scope, before->op->title),
                      "remove one of them"});
  }

  void biasBeforeNorm(const Node& node) {
    if (!isAnyOf(node, {"batch_norm"})) return;
    const NodeId before = graph_.value(node.inputs[0]).producer;
    const Node* layer = before == kNone ? nullptr : &graph_.node(before);
    if (!layer || !isAnyOf(*layer, {"conv2d", "linear", "conv_transpose2d"}) || layer->inputs.size() < 3 || layer->inputs[2] == kNone) return;
    const Value& bias = graph_.value(layer->inputs[2]);
    const bool alone = consumers_[layer->outputs[0]].size() == 1;
    // The bias of a published model in an ONNX file is part of the file.
    if (bias.role != Role::Parameter || !alone || bias.init.kind == Init::Kind::Given) return;
    found_.push_back({layer->scope,
                      fmt::format("The bias of {} has no effect: the batch norm after it subtracts the mean, and {} adds a shift of its own.",
                                  layer->scope, node.scope),
                      "bias = false"});
  }

  const Graph& graph_;
  bool published_;
  std::vector<std::vector<NodeId>> consumers_;
  std::vector<ModelFinding> found_;
};

}  // namespace

std::vector<ModelFinding> checkModel(const Graph& forward, bool published) {
  return Check(forward, published).run();
}

}  // namespace stepscope
