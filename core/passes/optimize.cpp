// optimize: one optimizer node a parameter, placed as early as it may run, so that gradients die early.
#include <fmt/format.h>

#include <algorithm>

#include "core/graph/op.h"
#include "core/passes/pass_report.h"

namespace stepscope {

namespace {

// "layer1.0.conv1.weight" belongs to the layer "layer1.0.conv1".
std::string layerOf(const std::string& parameter) {
  const std::size_t dot = parameter.rfind('.');
  return dot == std::string::npos ? parameter : parameter.substr(0, dot);
}

ValueId addState(Graph& graph, ValueId parameter, const char* suffix) {
  const Value owner = graph.value(parameter);  // a copy: adding a value may move the others
  return graph.addPersistent(Role::OptimizerState, owner.name + suffix, DType::F32, owner.shape, {Init::Kind::Constant, 0, 0});
}

// Nodes [firstNew, end) move behind the earliest node after which they may run: their gradient is there and nobody reads the old parameter
// any more.
void placeEarly(Graph& graph, std::size_t firstNew) {
  std::vector<std::vector<NodeId>> after(firstNew + 1);  // [0]: before every node
  const auto consumers = graph.consumers();
  for (std::size_t n = firstNew; n < graph.nodes().size(); ++n) {
    const Node& node = graph.nodes()[n];
    NodeId ready = graph.value(node.inputs[1]).producer;
    for (NodeId reader : consumers[static_cast<std::size_t>(node.inputs[0])]) {
      if (reader < static_cast<NodeId>(firstNew)) ready = std::max(ready, reader);
    }
    after[static_cast<std::size_t>(ready + 1)].push_back(static_cast<NodeId>(n));
  }
  std::vector<NodeId> order;
  order.reserve(graph.nodes().size());
  for (std::size_t n = 0; n <= firstNew; ++n) {
    if (n > 0) order.push_back(static_cast<NodeId>(n) - 1);
    order.insert(order.end(), after[n].begin(), after[n].end());
  }
  graph.reorder(order);
}

}  // namespace

PassResult optimize(const AutodiffResult& backward, const OptimizerSpec& optimizer) {
  using Kind = OptimizerSpec::Kind;
  Graph graph = backward.graph;
  const bool adaptive = optimizer.kind != Kind::Sgd;
  const bool momentum = !adaptive && optimizer.momentum != 0;
  const ValueId lr = graph.addScalar("lr", DType::F32);
  const bool needsStep = adaptive || (momentum && optimizer.dampening != 0);
  const ValueId step = needsStep ? graph.addScalar("step", DType::I64) : kNone;
  const std::size_t firstNew = graph.nodes().size();
  int undecayed = 0;
  for (const auto& [parameter, gradient] : backward.gradients) {
    // Biases and norm scales are the parameters of one dimension.
    const bool decays = optimizer.decayNormAndBias || graph.value(parameter).shape.size() > 1;
    const double weightDecay = decays ? optimizer.weightDecay : 0.0;
    if (!decays && optimizer.weightDecay != 0) ++undecayed;
    const std::string scope = layerOf(graph.value(parameter).name);
    if (adaptive) {
      const ValueId m = addState(graph, parameter, ".exp_avg"), v = addState(graph, parameter, ".exp_avg_sq");
      graph.addNode(optimizer.kind == Kind::Adam ? "adam" : "adamw", {parameter, gradient, m, v, lr, step},
                    {{"beta1", optimizer.beta1}, {"beta2", optimizer.beta2}, {"eps", optimizer.eps}, {"weight_decay", weightDecay}}, scope,
                    Phase::Optimizer);
    } else {
      const ValueId buffer = momentum ? addState(graph, parameter, ".momentum") : kNone;
      std::vector<ValueId> inputs{parameter, gradient, buffer, lr};
      if (step != kNone) inputs.push_back(step);
      graph.addNode("sgd", std::move(inputs),
                    {{"momentum", momentum ? optimizer.momentum : 0.0},
                     {"dampening", momentum ? optimizer.dampening : 0.0},
                     {"nesterov", momentum && optimizer.nesterov},
                     {"weight_decay", weightDecay}},
                    scope, Phase::Optimizer);
    }
  }
  placeEarly(graph, firstNew);

  PassReport report = reportChange("optimize", backward.graph, graph);
  report.notes.push_back(fmt::format("{} parameter tensors updated, each as soon as its gradient is there", backward.gradients.size()));
  if (undecayed) report.notes.push_back(fmt::format("no weight decay for {} biases and norm scales", undecayed));
  return {std::move(graph), std::move(report)};
}

}  // namespace stepscope
