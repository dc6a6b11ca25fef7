#include "core/backend/cuda/image_order.h"

#include <algorithm>

#include "core/graph/op.h"

namespace stepscope::cuda {
namespace {

bool isConvolution(const Node& node) {
  return node.op->name.starts_with("conv2d") || node.op->name == "conv_transpose2d";
}

}  // namespace

bool liesBothWays(const Shape& shape) {
  return shape.size() != 4 || shape[1] <= 1 || shape[2] * shape[3] <= 1;
}

bool channelsLastWanted(const Graph& graph, ImageLayout images) {
  if (images != ImageLayout::Auto) return images == ImageLayout::ChannelsLast;
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const Node& node) {
    if (!isConvolution(node)) return false;
    const DType type = graph.value(node.inputs[0]).dtype;
    return type == DType::BF16 || type == DType::F16;
  });
}

std::vector<bool> parametersLast(const Graph& graph) {
  std::vector<bool> last(graph.values().size(), false), rowMajor(graph.values().size(), false);
  const auto at = [](ValueId value) { return static_cast<std::size_t>(value); };
  const auto persistent = [&](ValueId value) { return value != kNone && isPersistent(graph.value(value).role); };
  for (const Node& node : graph.nodes()) {
    if (!isConvolution(node) || node.op->name == "conv2d_grad_weight") continue;
    ValueId weight = node.inputs[1];
    // Mixed precision reads a copy in the narrow type.
    if (const NodeId producer = graph.value(weight).producer; producer != kNone && graph.node(producer).op->name == "cast")
      weight = graph.node(producer).inputs[0];
    if (persistent(weight) && !liesBothWays(graph.value(weight).shape)) last[at(weight)] = true;
  }
  // A group is a parameter, its gradient and states; a mean of weights and the parameter; or a mean of gradients and the gradient.
  const auto forGroups = [&](const auto& work) {
    for (const Node& node : graph.nodes()) {
      const InputGroups groups = inputGroups(node);
      for (std::size_t first = 0; first < groups.end(); first += groups.size)
        work(std::vector<ValueId>(node.inputs.begin() + static_cast<std::ptrdiff_t>(first),
                                  node.inputs.begin() + static_cast<std::ptrdiff_t>(first + groups.size)));
    }
  };
  forGroups([&](const std::vector<ValueId>& group) {
    const Shape& shape = graph.value(group[0]).shape;
    const bool counts = std::any_of(group.begin(), group.end(), [&](ValueId v) { return v != kNone && graph.value(v).shape != shape; });
    if (counts) rowMajor[at(group[0])] = true;
  });
  const auto spread = [&](std::vector<bool>& marks) {
    for (bool changed = true; changed;) {
      changed = false;
      forGroups([&](const std::vector<ValueId>& group) {
        const bool any = std::any_of(group.begin(), group.end(), [&](ValueId v) { return persistent(v) && marks[at(v)]; });
        for (const ValueId v : group)
          if (any && persistent(v) && !marks[at(v)]) marks[at(v)] = changed = true;
      });
    }
  };
  spread(rowMajor);
  spread(last);
  for (std::size_t v = 0; v < last.size(); ++v) last[v] = last[v] && !rowMajor[v];
  return last;
}

}  // namespace stepscope::cuda
