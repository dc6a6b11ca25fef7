// Moving elements without arithmetic: concat, split, slice, pad, transpose, channel_shuffle.
#include <algorithm>

#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

ValueId emitted(GradientEmitter& e, std::string_view op, std::vector<ValueId> inputs, Attributes attrs) {
  return e.graph().node(e.emitNode(op, std::move(inputs), std::move(attrs))).outputs[0];
}

std::size_t axisOf(const Node& node, const Shape& x) {
  const std::int64_t axis = node.attrs.integer("axis"), rank = static_cast<std::int64_t>(x.size());
  check(axis >= 0 && axis < rank, node,
        "the axis is " + std::to_string(axis) + " where the input " + toString(x) + " has " + std::to_string(rank) + " dimensions",
        "Axes count from 0");
  return static_cast<std::size_t>(axis);
}

const Shape& onePerDimension(const Node& node, IntegersName key, const Shape& x) {
  const Shape& values = node.attrs.integers(key);
  check(values.size() == x.size(), node,
        std::string(key) + " has " + std::to_string(values.size()) + " numbers where the input " + toString(x) + " has " + std::to_string(x.size()) +
            " dimensions");
  return values;
}

// ---- concat and split

std::vector<TensorType> inferConcat(const Graph& g, const Node& node) {
  checkInputs(node, node.inputs.empty() ? 1 : node.inputs.size(), node.inputs.size());
  const Value& first = inputOf(g, node, 0);
  const std::size_t axis = axisOf(node, first.shape);
  TensorType y = typeOf(first);
  y.shape[axis] = 0;
  const bool alongScales = first.quantization.axis == static_cast<std::int64_t>(axis);
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const Value& x = inputOf(g, node, i);
    Shape expected = first.shape;
    if (x.shape.size() == expected.size()) expected[axis] = x.shape[axis];
    check(x.shape == expected, node,
          "the inputs " + toString(first.shape) + " and " + toString(x.shape) + " differ in more than dimension " + std::to_string(axis));
    if (x.dtype != y.dtype) {
      check(isFloat(x.dtype) && isFloat(y.dtype), node, "the inputs are " + std::string(nameOf(y.dtype)) + " and " + std::string(nameOf(x.dtype)));
      y.dtype = DType::F32;  // PyTorch's promotion of mixed floating point types
    }
    const bool alike = alongScales ? x.quantization.axis == first.quantization.axis : x.quantization == first.quantization;
    check(alike, node, "the inputs " + first.name + " and " + x.name + " are quantized in different ways",
          "Quantize them with the same scales, or along the dimension in which they are joined");
    y.shape[axis] += x.shape[axis];
    if (!alongScales || i == 0) continue;
    y.quantization.scale.insert(y.quantization.scale.end(), x.quantization.scale.begin(), x.quantization.scale.end());
    y.quantization.zeroPoint.insert(y.quantization.zeroPoint.end(), x.quantization.zeroPoint.begin(), x.quantization.zeroPoint.end());
  }
  check(numel(y.shape) > 0, node, "the result " + toString(y.shape) + " is empty");
  return {std::move(y)};
}

void concatGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const ValueId dy = e.gradientOf(0);
  const std::size_t count = forward.inputs.size(), axis = static_cast<std::size_t>(forward.attrs.integer("axis"));
  Shape sizes;
  bool all = true;
  for (std::size_t i = 0; i < count; ++i) {
    sizes.push_back(e.graph().value(forward.inputs[i]).shape[axis]);
    all = all && e.wants(static_cast<int>(i));
  }
  if (all) {
    const std::vector<ValueId> parts = e.graph().node(e.emitNode("split", {dy}, {{"axis", forward.attrs.integer("axis")}, {"sizes", sizes}})).outputs;
    for (std::size_t i = 0; i < count; ++i) e.contribute(static_cast<int>(i), parts[i]);
    return;
  }
  const Shape y = e.graph().value(dy).shape;
  Shape starts(y.size(), 0), ends = y;
  ends[axis] = 0;
  for (std::size_t i = 0; i < count; ++i) {
    starts[axis] = ends[axis];
    ends[axis] += sizes[i];
    if (!e.wants(static_cast<int>(i))) continue;
    e.contribute(static_cast<int>(i), emitted(e, "slice", {dy}, {{"starts", starts}, {"ends", ends}, {"steps", Shape(y.size(), 1)}}));
  }
}

