#include "core/backend/cuda/plan/image_order.h"

#include <algorithm>

#include "core/backend/common/optimizer_groups.h"
#include "core/graph/op.h"

namespace stepscope::cuda {
namespace {

bool isConvolution(const Node& node) {
  return stepscope::isConvolution(node.op->id) || node.op->id == OpId::ConvTranspose2d;
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
  std::vector<bool> last(graph.values().size(), false);
  for (const Node& node : graph.nodes()) {
    if (!isConvolution(node) || node.op->id == OpId::Conv2dGradWeight) continue;
    ValueId weight = node.inputs[1];
    // In mixed precision the convolution reads a copy in the narrow type.
    if (const NodeId producer = graph.value(weight).producer; producer != kNone && graph.node(producer).op->id == OpId::Cast)
      weight = graph.node(producer).inputs[0];
    if (isPersistent(graph.value(weight).role) && !liesBothWays(graph.value(weight).shape)) last[weight] = true;
  }
  spreadOverGroups(graph, last);
  const std::vector<bool> rowMajor = rowMajorState(graph);
  for (std::size_t v = 0; v < last.size(); ++v) last[v] = last[v] && !rowMajor[v];
  return last;
}

}  // namespace stepscope::cuda
