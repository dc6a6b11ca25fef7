// Operators that move elements or compute shapes. Shapes are known at import time, so that everything computed from them is known too.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/units.h"
#include "core/onnx/compose.h"
#include "core/onnx/known.h"

namespace stepscope::onnx {

namespace {

using Ints = std::vector<std::int64_t>;

constexpr std::int64_t kLargestPad = std::int64_t{1} << 31;

Tensor integers(Ints values, bool scalar = false) {
  Tensor t;
  t.integer = true;
  t.onnxType = kInt64;
  if (!scalar) t.shape = {static_cast<std::int64_t>(values.size())};
  t.integers = std::move(values);
  return t;
}

Shape shapeOf(const Context& c, std::size_t i) {
  const Operand& operand = c.operand(i);
  if (operand.value == kNone && !operand.constant) throw NeedsConstant(c.model.file + ": " + c.node->title(), c.node->inputs[i]);
  return operand.value != kNone ? c.graph.value(operand.value).shape : operand.constant->shape;
}

// Sets output 0 to operand 0 with another shape. A constant stays a constant.
void giveShape(Context& c, Shape shape) {
  if (c.isConstant(0) && c.operand(0).value == kNone) {
    Tensor t = c.constant(0);
    t.shape = std::move(shape);
    const bool parameter = c.operand(0).parameter;
    c.setConstant(0, std::move(t));
    if (c.wantsOutput(0)) c.values[c.node->outputs[0]].parameter = parameter;
    return;
  }
  c.set(0, c.reshape(c.raw(0), std::move(shape)));
}

void constantNode(Context& c) {
  const auto& attributes = c.node->attributes;
  for (const auto& [name, attribute] : attributes) {
    if (name == "value") return c.setConstant(0, attribute.t);
    if (name == "value_int") return c.setConstant(0, integers({attribute.i}, true));
    if (name == "value_ints") return c.setConstant(0, integers(attribute.ints));
    if (name == "value_float" || name == "value_floats") {
      Tensor t;
      t.onnxType = kFloat;
      t.floats = name == "value_float" ? std::vector<float>{attribute.f} : attribute.floats;
      if (name == "value_floats") t.shape = {static_cast<std::int64_t>(t.floats.size())};
      return c.setConstant(0, std::move(t));
    }
  }
  c.refuse("has no value of numbers");
}

void constantOfShape(Context& c) {
  Tensor t;
  const auto it = c.node->attributes.find("value");
  if (it != c.node->attributes.end()) {
    t = it->second.t;
  } else {
    t.onnxType = kFloat;
    t.floats = {0};
  }
  c.check(t.count() == 1, "fills with " + std::to_string(t.count()) + " values, one is needed");
  t.shape = c.constantInts(0);
  checkSizes(c, "a shape", t.shape, 0);
  const std::int64_t count = numel(t.shape);
  c.spend(8, {count});
  if (t.integer) t.integers.assign(static_cast<std::size_t>(count), t.integers[0]);
  else if (t.onnxType == kDouble) t.doubles.assign(static_cast<std::size_t>(count), t.doubles[0]);
  else t.floats.assign(static_cast<std::size_t>(count), t.floats[0]);
  c.setConstant(0, std::move(t));
}

void identity(Context& c) {
  const Operand source = c.operand(0);
  if (c.wantsOutput(0)) c.values[c.node->outputs[0]] = source;
}

void shapeNode(Context& c) {
  const Shape s = shapeOf(c, 0);
  const auto rank = static_cast<std::int64_t>(s.size());
  const auto bound = [&](std::int64_t v) { return std::clamp<std::int64_t>(v < 0 ? v + rank : v, 0, rank); };
  const std::int64_t start = bound(c.integer("start", 0)), end = bound(c.integer("end", rank));
  c.setConstant(0, integers(start < end ? Ints(s.begin() + start, s.begin() + end) : Ints{}));
}

void range(Context& c) {
  const double start = c.constantReal(0), limit = c.constantReal(1), delta = c.constantReal(2);
  const double count = delta == 0 ? -1 : std::ceil((limit - start) / delta);
  c.check(delta != 0 && count < 1'000'000, "counts from " + text::exact(start) + " to " + text::exact(limit));
  Known values{{static_cast<std::int64_t>(std::max(0.0, count))}, c.type(0), {}};
  for (std::int64_t i = 0; i < values.shape[0]; ++i) values.values.push_back(start + static_cast<double>(i) * delta);
  setKnown(c, 0, values);
}

// A file may have a fixed shape that was written for another batch size. If the number of elements differs and the batch as first dimension makes it
// right, that dimension is replaced.
void reshape(Context& c) {
  const Shape from = shapeOf(c, 0);
  Shape to = c.opset() < 5 ? c.ints("shape") : c.constantInts(1);
  const std::int64_t count = numel(from);
  std::int64_t open = -1;
  Shape closed;
  for (std::size_t d = 0; d < to.size(); ++d) {
    if (to[d] == 0 && c.integer("allowzero", 0) == 0) {
      c.check(d < from.size(), "keeps a dimension that " + toString(from) + " does not have");
      to[d] = from[d];
    }
    if (to[d] == -1) {
      c.check(open < 0, "leaves two dimensions open");
      open = static_cast<std::int64_t>(d);
      continue;
    }
    c.check(to[d] > 0 || (to[d] == 0 && count == 0), "gives the shape " + listOf(to));
    closed.push_back(to[d]);
  }
  const std::int64_t known = numel(closed);
  if (open >= 0) {
    c.check(known > 0 && count % known == 0, "cannot give " + toString(from) + " the shape " + listOf(to));
    to[static_cast<std::size_t>(open)] = count / known;
  } else if (known != count && !to.empty() && c.options.batch > 0) {
    Shape other = to;
    other[0] = c.options.batch;
    if (numel(other) == count) to = std::move(other);
  }
  c.check(numel(to) == count, "cannot give " + toString(from) + " the shape " + toString(to));
  giveShape(c, std::move(to));
}

void flatten(Context& c) {
  const Shape s = shapeOf(c, 0);
  const auto rank = static_cast<std::int64_t>(s.size());
  // The axis may be one after the last dimension.
  const std::int64_t given = c.integer("axis", 1), axis = given == rank ? rank : axisOf(c, given, s.size());
  giveShape(c, {numel(Shape(s.begin(), s.begin() + axis)), numel(Shape(s.begin() + axis, s.end()))});
}

Ints axesOf(const Context& c, std::size_t rank, std::int64_t since) {
  Ints axes = c.opset() < since ? c.ints("axes") : (c.has(1) ? c.constantInts(1) : Ints{});
  return axesOf(c, std::move(axes), rank);
}

void squeeze(Context& c) {
  const Shape s = shapeOf(c, 0);
  const Ints axes = axesOf(c, s.size(), 13);
  Shape to;
  for (std::size_t d = 0; d < s.size(); ++d) {
    const bool named = std::binary_search(axes.begin(), axes.end(), static_cast<std::int64_t>(d));
    c.check(!named || s[d] == 1, "drops a dimension of " + std::to_string(s[d]));
    if (!(named || (axes.empty() && s[d] == 1))) to.push_back(s[d]);
  }
  giveShape(c, std::move(to));
}

void unsqueeze(Context& c) {
  Shape s = shapeOf(c, 0);
  const Ints given = c.opset() < 13 ? c.ints("axes") : c.constantInts(1);
  for (const std::int64_t axis : axesOf(c, s.size() + given.size(), 13)) s.insert(s.begin() + axis, 1);
  giveShape(c, std::move(s));
}

void transpose(Context& c) {
  const ValueId x = c.value(0);
  Ints permutation = c.ints("perm");
  if (permutation.empty())
    for (std::size_t d = c.shape(x).size(); d-- > 0;) permutation.push_back(static_cast<std::int64_t>(d));
  checkPermutation(c, permutation, c.shape(x).size());
  c.set(0, c.transpose(x, std::move(permutation)));
}

// Parts without elements are left out.
void concat(Context& c) {
  std::vector<std::size_t> parts;
  for (std::size_t i = 0; i < c.node->inputs.size(); ++i)
    if (!c.isConstant(i) || numel(c.constant(i).shape) > 0) parts.push_back(i);
  if (parts.empty()) return c.setConstant(0, c.constant(0));
  const Shape first = shapeOf(c, parts[0]);
  const std::int64_t axis = axisOf(c, c.integer("axis", 1), first.size());
  const auto d = static_cast<std::size_t>(axis);
  for (const std::size_t i : parts) {
    Shape expected = first;
    const Shape given = shapeOf(c, i);
    if (given.size() == first.size()) expected[d] = given[d];
    c.check(given == expected, "joins " + toString(first) + " and " + toString(given) + " along the dimension " + std::to_string(axis));
  }
  if (std::all_of(parts.begin(), parts.end(), [&](std::size_t i) { return isKnown(c, i); })) {
    // Rows of the dimensions before the axis, one operand after the other.
    std::vector<Known> known;
    for (const std::size_t i : parts) known.push_back(onnx::known(c, i).value());
    Known all{first, c.type(parts[0]), {}};
    all.shape[d] = 0;
    for (const Known& one : known) all.shape[d] += one.shape[d];
    c.spend(kBytesOfKnown, {numel(all.shape)});
    for (std::int64_t row = 0; row < extentOf(first, axis).before; ++row)
      for (const Known& one : known) {
        const Extent extent = extentOf(one.shape, axis);
        const auto from = one.values.begin() + row * extent.length * extent.after;
        all.values.insert(all.values.end(), from, from + extent.length * extent.after);
      }
    return c.setConstant(0, tensorOf(all));
  }
  std::vector<ValueId> inputs;
  for (const std::size_t i : parts) inputs.push_back(c.value(i));
  c.set(0, inputs.size() == 1 ? inputs[0] : c.add("concat", std::move(inputs), {{"axis", axis}}), c.type(parts[0]));
}

void split(Context& c) {
  const Shape s = shapeOf(c, 0);
  const std::int64_t axis = axisOf(c, c.integer("axis", 0), s.size()), length = s[static_cast<std::size_t>(axis)];
  Ints sizes = c.opset() < 13 ? c.ints("split") : (c.has(1) ? c.constantInts(1) : Ints{});
  const auto parts = static_cast<std::int64_t>(c.node->outputs.size());
  if (sizes.empty()) {
    const std::int64_t wanted = c.integer("num_outputs", parts);
    c.check(wanted == parts, "has num_outputs of " + std::to_string(wanted) + " for " + std::to_string(parts) + " outputs");
    const std::int64_t each = (length + parts - 1) / parts;
    for (std::int64_t i = 0; i < parts; ++i) sizes.push_back(std::clamp<std::int64_t>(length - i * each, 0, each));
  }
  checkSizes(c, "parts", sizes, 0);
  c.check(static_cast<std::int64_t>(sizes.size()) == parts && std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}) == length &&
              std::all_of(sizes.begin(), sizes.end(), [](std::int64_t n) { return n >= 0; }),
          "has " + std::to_string(parts) + " outputs for parts of " + toString(sizes) + " from " + std::to_string(length));
  // Parts without elements are known tensors.
  Ints real;
  for (const std::int64_t size : sizes)
    if (size > 0) real.push_back(size);
  std::vector<ValueId> made;
  if (real.size() == 1) made = {c.value(0)};
  if (real.size() > 1) made = c.addAll("split", {c.value(0)}, {{"axis", axis}, {"sizes", real}});
  for (std::size_t i = 0, next = 0; i < sizes.size(); ++i) {
    if (sizes[i] > 0) {
      c.set(i, made[next++]);
      continue;
    }
    Known empty{s, c.type(0), {}};
    empty.shape[static_cast<std::size_t>(axis)] = 0;
    c.setConstant(i, tensorOf(empty));
  }
}

