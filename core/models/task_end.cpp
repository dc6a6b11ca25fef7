#include "core/models/task_end.h"

#include <utility>

#include "core/base/error.h"
#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/models/model_builder.h"

namespace stepscope {

Graph withTaskEnd(const Graph& answering, const ModelInput& input, const LossSpec& loss) {
  const ValueId x = answering.find("x"), prediction = modelOutputs(answering).prediction;
  require(x != kNone && prediction != kNone, "a graph that answers has the input x and a prediction");
  const Shape& shape = answering.value(x).shape;
  if (shape.empty() || Shape(shape.begin() + 1, shape.end()) != input.sample || answering.value(x).dtype != input.dtype)
    throw Error(ErrorKind::Input, "data", "a sample is " + toString(input.sample) + ", and the model takes a batch of " + toString(shape),
                "Give data like those that the model was trained with");
  ModelBuilder builder(input, shape[0], false);
  Graph& graph = builder.graph();
  std::vector<ValueId> moved(answering.values().size(), kNone);
  for (std::size_t v = 0; v < moved.size(); ++v)
    if (answering.values()[v].producer == kNone) moved[v] = x == static_cast<ValueId>(v) ? builder.x() : graph.addValue(answering.values()[v]);
  for (const Node& node : answering.nodes()) {
    std::vector<ValueId> inputs;
    for (const ValueId id : node.inputs) inputs.push_back(id == kNone ? ValueId(kNone) : moved[id]);
    const NodeId made = graph.addNode(node.op->name, std::move(inputs), node.attrs, node.scope, node.phase);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) moved[node.outputs[i]] = graph.node(made).outputs[i];
  }
  return builder.finish(moved[prediction], loss);
}

}  // namespace stepscope
