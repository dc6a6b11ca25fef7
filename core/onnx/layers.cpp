// Convolutions and norms. Tensors of three dimensions (sequences) run as images of height 1.
#include <cmath>

#include "core/onnx/compose.h"
#include "core/onnx/window.h"

namespace stepscope::onnx {

namespace {

// The window of a weight, which the file may name a second time.
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

// A volume is a stack of images, and its convolution the sum over the slices of the kernel.
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
  for (const auto& [to, from] :
       {std::pair{&image.kernel, &w.kernel}, std::pair{&image.stride, &w.stride}, std::pair{&image.dilation, &w.dilation},
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

// Each slice of the kernel gives images, which stand in the volume where their slice of the input and of the kernel say.
void convTransposeVolume(Context& c) {
  const ValueId x = c.value(0), weight = c.value(1);
  const Shape s = c.shape(x), k = c.shape(weight);
  const Window w = windowOf(c, s, kernelOf(c, s, k));
  Ints more = c.ints("output_padding");
  if (more.empty()) more.assign(3, 0);
  checkSizes(c, "output_padding", more, 0);
  c.check(more.size() == 3 && w.before == w.after && c.ints("output_shape").empty() && !c.text("auto_pad", "NOTSET").starts_with("SAME"),
          "gives the shape of a volume or pads it unevenly, which is not supported");
  const std::int64_t out = w.stride[0] * (s[2] - 1) + more[0] + (w.kernel[0] - 1) * w.dilation[0] + 1 - 2 * w.before[0];
  c.check(out > 0, "gives a volume of " + std::to_string(out) + " slices");
  const ValueId images = c.reshape(c.transpose(x, {0, 2, 1, 3, 4}), {s[0] * s[2], s[1], s[3], s[4]});
  ValueId y = kNone;
  for (std::int64_t d = 0; d < k[2]; ++d) {
    const ValueId plane = c.reshape(part(c, weight, 2, d, d + 1), {k[0], k[1], k[3], k[4]});
    const ValueId one = c.add("conv_transpose2d", {images, plane},
                              {{"stride", Ints{w.stride[1], w.stride[2]}},
                               {"padding", Ints{w.before[1], w.before[2]}},
                               {"output_padding", Ints{more[1], more[2]}},
                               {"dilation", Ints{w.dilation[1], w.dilation[2]}},
                               {"groups", c.integer("group", 1)}});
    const Shape made = c.shape(one);
    std::vector<float> places = c.table(out, s[2]);
    for (std::int64_t i = 0; i < s[2]; ++i)
      if (const std::int64_t at = i * w.stride[0] + d * w.dilation[0] - w.before[0]; at >= 0 && at < out)
        places[static_cast<std::size_t>(at * s[2] + i)] = 1;
    const ValueId stack =
        alongAxis(c, c.reshape(one, {s[0], s[2], made[1], made[2], made[3]}), 1, out, places, "slice " + std::to_string(d));
    y = y == kNone ? stack : plus(c, y, stack);
  }
  y = c.transpose(y, {0, 2, 1, 3, 4});
  if (c.has(2)) y = plus(c, y, c.reshape(c.value(2), {c.shape(y)[1], 1, 1, 1}));
  c.set(0, y);
}

void convTranspose(Context& c) {
  if (c.shape(c.value(0)).size() == 5) return convTransposeVolume(c);
  Convolution v = convolutionOf(c);
  Window& w = v.window;
  const Shape s = c.shape(v.image);
  const std::size_t dims = v.rank - 2;
  Ints outputPadding = c.ints("output_padding"), wanted = c.ints("output_shape");
  if (outputPadding.empty()) outputPadding.assign(dims, 0);
  c.check(outputPadding.size() == dims, "has " + std::to_string(outputPadding.size()) + " values in output_padding");
  checkSizes(c, "output_padding", outputPadding, 0);
  checkSizes(c, "output_shape", wanted, 1);
  if (dims == 1) outputPadding.insert(outputPadding.begin(), 0);
  c.check(wanted.empty() || wanted.size() >= dims, "has " + std::to_string(wanted.size()) + " values in output_shape");
  if (!wanted.empty()) wanted.erase(wanted.begin(), wanted.end() - static_cast<std::ptrdiff_t>(dims));
  if (!wanted.empty() && dims == 1) wanted.insert(wanted.begin(), 1);
  const std::string mode = c.text("auto_pad", "NOTSET");
  Ints cutBefore{0, 0, 0, 0}, ends(4, 0), more{0, 0};
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t full = w.stride[d] * (s[d + 2] - 1) + outputPadding[d] + (w.kernel[d] - 1) * w.dilation[d] + 1;
    if (!wanted.empty() || mode.starts_with("SAME")) {
      const std::int64_t target = wanted.empty() ? s[d + 2] * w.stride[d] : wanted[d];
      // Beyond the reach of the window there is only the bias.
      more[d] = std::max<std::int64_t>(0, target - full);
      const std::int64_t total = std::max<std::int64_t>(0, full - target);
      w.before[d] = mode == "SAME_LOWER" ? total - total / 2 : total / 2;
      w.after[d] = total - w.before[d];
    }
    // What both sides have is padding, the rest is cut off.
    const std::int64_t both = std::min(w.before[d], w.after[d]);
    cutBefore[d + 2] = w.before[d] - both;
    ends[d + 2] = full - w.before[d] - w.after[d] + cutBefore[d + 2];
    w.before[d] = both;
  }
  const bool larger = more[0] + more[1] > 0;
  std::vector<ValueId> inputs{v.image, v.weight};
  if (v.bias != kNone && !larger) inputs.push_back(v.bias);
  ValueId y = c.add("conv_transpose2d", std::move(inputs),
                    {{"stride", w.stride},
                     {"padding", w.before},
                     {"output_padding", outputPadding},
                     {"dilation", w.dilation},
                     {"groups", c.integer("group", 1)}});
  ends[0] = c.shape(y)[0];
  ends[1] = c.shape(y)[1];
  if (ends != c.shape(y)) y = c.add("slice", {y}, {{"starts", cutBefore}, {"ends", ends}, {"steps", Ints{1, 1, 1, 1}}});
  if (larger) {
    y = padded(c, y, {0, 0, 0, 0}, {0, 0, more[0], more[1]}, 0);
    if (v.bias != kNone) y = plus(c, y, c.reshape(v.bias, {c.shape(v.bias)[0], 1, 1}));
  }
  c.set(0, likeInput(c, y, v.rank));
}

// A scale or statistic of channels; a single channel's is a constant like others.
ValueId perChannel(Context& c, std::size_t i, Role role) {
  const Operand& operand = c.operand(i);
  if (operand.value != kNone) return operand.value;
  const Tensor& t = c.constant(i);
  c.check(!t.integer, "has whole numbers as its input " + c.node->inputs[i]);
  c.check(!t.floats.empty(), "has the empty operand " + c.node->inputs[i]);
  Init init;
  init.kind = Init::Kind::Given;
  init.given = std::make_shared<const std::vector<float>>(t.floats);
  const ValueId made = c.graph.addPersistent(operand.parameter ? role : Role::Buffer, c.node->inputs[i], DType::F32, t.shape, init);
  c.values[c.node->inputs[i]].value = made;
  return made;
}

// Images, or whatever else has channels in dimension 1.
ValueId withChannels(Context& c) {
  const ValueId x = c.value(0);
  c.check(c.shape(x).size() >= 2, "takes " + toString(c.shape(x)) + ", channels in dimension 1 are needed");
  return x;
}

// A file in training mode gives the running statistics as outputs: momentum * before + (1 - momentum) * batch, with the biased variance.
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
    c.check(!c.options.training, "is in training mode, which is not supported: the mode is the program's to set");
    return batchNormalizationTraining(c);
  }
  const ValueId given = withChannels(c);
  const Shape s = c.shape(given);
  // Volumes are images to it.
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
    // One scale and shift a group: all its channels have them.
    const std::int64_t each = c.shape(x)[1] / groups;
    for (std::size_t i : {std::size_t{1}, std::size_t{2}})
      inputs[i] =
          c.reshape(c.add("expand", {c.reshape(inputs[i], {groups, 1})}, {{"shape", Ints{groups, each}}, {"scale", 1.0}}), {groups * each});
  }
  c.set(0, c.addAll("group_norm", std::move(inputs), {{"groups", groups}, {"eps", c.real("epsilon", 1e-5)}})[0]);
}