void slice(Context& c) {
  const Shape s = shapeOf(c, 0);
  Ints starts, ends, axes, steps;
  if (c.opset() < 10) {
    starts = c.ints("starts");
    ends = c.ints("ends");
    axes = c.ints("axes");
  } else {
    starts = c.constantInts(1);
    ends = c.constantInts(2);
    if (c.has(3)) axes = c.constantInts(3);
    if (c.has(4)) steps = c.constantInts(4);
  }
  if (axes.empty())
    for (std::size_t d = 0; d < starts.size(); ++d) axes.push_back(static_cast<std::int64_t>(d));
  if (steps.empty()) steps.assign(starts.size(), 1);
  c.check(starts.size() == ends.size() && starts.size() == axes.size() && starts.size() == steps.size(),
          "has starts, ends, axes and steps of different lengths");
  Ints from(s.size(), 0), to(s.begin(), s.end()), by(s.size(), 1);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto d = static_cast<std::size_t>(axisOf(c, axes[i], s.size()));
    c.check(steps[i] != 0, "counts by steps of 0");
    by[d] = std::clamp(steps[i], -s[d] - 1, s[d] + 1);  // every step longer than the dimension takes one element
    if (steps[i] > 0) {
      const auto bound = [&](std::int64_t v) { return std::clamp<std::int64_t>(v < 0 ? v + s[d] : v, 0, s[d]); };
      from[d] = bound(starts[i]);
      to[d] = bound(ends[i]);
    } else {  // backwards: -1 is the end after element 0
      const auto bound = [&](std::int64_t v) { return std::clamp<std::int64_t>(v < 0 ? std::max<std::int64_t>(v + s[d], -1) : v, -1, s[d] - 1); };
      from[d] = bound(starts[i]);
      to[d] = bound(ends[i]);
    }
  }
  Shape shape = s;
  for (std::size_t d = 0; d < s.size(); ++d)
    shape[d] = std::max<std::int64_t>(0, by[d] > 0 ? (to[d] - from[d] + by[d] - 1) / by[d] : (from[d] - to[d] - by[d] - 1) / -by[d]);
  const bool isKnown = foldMoved(c, shape, [&](std::span<const std::int64_t> place) {
    std::int64_t index = 0;
    for (std::size_t d = 0; d < s.size(); ++d) index = index * s[d] + from[d] + place[d] * by[d];
    return index;
  });
  if (isKnown) return;
  ValueId x = c.value(0);
  for (std::size_t d = 0; d < s.size(); ++d) {
    if (by[d] > 0) continue;
    Ints at;
    for (std::int64_t i = 0; i < shape[d]; ++i) at.push_back(from[d] + i * by[d]);
    c.check(!at.empty(), "gives an empty result, which is not supported");
    x = takenAlong(c, x, d, at);
    from[d] = 0;
    to[d] = shape[d];
    by[d] = 1;
  }
  c.set(0, c.add("slice", {x}, {{"starts", from}, {"ends", to}, {"steps", by}}));
}

