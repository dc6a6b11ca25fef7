#include "tests/dev/reference/interpreter.h"

#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

const Kernels& kernels() {
  static const Kernels all = [] {
    Kernels k;
    for (const auto add :
         {addImageKernels, addRowKernels, addNormKernels, addOptimizerKernels, addLossKernels, addActivationKernels, addArithmeticKernels,
          addReductionKernels, addSoftmaxKernels, addLayerNormKernels, addBatchedMatmulKernels, addAttentionKernels, addEmbeddingKernels,
          addRecurrentKernels, addStructureKernels, addResizeKernels, addConvolutionTransposeKernels, addGroupNormKernels})
      add(k);
    return k;
  }();
  return all;
}

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw Error(ErrorKind::Internal, where, what, "The test or the graph is wrong");
}

}  // namespace

const Tensor& Result::operator[](std::string_view name) const {
  const auto output = graph->outputs().find(name);
  const ValueId id = output == graph->outputs().end() ? graph->find(name) : output->second;
  if (id == kNone) fail(std::string(name), "is neither an output nor a value");
  return (*this)[id];
}

Bindings Result::state() const {
  Bindings state;
  for (std::size_t v = 0; v < values.size(); ++v) {
    const Value& value = graph->values()[v];
    if (isPersistent(value.role)) state[value.name] = values[v];
  }
  return state;
}

Result interpret(const Graph& graph, const Bindings& bindings, const AfterNode& after) {
  Result result;
  result.graph = &graph;
  result.values.resize(graph.values().size());
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    const Value& value = graph.values()[v];
    if (value.producer != kNone) continue;
    const auto bound = bindings.find(value.name);
    if (bound == bindings.end()) fail(value.name, "is not bound");
    if (static_cast<std::int64_t>(bound->second.size()) != numel(value.shape)) fail(value.name, "is bound with the wrong size");
    result.values[v] = bound->second;
  }
  for (const Node& node : graph.nodes()) {
    const auto kernel = kernels().find(node.op->name);
    if (kernel == kernels().end()) fail(std::string(node.op->name), "is unknown to the reference");
    Call call{graph, node, {}, {}};
    for (ValueId input : node.inputs) call.in.push_back(input == kNone ? nullptr : &result.values[input]);
    for (ValueId output : node.outputs) {
      Tensor& made = result.values[output];
      made.assign(static_cast<std::size_t>(numel(graph.value(output).shape)), 0.0);
      call.out.push_back(&made);
    }
    kernel->second(call);
    if (!after) continue;
    for (const ValueId output : node.outputs) after(graph.value(output), result.values[output]);
  }
  return result;
}

Bindings initialState(const Graph& graph, std::uint64_t seed) {
  Bindings state;
  for (const Value& value : graph.values()) {
    if (!isPersistent(value.role)) continue;
    const std::vector<float> data = initialValue(value, seed);
    state[value.name] = Tensor(data.begin(), data.end());
  }
  return state;
}

}  // namespace stepscope::reference
