#include "core/backend/cuda/tuning/few_samples.h"

#include "core/graph/op.h"

namespace stepscope::cuda {
namespace {

constexpr Int kFew = 8;

}  // namespace

std::optional<FewSamples> fewSamples(const Graph& graph, const Node& node) {
  const BatchRule& rule = node.op->batch;
  if (!rule.known() || !rule.matrix || node.outputs.size() != 1 || node.inputs.size() > rule.inputs.size()) return std::nullopt;
  FewSamples few;
  few.summed = rule.outputs[0] == '+';
  const std::size_t first = rule.inputs.find('s');
  if (first >= node.inputs.size() || node.inputs[first] == kNone) return std::nullopt;
  const Int batch = graph.value(node.inputs[first]).shape[0];
  if (batch <= kFew || batch % kFew != 0) return std::nullopt;
  few.times = batch / kFew;
  Node made = node;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == kNone) continue;
    // A view is filled like the value that it views.
    const ValueId id = graph.storageOf(node.inputs[i]);
    Value copy = graph.value(node.inputs[i]);
    copy.role = graph.value(id).role;
    copy.bytes = 0;
    copy.producer = kNone;
    copy.aliasOf = kNone;
    if (rule.inputs[i] == 's') {
      if (copy.shape[0] != batch) return std::nullopt;  // a value that is repeated for every sample
      copy.shape[0] = kFew;
      few.period[id] = numel(copy.shape);
    }
    made.inputs[i] = few.graph.addValue(std::move(copy));
    few.original[made.inputs[i]] = id;
  }
  const Value& result = graph.value(node.outputs[0]);
  Shape shape = result.shape;
  if (!few.summed) shape[0] = kFew;
  few.node = few.graph.addRawNode(std::move(made), {{result.dtype, shape}}, Role::Activation);
  return few;
}

}  // namespace stepscope::cuda