void layerNormalization(Context& c) {
  const ValueId x = c.value(0);
  const Shape shape = c.shape(x);
  const std::int64_t axis = axisOf(c, c.integer("axis", -1), shape.size());
  std::vector<ValueId> inputs{x, perChannel(c, 1, Role::Parameter)};
  if (c.has(2)) inputs.push_back(perChannel(c, 2, Role::Parameter));
  const auto made = c.addAll("layer_norm", std::move(inputs),
                             {{"dims", static_cast<std::int64_t>(shape.size()) - axis}, {"eps", c.real("epsilon", 1e-5)}});
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
  const std::int64_t size = c.integer("size", 1);
  c.check(s.size() >= 3 && size % 2 == 1, "has an even size, which is not supported");
  const ValueId rows = c.reshape(x, {s[0], 1, s[1], extentOf(s, 1).after});
  const ValueId squares = c.add("mul", {rows, rows});
  const ValueId mean =
      c.add("avg_pool2d", {squares},
            {{"kernel", Ints{size, 1}}, {"stride", Ints{1, 1}}, {"padding", Ints{size / 2, 0}}, {"count_include_pad", true}});
  const ValueId base =
      c.add("add", {c.add("mul", {mean, c.scalar(c.real("alpha", 1e-4))}), c.scalar(c.real("bias", 1))}, {{"relu", false}});
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