std::vector<TensorType> inferSplit(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Value& x = inputOf(g, node, 0);
  const std::size_t axis = axisOf(node, x.shape);
  const Shape& sizes = node.attrs.integers("sizes");
  std::vector<TensorType> parts;
  std::int64_t sum = 0;
  for (const std::int64_t size : sizes) {
    check(size >= 1, node, "a part has " + std::to_string(size) + " elements along dimension " + std::to_string(axis),
          "Every part needs at least one");
    TensorType part = typeOf(x);
    part.shape[axis] = size;
    if (part.quantization.axis == static_cast<std::int64_t>(axis) && sum + size <= x.shape[axis])
      part.quantization = gathered(x.quantization, size, [&](std::int64_t i) { return sum + i; });
    parts.push_back(std::move(part));
    sum += size;
    check(sum <= x.shape[axis], node,
          "the parts " + toString(sizes) + " are more than the " + std::to_string(x.shape[axis]) + " elements of dimension " + std::to_string(axis));
  }
  check(!sizes.empty() && sum == x.shape[axis], node,
        "the parts add up to " + std::to_string(sum) + " of the " + std::to_string(x.shape[axis]) + " elements of dimension " + std::to_string(axis));
  return parts;
}

void splitGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const std::size_t axis = static_cast<std::size_t>(forward.attrs.integer("axis"));
  const Shape x = e.graph().value(forward.inputs[0]).shape;
  std::vector<ValueId> parts;
  bool all = true;
  for (std::size_t i = 0; i < forward.outputs.size(); ++i) {
    parts.push_back(e.gradientOf(static_cast<int>(i)));
    all = all && parts.back() != kNone;
  }
  if (all) {
    e.contribute(0, emitted(e, "concat", parts, {{"axis", forward.attrs.integer("axis")}}));
    return;
  }
  // If nothing depends on some of the parts, each of the others is cut out alone.
  Shape starts(x.size(), 0), ends = x;
  ends[axis] = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    starts[axis] = ends[axis];
    ends[axis] += forward.attrs.integers("sizes")[i];
    if (parts[i] == kNone) continue;
    e.contribute(0, emitted(e, "slice_grad", {parts[i]}, {{"starts", starts}, {"ends", ends}, {"steps", Shape(x.size(), 1)}, {"input_shape", x}}));
  }
}

// ---- slice

Shape sliceShape(const Node& node, const Shape& x) {
  const Shape &starts = onePerDimension(node, "starts", x), &ends = onePerDimension(node, "ends", x), &steps = onePerDimension(node, "steps", x);
  Shape y(x.size());
  for (std::size_t d = 0; d < x.size(); ++d) {
    check(steps[d] >= 1, node, "the step of dimension " + std::to_string(d) + " is " + std::to_string(steps[d]), "It must be at least 1");
    check(starts[d] >= 0 && starts[d] < ends[d] && ends[d] <= x[d], node,
          "dimension " + std::to_string(d) + " has " + std::to_string(x[d]) + " elements, which have no part from " + std::to_string(starts[d]) +
              " to " + std::to_string(ends[d]),
          "Starts count from 0, ends are exclusive and at most the size");
    y[d] = (ends[d] - starts[d] + steps[d] - 1) / steps[d];
  }
  return y;
}

std::vector<TensorType> inferSlice(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Value& x = inputOf(g, node, 0);
  TensorType y{x.dtype, sliceShape(node, x.shape), x.quantization};
  if (x.quantization.perAxis()) {
    const auto axis = static_cast<std::size_t>(x.quantization.axis);
    const std::int64_t start = node.attrs.integers("starts")[axis], step = node.attrs.integers("steps")[axis];
    y.quantization = gathered(x.quantization, y.shape[axis], [&](std::int64_t i) { return start + i * step; });
  }
  return {std::move(y)};
}

