#include "core/passes/gradient_norms.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/graph/op.h"
#include "core/graph/optimizer.h"

namespace stepscope {
namespace {

bool updates(const Node& node) {
  return node.phase == Phase::Optimizer && node.op->update != UpdateRule::None && updatesParameters(node.op->update);
}

}  // namespace

void tellGradientNorms(Graph& step) {
  std::size_t told = 0;
  for (NodeId n = 0; n < static_cast<NodeId>(step.nodes().size()); ++n) {
    if (!updates(step.node(n)) || !step.node(n).outputs.empty()) continue;
    step.node(n).attrs.set("reduction", std::string("norm"));
    Value norms;
    norms.name = step.node(n).scope + ".gradient_norms";
    norms.shape = step.node(n).op->infer(step, step.node(n)).front().shape;
    norms.role = Role::Workspace;
    norms.producer = n;
    const ValueId value = step.addValue(std::move(norms));
    step.node(n).outputs.push_back(value);
    step.markOutput("gradient_norms." + std::to_string(told++), value);
  }
}

std::vector<GradientNorm> gradientNorms(const Graph& step) {
  const auto consumers = step.consumers();
  std::vector<std::pair<NodeId, GradientNorm>> found;
  for (const Node& node : step.nodes()) {
    if (!updates(node) || !node.attrs.has("reduction")) continue;
    const InputGroups groups = inputGroups(node);
    for (std::size_t t = 0; t < groups.count; ++t) {
      const ValueId id = node.inputs[t * groups.size];
      const Value& parameter = step.value(id);
      NodeId first = std::numeric_limits<NodeId>::max();
      for (const NodeId reader : consumers[id]) first = std::min(first, reader);
      found.push_back({first, {parameter.name, numel(parameter.shape), parameter.shape.size() > 1, node.outputs[0], t}});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<GradientNorm> norms;
  for (auto& [first, norm] : found) norms.push_back(std::move(norm));
  return norms;
}

}  // namespace stepscope
