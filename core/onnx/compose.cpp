#include "core/onnx/compose.h"

#include <numeric>

namespace stepscope::onnx {

ValueId plus(Context& c, ValueId a, ValueId b) {
  return c.add("add", {a, b}, {{"relu", false}});
}
ValueId minus(Context& c, ValueId a, ValueId b) {
  return c.add("sub", {a, b});
}
ValueId times(Context& c, ValueId x, double factor) {
  return factor == 1 ? x : c.add("mul", {x, c.scalar(factor)});
}
ValueId absolute(Context& c, ValueId x) {
  return plus(c, c.add("relu", {x}), c.add("relu", {c.add("neg", {x})}));
}
ValueId logicalNot(Context& c, ValueId a) {
  return minus(c, c.scalar(1), a);
}
ValueId where(Context& c, ValueId condition, ValueId a, ValueId b) {
  return plus(c, c.add("select", {condition, a}), c.add("select", {logicalNot(c, condition), b}));
}
ValueId truncated(Context& c, ValueId x) {
  return minus(c, c.add("floor", {c.add("relu", {x})}), c.add("floor", {c.add("relu", {c.add("neg", {x})})}));
}

ValueId wrapped(Context& c, ValueId x, int type) {
  const bool narrow = type == kUint8 || type == kInt8 || type == kUint16 || type == kInt16;
  if (!narrow) return x;
  const double size = type == kUint8 || type == kInt8 ? 256 : 65536, least = type == kInt8 || type == kInt16 ? -size / 2 : 0;
  const ValueId from = least == 0 ? x : minus(c, x, c.scalar(least));
  return minus(c, x, times(c, c.add("floor", {times(c, from, 1 / size)}), size));
}

ValueId castTo(Context& c, ValueId x, int from, int to) {
  c.check(isReal(to) || isWhole(to), "casts to " + typeName(to) + ", which is not supported");
  if (from == to) return x;
  if (to == kBool) return logicalNot(c, c.add("equal", {x, c.scalar(0)}));
  if (to == kFloat16 || to == kBfloat16) {
    const ValueId narrow = c.add("cast", {x}, {{"to", std::string(to == kFloat16 ? "f16" : "bf16")}});
    return c.add("cast", {narrow}, {{"to", std::string("f32")}});
  }
  if (isReal(to) || from == kBool) return x;
  return wrapped(c, isReal(from) ? truncated(c, x) : x, to);
}

ValueId ownTable(Context& c, const std::string& name, Shape shape, std::vector<float> values) {
  Tensor t;
  t.onnxType = kFloat;
  t.shape = std::move(shape);
  t.floats = std::move(values);
  return c.persistent(t, c.scope() + " " + name, false);
}

ValueId alongAxis(Context& c, ValueId x, std::size_t axis, std::int64_t to, const std::vector<float>& matrix, const std::string& name) {
  const Shape s = c.shape(x);
  const auto [before, from, after] = extentOf(s, static_cast<std::int64_t>(axis));
  const ValueId table = ownTable(c, name, {to, from}, matrix);
  const auto product = [&](ValueId a, ValueId b, bool transposeB) {
    return c.add("matmul", {a, b}, {{"transpose_a", false}, {"transpose_b", transposeB}});
  };
  Shape shape = s;
  shape[axis] = to;
  if (after == 1) return c.reshape(product(c.reshape(x, {before, from}), c.reshape(table, {to, from}), true), shape);
  return c.reshape(product(c.reshape(table, {1, to, from}), c.reshape(x, {before, from, after}), false), shape);
}

ValueId padded(Context& c, ValueId x, std::vector<std::int64_t> before, std::vector<std::int64_t> after, double value) {
  return c.add("pad", {x},
               {{"before", std::move(before)}, {"after", std::move(after)}, {"mode", std::string("constant")}, {"value", value}});
}

ValueId placesAlong(Context& c, std::size_t rank, std::size_t axis, std::int64_t length) {
  std::vector<float> places = c.table(1, length);
  std::iota(places.begin(), places.end(), 0.0F);
  Shape shape(rank, 1);
  shape[axis] = length;
  return ownTable(c, "places", shape, std::move(places));
}

ValueId fromStart(Context& c, ValueId at, std::int64_t length) {
  return plus(c, at, c.add("select", {c.add("less", {at, c.scalar(0)}), c.scalar(static_cast<double>(length))}));
}

ValueId part(Context& c, ValueId x, std::size_t axis, std::int64_t start, std::int64_t end, std::int64_t step) {
  const Shape s = c.shape(x);
  if (start == 0 && end == s[axis] && step == 1) return x;
  Shape starts(s.size(), 0), ends = s, steps(s.size(), 1);
  starts[axis] = start;
  ends[axis] = end;
  steps[axis] = step;
  return c.add("slice", {x}, {{"starts", starts}, {"ends", ends}, {"steps", steps}});
}

}  // namespace stepscope::onnx
