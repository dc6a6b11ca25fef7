// Operators that move elements or speak of shapes. Shapes are known while importing, so that whatever is computed from them is too.
#include <algorithm>
#include <numeric>

#include "core/onnx/converter.h"

namespace stepscope::onnx {

namespace {

using Ints = std::vector<std::int64_t>;
constexpr int kFloat = 1, kInt32 = 6, kInt64 = 7;

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
  return operand.value != kNone ? c.graph.value(operand.value).shape : operand.constant->shape;
}

// A constant stays one under another shape.
void giveShape(Context& c, Shape shape) {
  if (c.isConstant(0) && c.operand(0).value == kNone) {
    Tensor t = c.constant(0);
    t.shape = std::move(shape);
    const bool parameter = c.operand(0).parameter;
    c.setConstant(0, std::move(t));
    if (!c.node->outputs.empty()) c.values[c.node->outputs[0]].parameter = parameter;
    return;
  }
  c.set(0, c.reshape(c.value(0), std::move(shape)));
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
  t.shape = c.constantInts(0);
  std::int64_t count = 1;
  for (const std::int64_t dim : t.shape) {
    c.check(dim >= 0 && dim < (std::int64_t{1} << 31) && (dim == 0 || count <= (std::int64_t{1} << 28) / dim),
            "makes a tensor of " + toString(t.shape));
    count *= dim;
  }
  if (t.integer)
    t.integers.assign(static_cast<std::size_t>(count), t.integers.at(0));
  else
    t.floats.assign(static_cast<std::size_t>(count), t.floats.at(0));
  c.setConstant(0, std::move(t));
}

void identity(Context& c) {
  const Operand source = c.operand(0);
  c.values[c.node->outputs.at(0)] = source;
}

void shapeNode(Context& c) {
  const Shape s = shapeOf(c, 0);
  const auto rank = static_cast<std::int64_t>(s.size());
  const auto bound = [&](std::int64_t v) { return std::clamp<std::int64_t>(v < 0 ? v + rank : v, 0, rank); };
  const std::int64_t start = bound(c.integer("start", 0)), end = bound(c.integer("end", rank));
  c.setConstant(0, integers(start < end ? Ints(s.begin() + start, s.begin() + end) : Ints{}));
}
void sizeNode(Context& c) {
  c.setConstant(0, integers({numel(shapeOf(c, 0))}, true));
}

void range(Context& c) {
  const std::int64_t start = c.constantInts(0).at(0), limit = c.constantInts(1).at(0), delta = c.constantInts(2).at(0);
  c.check(delta != 0 && (limit - start) / delta < 1'000'000, "counts from " + std::to_string(start) + " to " + std::to_string(limit));
  Ints values;
  for (std::int64_t v = start; delta > 0 ? v < limit : v > limit; v += delta) values.push_back(v);
  c.setConstant(0, integers(std::move(values)));
}

// Shapes written for one batch size serve another: the first dimension follows the batch where the elements ask for it.
void reshape(Context& c) {
  const Shape from = shapeOf(c, 0);
  Shape to = c.opset() < 5 ? c.ints("shape") : c.constantInts(1);
  const std::int64_t count = numel(from);
  std::int64_t known = 1, open = -1;
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
    c.check(to[d] > 0, "gives the shape " + toString(to));
    known *= to[d];
  }
  if (open >= 0) {
    c.check(count % known == 0, "cannot give " + toString(from) + " the shape " + toString(to));
    to[static_cast<std::size_t>(open)] = count / known;
  } else if (known != count && !to.empty() && c.options.batch > 0 && known * c.options.batch == count * to[0]) {
    to[0] = c.options.batch;
  }
  c.check(numel(to) == count, "cannot give " + toString(from) + " the shape " + toString(to));
  giveShape(c, std::move(to));
}

void flatten(Context& c) {
  const Shape s = shapeOf(c, 0);
  const std::int64_t given = c.integer("axis", 1), axis = given < 0 ? given + static_cast<std::int64_t>(s.size()) : given;
  c.check(axis >= 0 && axis <= static_cast<std::int64_t>(s.size()), "has the axis " + std::to_string(given));
  const std::int64_t rows = std::accumulate(s.begin(), s.begin() + axis, std::int64_t{1}, std::multiplies<>());
  giveShape(c, {rows, numel(s) / rows});
}

Ints axesOf(const Context& c, std::size_t rank, std::int64_t since) {
  Ints axes = c.opset() < since ? c.ints("axes") : (c.has(1) ? c.constantInts(1) : Ints{});
  for (std::int64_t& axis : axes) axis = axisOf(c, axis, rank);
  std::sort(axes.begin(), axes.end());
  return axes;
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
  c.set(0, c.transpose(x, std::move(permutation)));
}