void pad(Context& c) {
  ValueId x = c.value(0);
  const Shape s = c.shape(x);
  Ints pads = c.opset() < 11 ? c.ints("pads") : c.constantInts(1);
  double value = c.real("value", 0);
  if (c.opset() >= 11 && c.has(2)) value = c.constantReal(2);
  Ints before(s.size(), 0), after(s.size(), 0), axes;
  if (c.opset() >= 18 && c.has(3)) axes = c.constantInts(3);
  if (axes.empty())
    for (std::size_t d = 0; d < s.size(); ++d) axes.push_back(static_cast<std::int64_t>(d));
  c.check(pads.size() == 2 * axes.size(), "has " + std::to_string(pads.size()) + " pads for " + std::to_string(axes.size()) + " dimensions");
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto d = static_cast<std::size_t>(axisOf(c, axes[i], s.size()));
    before[d] = pads[i];
    after[d] = pads[axes.size() + i];
  }
  checkSizes(c, "pads", before, -kLargestPad);
  checkSizes(c, "pads", after, -kLargestPad);
  const std::string mode = c.text("mode", "constant");
  c.check(mode == "constant" || mode == "reflect" || mode == "edge" || mode == "wrap", "pads by " + mode + ", which is not supported");
  // A negative pad removes elements.
  for (std::size_t d = 0; d < s.size(); ++d) {
    const std::int64_t start = std::max<std::int64_t>(0, -before[d]), end = s[d] - std::max<std::int64_t>(0, -after[d]);
    c.check(start < end, "removes all " + std::to_string(s[d]) + " elements");
    x = part(c, x, d, start, end);
    before[d] = std::max<std::int64_t>(0, before[d]);
    after[d] = std::max<std::int64_t>(0, after[d]);
    if (mode != "wrap" || before[d] + after[d] == 0) continue;
    const std::int64_t length = end - start;
    c.spend(sizeof(std::int64_t), {before[d] + length + after[d]});
    Ints at;
    for (std::int64_t i = -before[d]; i < length + after[d]; ++i) at.push_back((i % length + length) % length);
    x = takenAlong(c, x, d, at);
  }
  if (mode == "wrap") return c.set(0, x);
  c.set(0, c.add("pad", {x}, {{"before", before}, {"after", after}, {"mode", mode}, {"value", value}}));
}

