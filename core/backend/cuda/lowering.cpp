#include "core/backend/cuda/lowering.h"

#include <algorithm>

#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

Call shapesOnly(const Graph& graph, const Node& node) {
  return {graph, node, std::vector<std::byte*>(node.inputs.size(), nullptr), std::vector<std::byte*>(node.outputs.size(), nullptr),
          nullptr};
}

}  // namespace

bool supported(const Graph& graph, const Node& node) {
  if (node.op->aliases) return true;
  const OpKernel* kernel = kernelFor(node.op->name);
  if (!kernel) return false;
  const auto fits = [&](ValueId value) { return value == kNone || graph.value(value).shape.size() <= kMaxRank; };
  return std::all_of(node.inputs.begin(), node.inputs.end(), fits) && std::all_of(node.outputs.begin(), node.outputs.end(), fits) &&
         (!kernel->supports || kernel->supports(shapesOnly(graph, node)));
}

Lowered lower(const Graph& source, const Library& library) {
  Lowered result;
  std::vector<ValueId> made(source.values().size(), kNone);
  for (std::size_t v = 0; v < source.values().size(); ++v) {
    if (source.values()[v].producer != kNone) continue;
    Value copy = source.values()[v];
    copy.bytes = 0;
    copy.layout = Layout::Plain;
    made[v] = result.graph.addValue(std::move(copy));
  }
  for (const Node& node : source.nodes()) {
    if (!supported(source, node)) {
      throw Error(ErrorKind::Input, node.scope.empty() ? std::string(node.op->name) : node.scope,
                  "the GPU has no kernel for " + std::string(node.op->title) + " of this shape and type",
                  "Train on the CPU (--device cpu)");
    }
    LoweredNode lowered;
    lowered.results = node.outputs.size();
    std::vector<TensorType> types;
    for (const ValueId output : node.outputs) types.push_back({source.value(output).dtype, source.value(output).shape});
    NodeKernel chosen{"view", "", {}};
    Int workspace = 0;
    if (!node.op->aliases) {
      lowered.kernel = kernelFor(node.op->name);
      const Call call = shapesOnly(source, node);
      chosen = {"own", "stepscope", {}};
      if (lowered.kernel->plan && library.api) lowered.planned = lowered.kernel->plan(call, library);
      if (lowered.planned) {
        // The libraries want 256 bytes' alignment, the memory plan gives 64.
        workspace = lowered.planned->workspaceBytes > 0 ? lowered.planned->workspaceBytes + kPlanAlignment : 0;
        const std::string name = library.api->planName(lowered.planned->plan.get());
        chosen = {name.substr(0, name.find(' ')), name, {}};
      } else if (lowered.kernel->workspaceBytes) {
        workspace = lowered.kernel->workspaceBytes(call);
      }
      if (workspace > 0) types.push_back({DType::U8, {workspace}});
    }
    Node copy = node;
    for (ValueId& input : copy.inputs)
      if (input != kNone) input = made[static_cast<std::size_t>(input)];
    const NodeId id = result.graph.addRawNode(std::move(copy), types, Role::Workspace);
    const std::vector<ValueId> outputs = result.graph.node(id).outputs;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      const Value& value = source.value(node.outputs[i]);
      result.graph.value(outputs[i]).role = value.role;
      if (result.graph.find(value.name) == kNone) result.graph.rename(outputs[i], value.name);
      made[static_cast<std::size_t>(node.outputs[i])] = outputs[i];
    }
    if (workspace > 0) {
      lowered.workspace = outputs.back();
      if (lowered.kernel->dataFault) result.graph.markOutput("data check #" + std::to_string(id), outputs.back());
    }
    result.nodes.push_back(std::move(lowered));
    result.kernels.push_back(std::move(chosen));
  }
  for (const auto& [name, value] : source.outputs()) result.graph.markOutput(name, made[static_cast<std::size_t>(value)]);
  return result;
}

}  // namespace stepscope::cuda