void concat(Context& c) {
  c.check(!c.node->inputs.empty(), "has no inputs");
  bool constant = true;
  for (std::size_t i = 0; i < c.node->inputs.size(); ++i) constant = constant && c.isConstant(i) && c.constant(i).integer;
  if (constant) {
    Ints all;
    for (std::size_t i = 0; i < c.node->inputs.size(); ++i) {
      c.check(c.constant(i).shape.size() == 1, "joins tables of whole numbers, which is not supported");
      all.insert(all.end(), c.constant(i).integers.begin(), c.constant(i).integers.end());
    }
    return c.setConstant(0, integers(std::move(all)));
  }
  std::vector<ValueId> inputs;
  for (std::size_t i = 0; i < c.node->inputs.size(); ++i) inputs.push_back(c.value(i));
  const std::int64_t axis = axisOf(c, c.integer("axis", 1), c.shape(inputs[0]).size());
  c.set(0, inputs.size() == 1 ? inputs[0] : c.add("concat", std::move(inputs), {{"axis", axis}}));
}

void split(Context& c) {
  const ValueId x = c.value(0);
  const std::int64_t axis = axisOf(c, c.integer("axis", 0), c.shape(x).size()), length = c.shape(x)[static_cast<std::size_t>(axis)];
  Ints sizes = c.opset() < 13 ? c.ints("split") : (c.has(1) ? c.constantInts(1) : Ints{});
  const auto parts = static_cast<std::int64_t>(c.node->outputs.size());
  if (sizes.empty()) {
    const std::int64_t wanted = c.integer("num_outputs", parts), each = (length + wanted - 1) / wanted;
    for (std::int64_t at = 0; at < length; at += each) sizes.push_back(std::min(each, length - at));
  }
  c.check(static_cast<std::int64_t>(sizes.size()) == parts,
          "has " + std::to_string(parts) + " outputs for " + std::to_string(sizes.size()) + " parts");
  const auto made = c.addAll("split", {x}, {{"axis", axis}, {"sizes", sizes}});
  for (std::size_t i = 0; i < made.size(); ++i) c.set(i, made[i]);
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
    c.check(steps[i] >= 1, "counts backwards, which is not supported");
    const auto bound = [&](std::int64_t v) { return std::clamp<std::int64_t>(v < 0 ? v + s[d] : v, 0, s[d]); };
    from[d] = bound(starts[i]);
    to[d] = bound(ends[i]);
    by[d] = steps[i];
    c.check(from[d] < to[d], "gives an empty result, which is not supported");
  }
  if (c.isConstant(0) && c.constant(0).integer) {
    c.check(s.size() == 1, "cuts a table of whole numbers, which is not supported");
    Ints kept;
    for (std::int64_t i = from[0]; i < to[0]; i += by[0]) kept.push_back(c.constant(0).integers[static_cast<std::size_t>(i)]);
    return c.setConstant(0, integers(std::move(kept)));
  }
  c.set(0, c.add("slice", {c.value(0)}, {{"starts", from}, {"ends", to}, {"steps", by}}));
}

void pad(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  Ints pads = c.opset() < 11 ? c.ints("pads") : c.constantInts(1);
  double value = c.real("value", 0);
  if (c.opset() >= 11 && c.has(2)) value = c.constantReal(2);
  Ints before(s.size(), 0), after(s.size(), 0), axes;
  if (c.opset() >= 18 && c.has(3)) axes = c.constantInts(3);
  if (axes.empty())
    for (std::size_t d = 0; d < s.size(); ++d) axes.push_back(static_cast<std::int64_t>(d));
  c.check(pads.size() == 2 * axes.size(),
          "has " + std::to_string(pads.size()) + " pads for " + std::to_string(axes.size()) + " dimensions");
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto d = static_cast<std::size_t>(axisOf(c, axes[i], s.size()));
    before[d] = pads[i];
    after[d] = pads[axes.size() + i];
    c.check(before[d] >= 0 && after[d] >= 0, "has negative pads, which is not supported");
  }
  const std::string mode = c.text("mode", "constant");
  c.check(mode == "constant" || mode == "reflect" || mode == "edge", "pads by " + mode + ", which is not supported");
  c.set(0, c.add("pad", {x}, {{"before", before}, {"after", after}, {"mode", mode}, {"value", value}}));
}

void expand(Context& c) {
  const ValueId x = c.value(0);
  c.set(0, c.add("add", {x, c.add("fill", {}, {{"shape", Shape(c.constantInts(1))}, {"value", 0.0}})}, {{"relu", false}}));
}

void tile(Context& c) {
  ValueId x = c.value(0);
  const Ints repeats = c.constantInts(1);
  c.check(repeats.size() == c.shape(x).size(), "repeats other dimensions than it has");
  for (std::size_t d = 0; d < repeats.size(); ++d) {
    c.check(repeats[d] >= 1 && repeats[d] <= 1024, "repeats " + std::to_string(repeats[d]) + " times, which is not supported");
    if (repeats[d] > 1)
      x = c.add("concat", std::vector<ValueId>(static_cast<std::size_t>(repeats[d]), x), {{"axis", static_cast<std::int64_t>(d)}});
  }
  c.set(0, x);
}