void expand(Context& c) {
  const Shape from = shapeOf(c, 0), to = broadcast(c, from, Shape(c.constantInts(1)));
  const bool isKnown = numel(to) <= 1 << 20 && foldMoved(c, to, [&](std::span<const std::int64_t> place) {
                         std::int64_t index = 0;
                         for (std::size_t d = 0; d < from.size(); ++d)
                           index = index * from[d] + (from[d] == 1 ? 0 : place[place.size() - from.size() + d]);
                         return index;
                       });
  if (isKnown) return;
  c.set(0, from == to ? c.value(0) : c.add("expand", {c.value(0)}, {{"shape", to}, {"scale", 1.0}}));
}

void tile(Context& c) {
  ValueId x = c.value(0);
  const Ints repeats = c.constantInts(1);
  c.check(repeats.size() == c.shape(x).size(), "repeats other dimensions than it has");
  for (std::size_t d = 0; d < repeats.size(); ++d) {
    c.check(repeats[d] >= 1 && repeats[d] <= 1024, "repeats " + std::to_string(repeats[d]) + " times, which is not supported");
    if (repeats[d] > 1) x = c.add("concat", std::vector<ValueId>(static_cast<std::size_t>(repeats[d]), x), {{"axis", static_cast<std::int64_t>(d)}});
  }
  c.set(0, x);
}

