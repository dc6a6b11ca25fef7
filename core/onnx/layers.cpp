// Convolutions and norms. Tensors of three dimensions (sequences) run as images of height 1.
#include <algorithm>
#include <cmath>

#include "core/onnx/compose.h"
#include "core/onnx/window.h"

namespace stepscope::onnx {

namespace {

// The kernel size, from the shape of the weight. If the node also has the attribute kernel_shape, both must agree.
Ints kernelOf(const Context& c, const Shape& x, const Shape& weight) {
  c.check(x.size() >= 3 && weight.size() == x.size(), "has a kernel of " + toString(weight) + " for " + toString(x));
  Ints kernel(weight.begin() + 2, weight.end());
  const Ints named = c.ints("kernel_shape");
  c.check(named.empty() || named == kernel, "has a kernel_shape of " + listOf(named) + " for a weight of " + toString(weight));
  return kernel;
}

struct Convolution {
  Window window;  // as an image
  ValueId image, weight, bias;
  std::size_t rank;
};

Convolution convolutionOf(Context& c) {
  Convolution v;
  const ValueId x = c.value(0), w = c.value(1);
  const Shape s = c.shape(x), k = c.shape(w);
  v.rank = s.size();
  v.window = asImageWindow(windowOf(c, s, kernelOf(c, s, k)));
  v.image = asImage(c, x);
  v.weight = asImage(c, w);
  v.bias = c.optionalValue(2);
  return v;
}

ValueId conv2d(Context& c, ValueId image, ValueId weight, ValueId bias, const Window& w) {
  if (w.before != w.after) image = padded(c, image, {0, 0, w.before[0], w.before[1]}, {0, 0, w.after[0], w.after[1]}, 0);
  std::vector<ValueId> inputs{image, weight};
  if (bias != kNone) inputs.push_back(bias);
  return c.add("conv2d", std::move(inputs),
               {{"stride", w.stride},
                {"padding", w.before != w.after ? Ints{0, 0} : w.before},
                {"dilation", w.dilation},
                {"groups", c.integer("group", 1)},
                {"relu", false}});
}

// A volume is a stack of images, and its convolution is the sum over the slices of the kernel.
void convVolume(Context& c) {
  const ValueId x = c.value(0), weight = c.value(1), bias = c.optionalValue(2);
  const Shape s = c.shape(x), k = c.shape(weight);
  const Window w = windowOf(c, s, kernelOf(c, s, k));
  const std::int64_t reach = (w.kernel[0] - 1) * w.dilation[0] + 1, depth = s[2] + w.before[0] + w.after[0];
  c.check(depth >= reach, "has a kernel of " + toString(k) + " for " + toString(s));
  const std::int64_t out = (depth - reach) / w.stride[0] + 1;
  const bool unpadded = w.before[0] + w.after[0] == 0;
  const ValueId volume = unpadded ? x : padded(c, x, {0, 0, w.before[0], 0, 0}, {0, 0, w.after[0], 0, 0}, 0);
  Window image;
  for (const auto& [to, from] : {std::pair{&image.kernel, &w.kernel}, std::pair{&image.stride, &w.stride}, std::pair{&image.dilation, &w.dilation},
                                 std::pair{&image.before, &w.before}, std::pair{&image.after, &w.after}})
    to->assign(from->begin() + 1, from->end());
  ValueId y = kNone;
  for (std::int64_t d = 0; d < w.kernel[0]; ++d) {
    const std::int64_t first = d * w.dilation[0];
    const ValueId slices = part(c, volume, 2, first, first + (out - 1) * w.stride[0] + 1, w.stride[0]);
    const ValueId images = c.reshape(c.transpose(slices, {0, 2, 1, 3, 4}), {s[0] * out, s[1], s[3], s[4]});
    const ValueId plane = c.reshape(part(c, weight, 2, d, d + 1), {k[0], k[1], k[3], k[4]});
    const ValueId one = conv2d(c, images, plane, d == 0 ? bias : kNone, image);
    y = y == kNone ? one : plus(c, y, one);
  }
  const Shape made = c.shape(y);
  c.set(0, c.transpose(c.reshape(y, {s[0], out, k[0], made[2], made[3]}), {0, 2, 1, 3, 4}));
}

void conv(Context& c) {
  if (c.shape(c.value(0)).size() == 5) return convVolume(c);
  const Convolution v = convolutionOf(c);
  c.set(0, likeInput(c, conv2d(c, v.image, v.weight, v.bias, v.window), v.rank));
}

// The result of a transposed convolution without padding is cut at both sides of each dimension, or extended with zeros.
struct Cut {
  Ints first, last;  // number of elements cut off; negative: number of elements added
  Ints size;         // of the result
};

// If a given output shape needs an odd padding, SAME_UPPER puts the larger half at the end and every other mode at the beginning. If the shape is
// larger than the result, the result is extended at the end: a padding below 0 becomes an output padding, as in ONNX Runtime.
Cut cutOf(const Context& c, const Shape& x, Window& w) {
  const std::size_t dims = x.size() - 2;
  Ints more = c.ints("output_padding"), wanted = c.ints("output_shape");
  if (more.empty()) more.assign(dims, 0);
  c.check(more.size() == dims, "has " + std::to_string(more.size()) + " values in output_padding");
  c.check(wanted.empty() || wanted.size() >= dims, "has " + std::to_string(wanted.size()) + " values in output_shape");
  checkSizes(c, "output_padding", more, 0);
  checkSizes(c, "output_shape", wanted, 1);
  if (!wanted.empty()) wanted.erase(wanted.begin(), wanted.end() - static_cast<std::ptrdiff_t>(dims));
  const std::string mode = c.text("auto_pad", "NOTSET");
  Cut cut;
  for (std::size_t d = 0; d < dims; ++d) {
    const std::int64_t full = w.stride[d] * (x[d + 2] - 1) + (w.kernel[d] - 1) * w.dilation[d] + 1;
    std::int64_t size = full + more[d] - w.before[d] - w.after[d];
    if (!wanted.empty() || mode.starts_with("SAME")) {
      size = wanted.empty() ? x[d + 2] * w.stride[d] : wanted[d];
      const std::int64_t natural = full + more[d];
      if (mode.starts_with("SAME") && size - natural >= (wanted.empty() ? 1 : w.stride[d]))
        c.refuse("has auto_pad " + mode + " and " + std::to_string(size) + " elements in the dimension " + std::to_string(d + 2) +
                     ", of which its kernel reaches " + std::to_string(natural) + ": the standard and ONNX Runtime go on differently",
                 "Export the model with pads and output_padding, which say where the rest of the padding goes");
      const std::int64_t total = std::max<std::int64_t>(0, natural - size), half = total / 2;
      w.before[d] = mode == "SAME_UPPER" ? half : total - half;
    }
    c.check(size >= 1, "gives " + std::to_string(size) + " elements in the dimension " + std::to_string(d + 2));
    cut.size.push_back(size);
    cut.first.push_back(w.before[d]);
    cut.last.push_back(full - w.before[d] - size);
  }
  return cut;
}

// x with element i of the dimension moved to position offset + i * stride. The dimension then has `length` elements; the others are 0.
ValueId spreadAlong(Context& c, ValueId x, std::size_t axis, std::int64_t stride, std::int64_t offset, std::int64_t length) {
  Shape s = c.shape(x);
  const auto [before, count, after] = extentOf(s, static_cast<std::int64_t>(axis));
  ValueId y = c.reshape(x, {before, count, 1, after});
  if (stride > 1) y = padded(c, y, {0, 0, 0, 0}, {0, 0, stride - 1, 0}, 0);
  const std::int64_t reach = (count - 1) * stride + 1;
  y = part(c, c.reshape(y, {before, count * stride, after}), 1, 0, reach);
  y = padded(c, y, {0, offset, 0}, {0, length - offset - reach, 0}, 0);
  s[axis] = length;
  return c.reshape(y, std::move(s));
}

// The shape of one number per channel that broadcasts to a tensor of this shape.
Shape channelOf(const Shape& shape) {
  Shape channel(shape.size() - 1, 1);
  channel[0] = shape[1];
  return channel;
}

void convTranspose(Context& c) {
  const ValueId x = c.value(0), weight = c.value(1);
  const Shape s = c.shape(x), k = c.shape(weight);
  const std::size_t dims = s.size() - 2;
  Window w = windowOf(c, s, kernelOf(c, s, k));
  c.check(dims <= 3, "takes " + toString(s) + "; sequences, images and volumes are supported");
  const Cut cut = cutOf(c, s, w);
  const auto isBelow = [](std::int64_t n) { return n < 0; };
  const bool grows = std::any_of(cut.first.begin(), cut.first.end(), isBelow) || std::any_of(cut.last.begin(), cut.last.end(), isBelow);
  for (std::size_t d = 0; d < dims; ++d) {
    if (cut.last[d] + cut.size[d] > 0 && cut.first[d] + cut.size[d] > 0) continue;
    // The padding removes the whole result of the convolution.
    Shape rest{s[0], k[1] * c.size("group", 1)};
    rest.insert(rest.end(), cut.size.begin(), cut.size.end());
    const ValueId zeros = c.add("fill", {}, {{"shape", rest}, {"value", 0.0}});
    return c.set(0, c.has(2) ? plus(c, zeros, c.reshape(c.value(2), channelOf(rest))) : zeros);
  }
  // Elements cut from both sides of an image become the padding of the graph's own op.
  Ints padding(dims, 0);
  for (std::size_t d = dims == 3 ? 1 : 0; d < dims; ++d) padding[d] = std::max<std::int64_t>(0, std::min(cut.first[d], cut.last[d]));
  const bool late = c.has(2) && (grows || dims == 3);  // elements outside the convolution also get the bias
  const auto images = [&](ValueId image, ValueId plane) {
    const auto two = [&](const Ints& v, std::int64_t one) { return dims == 1 ? Ints{one, v[0]} : Ints(v.end() - 2, v.end()); };
    std::vector<ValueId> inputs{image, plane};
    if (c.has(2) && !late) inputs.push_back(c.value(2));
    return c.add("conv_transpose2d", std::move(inputs),
                 {{"stride", two(w.stride, 1)},
                  {"padding", two(padding, 0)},
                  {"output_padding", Ints{0, 0}},
                  {"dilation", two(w.dilation, 1)},
                  {"groups", c.integer("group", 1)}});
  };
  ValueId y = kNone;
  if (dims == 3) {
    // Each slice of the kernel gives images, at the position in the volume given by the slices of input and kernel.
    const std::int64_t full = w.stride[0] * (s[2] - 1) + (w.kernel[0] - 1) * w.dilation[0] + 1;
    const ValueId slices = c.reshape(c.transpose(x, {0, 2, 1, 3, 4}), {s[0] * s[2], s[1], s[3], s[4]});
    for (std::int64_t d = 0; d < k[2]; ++d) {
      const ValueId one = images(slices, c.reshape(part(c, weight, 2, d, d + 1), {k[0], k[1], k[3], k[4]}));
      const Shape made = c.shape(one);
      const ValueId stack = spreadAlong(c, c.reshape(one, {s[0], s[2], made[1], made[2], made[3]}), 1, w.stride[0], d * w.dilation[0], full);
      y = y == kNone ? stack : plus(c, y, stack);
    }
    y = c.transpose(y, {0, 2, 1, 3, 4});
  } else {
    y = likeInput(c, images(asImage(c, x), asImage(c, weight)), s.size());
  }
  Ints before(s.size(), 0), after(s.size(), 0);
  for (std::size_t d = 0; d < dims; ++d) {
    const std::int64_t length = c.shape(y)[d + 2];
    y = part(c, y, d + 2, std::max<std::int64_t>(0, cut.first[d] - padding[d]), length - std::max<std::int64_t>(0, cut.last[d] - padding[d]));
    before[d + 2] = std::max<std::int64_t>(0, -cut.first[d]);
    after[d + 2] = std::max<std::int64_t>(0, -cut.last[d]);
  }
  if (grows) y = padded(c, y, std::move(before), std::move(after), 0);
  if (late) y = plus(c, y, c.reshape(c.value(2), channelOf(c.shape(y))));
  c.set(0, y);
}

// A scale or statistic per channel. Unlike in Context::value, a single number also becomes a parameter or buffer.
ValueId perChannel(Context& c, std::size_t i, Role role) {
  const Operand& operand = c.operand(i);
  if (operand.value != kNone) return operand.value;
  const Tensor& t = c.constant(i);
  c.check(!t.integer, "has whole numbers as its input " + c.node->inputs[i]);
  c.check(!t.floats.empty(), "has the empty operand " + c.node->inputs[i]);
  Init init;
  init.kind = Init::Kind::Given;
  init.given = std::make_shared<const std::vector<float>>(t.floats);
  return c.once(i, "", [&](const std::string& name) {
    return c.graph.addPersistent(operand.parameter ? role : Role::Buffer, name, DType::F32, t.shape, init);
  });
}

// Operand 0; refuses a tensor without dimension 1, the channels.
ValueId withChannels(Context& c) {
  const ValueId x = c.value(0);
  c.check(c.shape(x).size() >= 2, "takes " + toString(c.shape(x)) + ", channels in dimension 1 are needed");
  return x;
}

// A file in training mode outputs the running statistics: momentum * before + (1 - momentum) * batch, with the biased variance.
void batchNormalizationTraining(Context& c) {
  const ValueId x = withChannels(c);
  Ints axes{0}, wide(c.shape(x).size(), 1);
  for (std::size_t d = 2; d < c.shape(x).size(); ++d) axes.push_back(static_cast<std::int64_t>(d));
  wide[1] = c.shape(x)[1];
  const Attributes over{{"axes", axes}, {"keepdim", true}};
  const ValueId mean = c.add("mean", {x}, over), centred = minus(c, x, mean);
  const ValueId variance = c.add("mean", {c.add("mul", {centred, centred})}, over);
  const ValueId deviation = c.add("sqrt", {plus(c, variance, c.scalar(c.real("epsilon", 1e-5)))});
  const auto channel = [&](std::size_t i) { return c.reshape(perChannel(c, i, Role::Parameter), wide); };
  c.set(0, plus(c, c.add("mul", {c.add("div", {centred, deviation}), channel(1)}), channel(2)));
  const double momentum = c.real("momentum", 0.9);
  for (const auto& [output, batch] : {std::pair{std::size_t{1}, mean}, std::pair{std::size_t{2}, variance}}) {
    if (!c.wantsOutput(output)) continue;
    const ValueId before = perChannel(c, output + 2, Role::Buffer);
    c.set(output, plus(c, times(c, before, momentum), times(c, c.reshape(batch, c.shape(before)), 1 - momentum)));
  }
}

void batchNormalization(Context& c) {
  c.check(c.opset() >= 9 || c.integer("spatial", 1) == 1, "is not spatial, which is not supported");
  if (c.opset() >= 14 && c.integer("training_mode", 0) != 0) {
    c.check(!c.options.training, "is in training mode, which is not supported: the program sets the mode");
    return batchNormalizationTraining(c);
  }
  const ValueId given = withChannels(c);
  const Shape s = c.shape(given);
  // The op treats volumes as images.
  const ValueId x = s.size() > 4 ? c.reshape(given, {s[0], s[1], s[2], extentOf(s, 2).after}) : given;
  std::vector<ValueId> inputs{x, perChannel(c, 1, Role::Parameter), perChannel(c, 2, Role::Parameter), perChannel(c, 3, Role::Buffer),
                              perChannel(c, 4, Role::Buffer)};
  Attributes attrs{{"eps", c.real("epsilon", 1e-5)}, {"relu", false}};
  if (!c.options.training) return c.set(0, c.reshape(c.add("batch_norm_inference", std::move(inputs), std::move(attrs)), s));
  attrs.set("momentum", 1 - c.real("momentum", 0.9));
  c.set(0, c.reshape(c.addAll("batch_norm", std::move(inputs), std::move(attrs))[0], s));
}

void instanceNormalization(Context& c) {
  const ValueId x = withChannels(c);
  c.set(0, c.addAll("group_norm", {x, perChannel(c, 1, Role::Parameter), perChannel(c, 2, Role::Parameter)},
                    {{"groups", c.shape(x)[1]}, {"eps", c.real("epsilon", 1e-5)}})[0]);
}

void groupNormalization(Context& c) {
  const std::int64_t groups = c.size("num_groups", 1);
  const ValueId x = withChannels(c);
  std::vector<ValueId> inputs{x, perChannel(c, 1, Role::Parameter), perChannel(c, 2, Role::Parameter)};
  if (c.opset() < 21 && c.shape(x)[1] % groups == 0) {
    // One scale and shift per group, used by all its channels.
    const std::int64_t each = c.shape(x)[1] / groups;
    for (std::size_t i : {std::size_t{1}, std::size_t{2}})
      inputs[i] = c.reshape(c.add("expand", {c.reshape(inputs[i], {groups, 1})}, {{"shape", Ints{groups, each}}, {"scale", 1.0}}), {groups * each});
  }
  c.set(0, c.addAll("group_norm", std::move(inputs), {{"groups", groups}, {"eps", c.real("epsilon", 1e-5)}})[0]);
}

void layerNormalization(Context& c) {
  const ValueId x = c.value(0);
  const Shape shape = c.shape(x);
  const std::int64_t axis = axisOf(c, c.integer("axis", -1), shape.size());
  std::vector<ValueId> inputs{x, perChannel(c, 1, Role::Parameter)};
  if (c.has(2)) inputs.push_back(perChannel(c, 2, Role::Parameter));
  const auto made =
      c.addAll("layer_norm", std::move(inputs), {{"dims", static_cast<std::int64_t>(shape.size()) - axis}, {"eps", c.real("epsilon", 1e-5)}});
  c.set(0, made[0]);
  Shape kept = shape;
  std::fill(kept.begin() + axis, kept.end(), 1);
  for (std::size_t i : {std::size_t{1}, std::size_t{2}})
    if (c.wantsOutput(i)) c.set(i, c.reshape(made[i], kept));
}

void rmsNormalization(Context& c) {
  const ValueId x = c.value(0);
  const std::int64_t axis = axisOf(c, c.integer("axis", -1), c.shape(x).size());
  c.set(0, c.addAll("rms_norm", {x, perChannel(c, 1, Role::Parameter)},
                    {{"dims", static_cast<std::int64_t>(c.shape(x).size()) - axis}, {"eps", c.real("epsilon", 1e-5)}})[0]);
}

// Krizhevsky et al. 2012: x / (bias + alpha / size * sum of squares over `size` neighbouring channels) ^ beta.
void lrn(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  const std::int64_t size = c.size("size", 1);
  c.check(s.size() >= 2, "takes " + toString(s) + ", channels in dimension 1 are needed");
  const ValueId rows = c.reshape(x, {s[0], 1, s[1], extentOf(s, 1).after});
  // For an even size, the larger half comes after the element.
  const ValueId squares = padded(c, c.add("mul", {rows, rows}), {0, 0, (size - 1) / 2, 0}, {0, 0, size / 2, 0}, 0);
  const ValueId mean =
      c.add("avg_pool2d", {squares}, {{"kernel", Ints{size, 1}}, {"stride", Ints{1, 1}}, {"padding", Ints{0, 0}}, {"count_include_pad", true}});
  const ValueId base = c.add("add", {c.add("mul", {mean, c.scalar(c.real("alpha", 1e-4))}), c.scalar(c.real("bias", 1))}, {{"relu", false}});
  c.set(0, c.reshape(c.add("div", {rows, c.add("pow", {base, c.scalar(c.real("beta", 0.75))})}), s));
}

}  // namespace

std::span<const Converter> layerConverters() {
  static const Converter table[] = {
      {"Conv", 1, conv},
      {"ConvTranspose", 1, convTranspose},
      {"BatchNormalization", 6, batchNormalization},
      {"InstanceNormalization", 6, instanceNormalization},
      {"GroupNormalization", 18, groupNormalization},
      {"LayerNormalization", 17, layerNormalization},
      {"RMSNormalization", 23, rmsNormalization},
      {"LRN", 1, lrn},
  };
  return table;
}

}  // namespace stepscope::onnx
