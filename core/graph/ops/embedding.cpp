// Rows of a table, looked up by integers.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

void checkPaddingIndex(const Node& node, std::int64_t rows) {
  const std::int64_t padding = node.attrs.integer("padding_idx", -1);
  check(padding >= -1 && padding < rows, node, "padding_idx is " + std::to_string(padding) + ", the table has " + std::to_string(rows) + " rows",
        "It must be a row of the table, or -1 for none");
}

std::vector<TensorType> inferEmbedding(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  const Value &table = inputOf(g, node, 0), &indices = inputOf(g, node, 1);
  check(table.shape.size() == 2 && numel(table.shape) > 0, node,
        "the table is " + toString(table.shape) + ", (rows, features) with at least one of each are needed");
  check(indices.dtype == DType::I32, node, "the indices are " + std::string(nameOf(indices.dtype)) + ", i32 is needed",
        "An embedding takes token numbers; use it on text data");
  checkPaddingIndex(node, table.shape[0]);
  Shape shape = indices.shape;
  shape.push_back(table.shape[1]);
  return {{table.dtype, shape}};
}

std::vector<TensorType> inferEmbeddingGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  const Value &dy = inputOf(g, node, 0), &indices = inputOf(g, node, 1);
  const std::int64_t rows = node.attrs.integer("rows");
  checkPaddingIndex(node, rows);
  check(!dy.shape.empty(), node, "the gradient is a scalar");
  Shape expected = indices.shape;
  expected.push_back(dy.shape.back());
  checkShape(g, node, 0, expected, "the gradient");
  return {{dy.dtype, {rows, dy.shape.back()}}};
}

void embeddingGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const std::int64_t rows = e.graph().value(forward.inputs[0]).shape[0];
  const NodeId id =
      e.emitNode("embedding_grad", {e.gradientOf(0), forward.inputs[1]}, {{"rows", rows}, {"padding_idx", forward.attrs.integer("padding_idx", -1)}});
  e.contribute(0, e.graph().node(id).outputs[0]);
}

// Counts only the rows that are looked up, however large the table is.
Cost embeddingCost(const Graph& g, const Node& node) {
  Cost cost;
  cost.bytesWritten = g.value(node.outputs[0]).bytes;
  cost.bytesRead = cost.bytesWritten + inputOf(g, node, 1).bytes;
  return cost;
}

Cost embeddingGradCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, numel(inputOf(g, node, 0).shape));
}

}  // namespace

std::span<const OpDef> embeddingOps() {
  static const OpDef ops[] = {
      entry("embedding", "embedding", "padding_idx", inferEmbedding, embeddingGradient, embeddingCost),
      entry("embedding_grad", "embedding backward", "rows padding_idx", inferEmbeddingGrad, nullptr, embeddingGradCost),
  };
  return ops;
}

}  // namespace stepscope