// Operand i as indices (i32) of a dimension of `length`; negative ones count from its end.
ValueId placesOf(Context& c, std::size_t i, std::int64_t length) {
  const ValueId given = c.raw(i);
  for (const auto& [name, value] : c.options.given)
    if (value == given) return given;  // the project's own data have no negative indices
  const ValueId at = c.value(i);
  return c.add("convert", {fromStart(c, at, length)}, {{"to", std::string("i32")}});
}

// Gather with indices that are known only at run time: an embedding lookup, for which the gathered dimension is moved to the front.
void gatherRows(Context& c, const Shape& s, std::int64_t axis) {
  Ints there, back;
  there.push_back(axis);
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(s.size()); ++d)
    if (d != axis) there.push_back(d);
  const std::int64_t length = s[static_cast<std::size_t>(axis)];
  const Extent extent = extentOf(s, axis);
  const ValueId table = c.reshape(c.transpose(c.value(0), there), {length, extent.before * extent.after});
  const ValueId at = placesOf(c, 1, length);
  const Shape index = c.shape(at);
  const ValueId rows = c.add("embedding", {table, at}, {{"padding_idx", std::int64_t{-1}}});
  Shape apart = index;
  for (std::size_t d = 1; d < there.size(); ++d) apart.push_back(s[static_cast<std::size_t>(there[d])]);
  // The dimensions of the index replace the axis.
  const auto width = static_cast<std::int64_t>(index.size());
  for (std::int64_t d = 0; d < axis; ++d) back.push_back(width + d);
  for (std::int64_t d = 0; d < width; ++d) back.push_back(d);
  for (std::int64_t d = axis; d + 1 < static_cast<std::int64_t>(s.size()); ++d) back.push_back(width + d);
  c.set(0, c.transpose(c.reshape(rows, std::move(apart)), std::move(back)));
}