// By whole numbers known before the run: cuts put together. By tokens of the run: rows of a table.
void gather(Context& c) {
  const Shape s = shapeOf(c, 0);
  const std::int64_t axis = axisOf(c, c.integer("axis", 0), s.size()), length = s[static_cast<std::size_t>(axis)];
  if (!c.isConstant(1)) {
    c.check(axis == 0 && s.size() >= 2,
            "takes elements by numbers of the run from another dimension than the first, which is not supported");
    const ValueId table = c.reshape(c.value(0), {s[0], numel(s) / s[0]});
    const ValueId rows = c.add("embedding", {table, c.value(1)}, {{"padding_idx", std::int64_t{-1}}});
    Shape to = c.shape(c.value(1));
    to.insert(to.end(), s.begin() + 1, s.end());
    return c.set(0, c.reshape(rows, std::move(to)));
  }
  Ints at = c.constantInts(1);
  for (std::int64_t& i : at) {
    c.check(i >= -length && i < length, "takes the element " + std::to_string(i) + " of " + std::to_string(length));
    if (i < 0) i += length;
  }
  const Shape indexShape = c.constant(1).shape;
  if (c.isConstant(0) && c.constant(0).integer) {
    c.check(s.size() == 1, "takes rows of a table of whole numbers, which is not supported");
    Ints taken;
    for (const std::int64_t i : at) taken.push_back(c.constant(0).integers[static_cast<std::size_t>(i)]);
    Tensor t = integers(std::move(taken), indexShape.empty());
    t.shape = indexShape;
    return c.setConstant(0, std::move(t));
  }
  c.check(!at.empty() && at.size() <= 64, "takes " + std::to_string(at.size()) + " elements, which is not supported");
  const ValueId x = c.value(0);
  std::vector<ValueId> parts;
  for (const std::int64_t i : at) {
    Ints from(s.size(), 0), to(s.begin(), s.end());
    from[static_cast<std::size_t>(axis)] = i;
    to[static_cast<std::size_t>(axis)] = i + 1;
    parts.push_back(c.add("slice", {x}, {{"starts", from}, {"ends", to}, {"steps", Ints(s.size(), 1)}}));
  }
  const ValueId y = parts.size() == 1 ? parts[0] : c.add("concat", parts, {{"axis", axis}});
  Shape to(s.begin(), s.begin() + axis);
  to.insert(to.end(), indexShape.begin(), indexShape.end());
  to.insert(to.end(), s.begin() + axis + 1, s.end());
  c.set(0, c.reshape(y, std::move(to)));
}

void cast(Context& c) {
  const std::int64_t to = c.integer("to", kFloat);
  if (c.isConstant(0) && c.operand(0).value == kNone) {
    Tensor t = c.constant(0);
    c.check(to == kFloat || to == kInt64 || to == kInt32, "casts to " + typeName(static_cast<int>(to)) + ", which is not supported");
    if (t.integer && to == kFloat) {
      t.floats.assign(t.integers.begin(), t.integers.end());
      t.integers.clear();
    } else if (!t.integer && to != kFloat) {
      for (const float f : t.floats) t.integers.push_back(static_cast<std::int64_t>(f));
      t.floats.clear();
    }
    t.integer = to != kFloat;
    t.onnxType = static_cast<int>(to);
    return c.setConstant(0, std::move(t));
  }
  const bool same = c.graph.value(c.value(0)).dtype == DType::F32 ? to == kFloat : (to == kInt32 || to == kInt64);
  c.check(same, "casts to " + typeName(static_cast<int>(to)) + ", which is not supported");
  c.set(0, c.value(0));
}

void depthToSpace(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  const std::int64_t b = c.integer("blocksize", 1);
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
  const std::int64_t b = c.integer("blocksize", 1);
  c.check(s.size() == 4 && b >= 1 && s[2] % b == 0 && s[3] % b == 0, "makes blocks of " + std::to_string(b) + " from " + toString(s));
  const ValueId apart = c.reshape(x, {s[0], s[1], s[2] / b, b, s[3] / b, b});
  c.set(0, c.reshape(c.transpose(apart, {0, 3, 5, 1, 2, 4}), {s[0], s[1] * b * b, s[2] / b, s[3] / b}));
}

}  // namespace

std::span<const Converter> shapeConverters() {
  static const Converter table[] = {
      {"Constant", 1, constantNode},
      {"ConstantOfShape", 9, constantOfShape},
      {"Identity", 1, identity},
      {"Shape", 1, shapeNode},
      {"Size", 1, sizeNode},
      {"Range", 11, range},
      {"Reshape", 1, reshape},
      {"Flatten", 1, flatten},
      {"Squeeze", 1, squeeze},
      {"Unsqueeze", 1, unsqueeze},
      {"Transpose", 1, transpose},
      {"Concat", 4, concat},
      {"Split", 2, split},
      {"Slice", 1, slice},
      {"Pad", 2, pad},
      {"Expand", 8, expand},
      {"Tile", 6, tile},
      {"Gather", 1, gather},
      {"Cast", 6, cast},
      {"DepthToSpace", 1, depthToSpace},
      {"SpaceToDepth", 1, spaceToDepth},
  };
  return table;
}

}  // namespace stepscope::onnx