std::vector<TensorType> inferSliceGrad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Shape& x = node.attrs.integers("input_shape");
  checkShape(g, node, 0, sliceShape(node, x), "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

void sliceGradient(GradientEmitter& e) {
  Attributes attrs = e.forward().attrs;
  attrs.set("input_shape", Shape(e.graph().value(e.forward().inputs[0]).shape));
  e.contribute(0, emitted(e, "slice_grad", {e.gradientOf(0)}, std::move(attrs)));
}

// Reads only the elements that are taken.
Cost sliceCost(const Graph& g, const Node& node) {
  const std::int64_t bytes = g.value(node.outputs[0]).bytes;
  return {0, bytes, bytes};
}

// ---- pad

constexpr std::int64_t kMostPadding = std::int64_t{1} << 40;  // as many elements as a tensor may have

Shape paddedShape(const Node& node, const Shape& x) {
  const Shape &before = onePerDimension(node, "before", x), &after = onePerDimension(node, "after", x);
  const std::string& mode = node.attrs.text("mode");
  check(mode == "constant" || mode == "reflect" || mode == "edge", node, "the mode is \"" + mode + "\"",
        "Known are \"constant\", \"reflect\" and \"edge\"");
  Shape y(x.size());
  for (std::size_t d = 0; d < x.size(); ++d) {
    check(before[d] >= 0 && after[d] >= 0, node,
          "the padding of dimension " + std::to_string(d) + " is " + std::to_string(before[d]) + " and " + std::to_string(after[d]),
          "It must be at least 0; a slice makes a tensor smaller");
    check(before[d] <= kMostPadding && after[d] <= kMostPadding, node,
          "the padding of dimension " + std::to_string(d) + " is " + std::to_string(before[d]) + " and " + std::to_string(after[d]),
          "It must be at most " + std::to_string(kMostPadding));
    check(mode != "reflect" || std::max(before[d], after[d]) < std::max<std::int64_t>(x[d], 1), node,
          "dimension " + std::to_string(d) + " has " + std::to_string(x[d]) + " elements, too few to be reflected " +
              std::to_string(std::max(before[d], after[d])) + " times",
          "Reflection needs a padding smaller than the dimension");
    y[d] = before[d] + x[d] + after[d];
  }
  check(numel(y) > 0, node, "the result " + toString(y) + " is empty");
  return y;
}

std::vector<TensorType> inferPad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Value& x = inputOf(g, node, 0);
  check(numel(x.shape) > 0, node, "the input " + toString(x.shape) + " is empty");
  const bool fills = node.attrs.text("mode") == "constant";
  if (fills) node.attrs.real("value");
  TensorType y{x.dtype, paddedShape(node, x.shape), x.quantization};
  const bool growsScales = x.quantization.perAxis() && y.shape != x.shape &&
                           y.shape[static_cast<std::size_t>(x.quantization.axis)] != x.shape[static_cast<std::size_t>(x.quantization.axis)];
  check(!x.quantization.any() || !(fills || growsScales), node,
        "the input " + x.name + " is quantized and cannot be padded " + (fills ? "with a number" : "along its scales"),
        "Pad it before it is quantized");
  return {std::move(y)};
}

std::vector<TensorType> inferPadGrad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Shape& x = node.attrs.integers("input_shape");
  checkShape(g, node, 0, paddedShape(node, x), "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

void padGradient(GradientEmitter& e) {
  Attributes attrs = e.forward().attrs;
  const Shape x = e.graph().value(e.forward().inputs[0]).shape;
  if (attrs.text("mode") != "constant") {
    attrs.set("input_shape", x);
    e.contribute(0, emitted(e, "pad_grad", {e.gradientOf(0)}, std::move(attrs)));
    return;
  }
  const Shape starts = attrs.integers("before");
  Shape ends = starts;
  for (std::size_t d = 0; d < x.size(); ++d) ends[d] += x[d];
  e.contribute(0, emitted(e, "slice", {e.gradientOf(0)}, {{"starts", starts}, {"ends", ends}, {"steps", Shape(x.size(), 1)}}));
}

Cost padGradCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, numel(inputOf(g, node, 0).shape) - numel(g.value(node.outputs[0]).shape));
}