// y[.., j, ..] = x[.., index[.., j, ..], ..]: the sum of all elements along the axis, where all but one are masked out.
void gatherElements(Context& c) {
  ValueId x = c.value(0);
  const ValueId at = c.value(1);
  const Shape s = c.shape(x), index = c.shape(at);
  const auto axis = static_cast<std::size_t>(axisOf(c, c.integer("axis", 0), s.size()));
  c.check(index.size() == s.size(), "takes elements of " + toString(s) + " by " + toString(index));
  for (std::size_t d = 0; d < s.size(); ++d) {
    c.check(d == axis || index[d] <= s[d], "takes elements of " + toString(s) + " by " + toString(index));
    if (d != axis) x = part(c, x, d, 0, index[d]);
  }
  const std::int64_t length = s[axis];
  c.check(index[axis] <= 64, "takes " + std::to_string(index[axis]) + " elements along a dimension by numbers of the run, more than 64");
  const ValueId table = placesAlong(c, s.size(), axis, length), real = fromStart(c, at, length);
  std::vector<ValueId> parts;
  for (std::int64_t j = 0; j < index[axis]; ++j) {
    const ValueId chosen = c.add("select", {c.add("equal", {table, part(c, real, axis, j, j + 1)}), x});
    parts.push_back(c.add("sum", {chosen}, {{"axes", Ints{static_cast<std::int64_t>(axis)}}, {"keepdim", true}}));
  }
  c.set(0, parts.size() == 1 ? parts[0] : c.add("concat", parts, {{"axis", static_cast<std::int64_t>(axis)}}));
}

// One of `depth` positions has the value `on`, the others `off`; operand 2 is [off, on].
void oneHot(Context& c) {
  const double asked = c.constantReal(1);
  c.constant(2);  // throws if it is known only at run time
  const Known values = known(c, 2).value_or(Known{});
  c.check(values.values.size() == 2 && asked >= 1 && asked <= 1'000'000, "makes " + text::exact(asked) + " places of values that are not known");
  const auto depth = static_cast<std::int64_t>(asked);
  const ValueId at = c.value(0);
  Shape shape = c.shape(at);
  const std::int64_t axis = axisOf(c, c.integer("axis", -1), shape.size() + 1);
  shape.insert(shape.begin() + axis, 1);
  const ValueId real = fromStart(c, at, depth);
  const ValueId hit = c.add("equal", {placesAlong(c, shape.size(), static_cast<std::size_t>(axis), depth), c.reshape(real, shape)});
  c.set(0, plus(c, times(c, hit, values.values[1] - values.values[0]), c.scalar(values.values[0])), values.type);
}

