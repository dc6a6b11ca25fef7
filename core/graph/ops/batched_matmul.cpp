// Matrix products over the last two dimensions; the leading dimensions are broadcast by NumPy's rules (PyTorch's matmul of operands with at least two
// dimensions).
#include <algorithm>

#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

struct MatmulShape {
  Shape leading;
  std::int64_t m = 0, n = 0, k = 0;
};

Shape leadingOf(const Shape& shape) {
  return {shape.begin(), shape.end() - 2};
}

MatmulShape matmulShape(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  const Value &a = inputOf(g, node, 0), &b = inputOf(g, node, 1);
  check(a.dtype == b.dtype, node, "the factors differ in type, " + std::string(nameOf(a.dtype)) + " and " + std::string(nameOf(b.dtype)));
  for (const Value* v : {&a, &b}) check(v->shape.size() >= 2, node, "a factor is " + toString(v->shape) + ", at least 2 dimensions are needed");
  const std::size_t ra = a.shape.size(), rb = b.shape.size();
  const bool ta = node.attrs.flag("transpose_a"), tb = node.attrs.flag("transpose_b");
  MatmulShape s;
  s.m = a.shape[ra - (ta ? 1 : 2)];
  s.k = a.shape[ra - (ta ? 2 : 1)];
  s.n = b.shape[rb - (tb ? 2 : 1)];
  const std::int64_t kb = b.shape[rb - (tb ? 1 : 2)];
  check(s.k == kb, node,
        "the factors are " + toString(a.shape) + (ta ? " transposed" : "") + " and " + toString(b.shape) + (tb ? " transposed" : "") + ": " +
            std::to_string(s.k) + " columns do not meet " + std::to_string(kb) + " rows");
  const Shape la = leadingOf(a.shape), lb = leadingOf(b.shape);
  s.leading.resize(std::max(la.size(), lb.size()));
  for (std::size_t i = 0; i < s.leading.size(); ++i) {  // counted from the last
    const std::int64_t x = i < la.size() ? la[la.size() - 1 - i] : 1, y = i < lb.size() ? lb[lb.size() - 1 - i] : 1;
    check(x == y || x == 1 || y == 1, node,
          "the factors are " + toString(a.shape) + " and " + toString(b.shape) + ": leading dimensions " + std::to_string(x) + " and " +
              std::to_string(y) + " do not broadcast");
    s.leading[s.leading.size() - 1 - i] = x == 1 ? y : x;
  }
  return s;
}

std::vector<TensorType> inferMatmul(const Graph& g, const Node& node) {
  MatmulShape s = matmulShape(g, node);
  s.leading.insert(s.leading.end(), {s.m, s.n});
  return {{inputOf(g, node, 0).dtype, s.leading}};
}

// The gradient of a broadcast factor is summed over the dimensions along which it was repeated.
void contributeSummed(GradientEmitter& e, int input, ValueId gradient) {
  const Shape shape = e.graph().value(e.forward().inputs[static_cast<std::size_t>(input)]).shape;
  const Shape made = e.graph().value(gradient).shape;
  const std::size_t extra = made.size() - shape.size();
  std::vector<std::int64_t> axes;
  for (std::size_t i = 0; i + 2 < made.size(); ++i)
    if (i < extra || shape[i - extra] != made[i]) axes.push_back(static_cast<std::int64_t>(i));
  if (!axes.empty()) gradient = e.graph().node(e.emitNode("sum", {gradient}, {{"axes", std::move(axes)}, {"keepdim", true}})).outputs[0];
  if (e.graph().value(gradient).shape != shape) gradient = e.graph().node(e.emitNode("reshape", {gradient}, {{"shape", shape}})).outputs[0];
  e.contribute(input, gradient);
}

void matmulGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const ValueId dy = e.gradientOf(0), a = forward.inputs[0], b = forward.inputs[1];
  const bool ta = forward.attrs.flag("transpose_a"), tb = forward.attrs.flag("transpose_b");
  const auto product = [&](ValueId left, ValueId right, bool transposeLeft, bool transposeRight) {
    return e.graph().node(e.emitNode("matmul", {left, right}, {{"transpose_a", transposeLeft}, {"transpose_b", transposeRight}})).outputs[0];
  };
  // dA = dy B^T and dB = A^T dy for the factors A and B as they are multiplied. A factor that is stored transposed gets the transpose of that.
  if (e.wants(1)) contributeSummed(e, 1, tb ? product(dy, a, true, ta) : product(a, dy, !ta, false));
  if (e.wants(0)) contributeSummed(e, 0, ta ? product(b, dy, tb, true) : product(dy, b, false, !tb));
}

Cost matmulCost(const Graph& g, const Node& node) {
  const MatmulShape s = matmulShape(g, node);
  return movedBytes(g, node, 2 * numel(s.leading) * s.m * s.n * s.k);
}

}  // namespace

std::span<const OpDef> batchedMatmulOps() {
  static const OpDef ops[] = {
      withAmp(entry("matmul", "matrix product", "transpose_a transpose_b", inferMatmul, matmulGradient, matmulCost), AmpClass::Low, AmpClass::Low),
  };
  return ops;
}

}  // namespace stepscope
