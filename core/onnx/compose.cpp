#include "core/onnx/compose.h"

#include <algorithm>
#include <numeric>

namespace stepscope::onnx {

namespace {

constexpr std::int64_t kMostPlaces = std::int64_t{1} << 24;  // f32 represents all integers up to here

}  // namespace

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
  // Nodes of a file may have the same name.
  std::string own = c.scope() + " " + name;
  while (c.graph.find(own) != kNone) own += "'";
  return c.persistent(t, own, false);
}

// Indices with equal positive steps become a slice. All others become an embedding lookup, for which the dimension is moved to the front.
ValueId takenAlong(Context& c, ValueId x, std::size_t axis, const std::vector<std::int64_t>& at) {
  const Shape s = c.shape(x);
  const auto count = static_cast<std::int64_t>(at.size());
  const std::int64_t step = count > 1 ? at[1] - at[0] : 1;
  bool regular = step > 0;
  for (std::size_t j = 1; regular && j < at.size(); ++j) regular = at[j] - at[j - 1] == step;
  if (regular) return part(c, x, axis, at[0], at.back() + 1, step);
  const Extent extent = extentOf(s, static_cast<std::int64_t>(axis));
  c.check(extent.length <= kMostPlaces, "takes elements of a dimension of " + std::to_string(extent.length) + " by their numbers");
  const ValueId front = c.transpose(c.reshape(x, {extent.before, extent.length, extent.after}), {1, 0, 2});
  c.spend(sizeof(float), {count});
  const ValueId places = c.add("convert", {ownTable(c, "places", {count}, std::vector<float>(at.begin(), at.end()))}, {{"to", std::string("i32")}});
  const ValueId rows =
      c.add("embedding", {c.reshape(front, {extent.length, extent.before * extent.after}), places}, {{"padding_idx", std::int64_t{-1}}});
  Shape shape = s;
  shape[axis] = count;
  return c.reshape(c.transpose(c.reshape(rows, {count, extent.before, extent.after}), {1, 0, 2}), std::move(shape));
}

ValueId tableAlong(Context& c, std::size_t rank, std::size_t axis, std::vector<float> values, const std::string& name) {
  Shape shape(rank, 1);
  shape[axis] = static_cast<std::int64_t>(values.size());
  return ownTable(c, name, std::move(shape), std::move(values));
}

ValueId weightedAlong(Context& c, ValueId x, std::size_t axis, const std::vector<Tap>& taps, const std::string& name) {
  const std::size_t rank = c.shape(x).size();
  ValueId y = kNone;
  for (std::size_t k = 0; k < taps.size(); ++k) {
    const auto& weight = taps[k].weight;
    const auto is = [&](float w) { return std::all_of(weight.begin(), weight.end(), [w](float v) { return v == w; }); };
    if (is(0)) continue;
    ValueId taken = takenAlong(c, x, axis, taps[k].at);
    if (!is(1)) {
      const ValueId table = tableAlong(c, rank, axis, weight, name + " " + std::to_string(k));
      if (std::find(weight.begin(), weight.end(), 0.0F) != weight.end()) taken = c.add("select", {table, taken});
      taken = c.add("mul", {taken, table});
    }
    y = y == kNone ? taken : plus(c, y, taken);
  }
  if (y != kNone) return y;
  Shape shape = c.shape(x);
  shape[axis] = static_cast<std::int64_t>(taps.at(0).at.size());
  return c.add("fill", {}, {{"shape", std::move(shape)}, {"value", 0.0}});
}

ValueId padded(Context& c, ValueId x, std::vector<std::int64_t> before, std::vector<std::int64_t> after, double value) {
  return c.add("pad", {x}, {{"before", std::move(before)}, {"after", std::move(after)}, {"mode", std::string("constant")}, {"value", value}});
}

ValueId placesAlong(Context& c, std::size_t rank, std::size_t axis, std::int64_t length) {
  std::vector<float> places = c.table(1, length);
  std::iota(places.begin(), places.end(), 0.0F);
  return tableAlong(c, rank, axis, std::move(places), "places");
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