// Gather. If the indices are known at import time, the elements are a slice or an embedding lookup (takenAlong).
void gather(Context& c) {
  const Shape s = shapeOf(c, 0);
  const std::int64_t axis = axisOf(c, c.integer("axis", 0), s.size()), length = s[static_cast<std::size_t>(axis)];
  if (!c.isConstant(1)) return gatherRows(c, s, axis);
  Ints at = c.constantInts(1);
  for (std::int64_t& i : at) {
    c.check(i >= -length && i < length, "takes the element " + std::to_string(i) + " of " + std::to_string(length));
    if (i < 0) i += length;
  }
  const Shape indexShape = c.constant(1).shape;
  if (c.isConstant(0) && c.constant(0).integer && s.size() == 1) {
    Ints taken;
    for (const std::int64_t i : at) taken.push_back(c.constant(0).integers[static_cast<std::size_t>(i)]);
    Tensor t = integers(std::move(taken));
    t.onnxType = c.type(0);
    t.shape = indexShape;
    return c.setConstant(0, std::move(t));
  }
  c.check(!at.empty(), "takes no elements, which is not supported");
  const ValueId y = takenAlong(c, c.value(0), static_cast<std::size_t>(axis), at);
  Shape to(s.begin(), s.begin() + axis);
  to.insert(to.end(), indexShape.begin(), indexShape.end());
  to.insert(to.end(), s.begin() + axis + 1, s.end());
  c.set(0, c.reshape(y, std::move(to)));
}

void depthToSpace(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  const std::int64_t b = c.size("blocksize", 1);
  c.check(s.size() == 4 && b >= 1 && s[1] % (b * b) == 0, "makes blocks of " + std::to_string(b) + " from " + toString(s));
  const std::int64_t channels = s[1] / (b * b);
  const bool depthFirst = c.text("mode", "DCR") == "DCR";
  const ValueId apart = c.reshape(x, depthFirst ? Shape{s[0], b, b, channels, s[2], s[3]} : Shape{s[0], channels, b, b, s[2], s[3]});
  const ValueId moved = c.transpose(apart, depthFirst ? Ints{0, 3, 4, 1, 5, 2} : Ints{0, 1, 4, 2, 5, 3});
  c.set(0, c.reshape(moved, {s[0], channels, s[2] * b, s[3] * b}));
}
void spaceToDepth(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  const std::int64_t b = c.size("blocksize", 1);
  c.check(s.size() == 4 && b >= 1 && s[2] % b == 0 && s[3] % b == 0, "makes blocks of " + std::to_string(b) + " from " + toString(s));
  const ValueId apart = c.reshape(x, {s[0], s[1], s[2] / b, b, s[3] / b, b});
  c.set(0, c.reshape(c.transpose(apart, {0, 3, 5, 1, 2, 4}), {s[0], s[1] * b * b, s[2] / b, s[3] / b}));
}

}  // namespace

std::span<const Converter> shapeConverters() {
  static const Converter table[] = {
      {"Constant", 1, constantNode, true},
      {"ConstantOfShape", 9, constantOfShape, true},
      {"Identity", 1, identity, true},
      {"Shape", 1, shapeNode, true},
      {"Size", 1, [](Context& c) { c.setConstant(0, integers({numel(shapeOf(c, 0))}, true)); }, true},
      {"Range", 11, range, true},
      {"Reshape", 1, reshape, true},
      {"Flatten", 1, flatten, true},
      {"Squeeze", 1, squeeze, true},
      {"Unsqueeze", 1, unsqueeze, true},
      {"Transpose", 1, transpose},
      {"Concat", 4, concat, true},
      {"Split", 2, split},
      {"Slice", 1, slice, true},
      {"Pad", 2, pad},
      {"Expand", 8, expand, true},
      {"Tile", 6, tile},
      {"Gather", 1, gather, true},
      {"GatherElements", 11, gatherElements},
      {"OneHot", 9, oneHot, true},
      {"DepthToSpace", 1, depthToSpace},
      {"SpaceToDepth", 1, spaceToDepth},
  };
  return table;
}

}  // namespace stepscope::onnx