// ---- transpose

std::vector<TensorType> inferTranspose(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Value& x = inputOf(g, node, 0);
  const Shape& permutation = onePerDimension(node, "permutation", x.shape);
  std::vector<bool> seen(permutation.size(), false);
  TensorType y{x.dtype, {}, x.quantization};
  for (const std::int64_t d : permutation) {
    const bool isNew = d >= 0 && d < static_cast<std::int64_t>(seen.size()) && !seen[static_cast<std::size_t>(d)];
    check(isNew, node, "the permutation has " + std::to_string(d) + " twice or out of range",
          "It names every dimension of " + toString(x.shape) + " once, from 0");
    seen[static_cast<std::size_t>(d)] = true;
    if (d == x.quantization.axis) y.quantization.axis = static_cast<std::int64_t>(y.shape.size());
    y.shape.push_back(x.shape[static_cast<std::size_t>(d)]);
  }
  return {std::move(y)};
}

void transposeGradient(GradientEmitter& e) {
  const Shape& permutation = e.forward().attrs.integers("permutation");
  Shape inverse(permutation.size());
  for (std::size_t d = 0; d < permutation.size(); ++d) inverse[static_cast<std::size_t>(permutation[d])] = static_cast<std::int64_t>(d);
  e.contribute(0, emitted(e, "transpose", {e.gradientOf(0)}, {{"permutation", inverse}}));
}

// ---- channel_shuffle (Zhang et al. 2017, "ShuffleNet", section 3.1; torch.nn.ChannelShuffle): transposes the channels, seen as (groups, C /
// groups). It is an op of its own because images are stored in blocks of channels, which a reshape would have to undo.

std::vector<TensorType> inferChannelShuffle(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Value& x = inputOf(g, node, 0);
  check(x.shape.size() >= 2, node, "the input is " + toString(x.shape) + ", at least 2 dimensions are needed");
  const std::int64_t groups = node.attrs.integer("groups");
  check(groups >= 1 && x.shape[1] % groups == 0, node, std::to_string(groups) + " groups do not divide " + std::to_string(x.shape[1]) + " channels");
  TensorType y = typeOf(x);
  if (x.quantization.axis == 1)
    y.quantization = gathered(x.quantization, x.shape[1], [&](std::int64_t c) { return c % groups * (x.shape[1] / groups) + c / groups; });
  return {std::move(y)};
}

void channelShuffleGradient(GradientEmitter& e) {
  const std::int64_t channels = e.graph().value(e.forward().inputs[0]).shape[1];
  e.contribute(0, emitted(e, "channel_shuffle", {e.gradientOf(0)}, {{"groups", channels / e.forward().attrs.integer("groups")}}));
}

}  // namespace

std::span<const OpDef> structureOps() {
  static const OpDef ops[] = {
      withAmp(moving(entry("concat", "concat", "axis", inferConcat, concatGradient, elementwiseCost<0>)), AmpClass::Unlisted, AmpClass::Widest),
      moving(entry("split", "split", "axis sizes", inferSplit, splitGradient, elementwiseCost<0>)),
      moving(entry("slice", "slice", "starts ends steps", inferSlice, sliceGradient, sliceCost)),
      entry("slice_grad", "slice backward", "starts ends steps input_shape", inferSliceGrad, nullptr, elementwiseCost<0>),
      // PyTorch's CPU autocast runs reflection and replication padding in f32 and does not change constant padding. An op has only one class, and
      // padding computes nothing, so the class of the most common kind is used.
      moving(entry("pad", "pad", "before after mode value", inferPad, padGradient, elementwiseCost<0>)),
      entry("pad_grad", "pad backward", "before after mode value input_shape", inferPadGrad, nullptr, padGradCost),
      moving(entry("transpose", "transpose", "permutation", inferTranspose, transposeGradient, elementwiseCost<0>)),
      moving(entry("channel_shuffle", "channel shuffle", "groups", inferChannelShuffle, channelShuffleGradient, elementwiseCost<0>)),
  };
  return ops;
}

}  // namespace stepscope
