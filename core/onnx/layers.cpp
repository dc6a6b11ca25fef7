// Convolutions, pooling, norms, resize. Tensors of three dimensions (sequences) run as images of height 1.
#include <cmath>
#include <numeric>

#include "core/onnx/converter.h"

namespace stepscope::onnx {

namespace {

using Ints = std::vector<std::int64_t>;

// Two spatial dimensions; a sequence gets a height of 1 in front.
Ints spatial(const Context& c, std::string_view name, std::size_t dims, std::int64_t fallback) {
  Ints v = c.ints(name);
  if (v.empty()) v.assign(dims, fallback);
  c.check(v.size() == dims,
          "has " + std::to_string(v.size()) + " values in " + std::string(name) + " for " + std::to_string(dims) + " dimensions");
  if (dims == 1) v.insert(v.begin(), name == "pads" ? 0 : 1);
  return v;
}

struct Window {
  Ints kernel, stride, dilation, before, after;
};

ValueId asImage(Context& c, ValueId x) {
  const Shape& s = c.shape(x);
  c.check(s.size() == 3 || s.size() == 4, "takes " + toString(s) + "; images and sequences are supported, volumes are not");
  return s.size() == 3 ? c.reshape(x, {s[0], s[1], 1, s[2]}) : x;
}
ValueId asSequence(Context& c, ValueId y, std::size_t rank) {
  const Shape& s = c.shape(y);
  return rank == 3 ? c.reshape(y, {s[0], s[1], s[3]}) : y;
}

// Attributes of a sliding window over the image x (already of four dimensions).
Window windowOf(const Context& c, const Shape& x, Ints kernel, std::size_t rank) {
  const std::size_t dims = rank - 2;
  Window w;
  w.kernel = std::move(kernel);
  w.stride = spatial(c, "strides", dims, 1);
  w.dilation = spatial(c, "dilations", dims, 1);
  Ints pads = c.ints("pads");
  if (pads.empty()) pads.assign(2 * dims, 0);
  c.check(pads.size() == 2 * dims, "has " + std::to_string(pads.size()) + " pads");
  w.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(dims));
  w.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(dims), pads.end());
  if (dims == 1) {
    w.before.insert(w.before.begin(), 0);
    w.after.insert(w.after.begin(), 0);
  }
  const std::string mode = c.text("auto_pad", "NOTSET");
  c.check(mode == "NOTSET" || mode == "VALID" || mode == "SAME_UPPER" || mode == "SAME_LOWER", "has auto_pad " + mode);
  if (mode.starts_with("SAME")) {
    for (std::size_t d = 0; d < 2; ++d) {
      const std::int64_t in = x[d + 2], out = (in + w.stride[d] - 1) / w.stride[d];
      const std::int64_t total = std::max<std::int64_t>(0, (out - 1) * w.stride[d] + (w.kernel[d] - 1) * w.dilation[d] + 1 - in);
      w.before[d] = mode == "SAME_UPPER" ? total / 2 : total - total / 2;
      w.after[d] = total - w.before[d];
    }
  }
  for (std::size_t d = 0; d < 2; ++d) c.check(w.before[d] >= 0 && w.after[d] >= 0, "has negative pads, which is not supported");
  return w;
}

ValueId padImage(Context& c, ValueId x, const Window& w, double value) {
  return c.add("pad", {x},
               {{"before", Ints{0, 0, w.before[0], w.before[1]}},
                {"after", Ints{0, 0, w.after[0], w.after[1]}},
                {"mode", std::string("constant")},
                {"value", value}});
}

void conv(Context& c) {
  const ValueId x = c.value(0);
  const std::size_t rank = c.shape(x).size();
  ValueId image = asImage(c, x);
  const ValueId weight = c.value(1);
  c.check(c.shape(weight).size() == rank, "has a kernel of " + toString(c.shape(weight)));
  const Shape k = c.shape(weight);
  const ValueId w = rank == 3 ? c.reshape(weight, {k[0], k[1], 1, k[2]}) : weight;
  Window window = windowOf(c, c.shape(image), {c.shape(w)[2], c.shape(w)[3]}, rank);
  if (window.before != window.after) {
    image = padImage(c, image, window, 0);
    window.before = {0, 0};
  }
  std::vector<ValueId> inputs{image, w};
  if (c.has(2)) inputs.push_back(c.value(2));
  const ValueId y = c.add("conv2d", std::move(inputs),
                          {{"stride", window.stride},
                           {"padding", window.before},
                           {"dilation", window.dilation},
                           {"groups", c.integer("group", 1)},
                           {"relu", false}});
  c.set(0, asSequence(c, y, rank));
}

void convTranspose(Context& c) {
  const ValueId x = c.value(0);
  const std::size_t rank = c.shape(x).size();
  const ValueId image = asImage(c, x), weight = c.value(1);
  c.check(c.shape(weight).size() == rank, "has a kernel of " + toString(c.shape(weight)));
  const Shape k = c.shape(weight);
  const ValueId w = rank == 3 ? c.reshape(weight, {k[0], k[1], 1, k[2]}) : weight;
  const std::size_t dims = rank - 2;
  Window window = windowOf(c, c.shape(image), {c.shape(w)[2], c.shape(w)[3]}, rank);
  Ints outputPadding = spatial(c, "output_padding", dims, 0);
  if (dims == 1) outputPadding[0] = 0;
  const Ints wanted = c.ints("output_shape");
  const std::string mode = c.text("auto_pad", "NOTSET");
  Ints crop{0, 0};  // what remains to be cut off at the end
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t full =
        window.stride[d] * (c.shape(image)[d + 2] - 1) + outputPadding[d] + (window.kernel[d] - 1) * window.dilation[d] + 1;
    if (!wanted.empty() || mode.starts_with("SAME")) {
      c.check(dims == 2, "gives the shape of a sequence, which is not supported");
      const std::int64_t target = wanted.empty() ? c.shape(image)[d + 2] * window.stride[d] : wanted[wanted.size() - 2 + d];
      const std::int64_t total = full - target;
      c.check(total >= 0, "asks for a result larger than its window reaches, which is not supported");
      window.before[d] = mode == "SAME_UPPER" || wanted.empty() == false ? total / 2 : total - total / 2;
      if (mode == "SAME_UPPER" || mode == "NOTSET") window.before[d] = total / 2;
      window.after[d] = total - window.before[d];
    }
    // A padding that is larger at the end is the smaller one and a cut.
    const std::int64_t both = std::min(window.before[d], window.after[d]);
    c.check(window.before[d] == both, "is padded more before than after, which is not supported");
    crop[d] = window.after[d] - both;
    window.before[d] = both;
  }
  std::vector<ValueId> inputs{image, w};
  if (c.has(2)) inputs.push_back(c.value(2));
  ValueId y = c.add("conv_transpose2d", std::move(inputs),
                    {{"stride", window.stride},
                     {"padding", window.before},
                     {"output_padding", outputPadding},
                     {"dilation", window.dilation},
                     {"groups", c.integer("group", 1)}});
  if (crop[0] + crop[1] > 0) {
    Shape ends = c.shape(y);
    ends[2] -= crop[0];
    ends[3] -= crop[1];
    y = c.add("slice", {y}, {{"starts", Ints{0, 0, 0, 0}}, {"ends", ends}, {"steps", Ints{1, 1, 1, 1}}});
  }
  c.set(0, asSequence(c, y, rank));
}

void maxPool(Context& c) {
  c.check(!c.wantsOutput(1), "gives the indices of its maxima, which is not supported");
  const ValueId x = c.value(0);
  const std::size_t rank = c.shape(x).size();
  ValueId image = asImage(c, x);
  Window w = windowOf(c, c.shape(image), spatial(c, "kernel_shape", rank - 2, 1), rank);
  const bool ceil = c.integer("ceil_mode", 0) != 0;
  const bool wide = 2 * w.before[0] > w.kernel[0] || 2 * w.before[1] > w.kernel[1];
  if (w.before != w.after || wide) {
    c.check(!ceil, "rounds up and is padded unevenly, which is not supported");
    image = padImage(c, image, w, -3.4028234663852886e38);
    w.before = {0, 0};
  }
  Attributes attrs{{"kernel", w.kernel}, {"stride", w.stride}, {"padding", w.before}};
  if (w.dilation != Ints{1, 1}) attrs.set("dilation", w.dilation);
  if (ceil) attrs.set("ceil_mode", true);
  c.set(0, asSequence(c, c.addAll("max_pool2d", {image}, std::move(attrs))[0], rank));
}

void averagePool(Context& c) {
  const ValueId x = c.value(0);
  const std::size_t rank = c.shape(x).size();
  const ValueId image = asImage(c, x);
  Window w = windowOf(c, c.shape(image), spatial(c, "kernel_shape", rank - 2, 1), rank);
  c.check((w.dilation == Ints{1, 1}), "has a dilated window, which is not supported");
  const bool include = c.integer("count_include_pad", 0) != 0, ceil = c.integer("ceil_mode", 0) != 0;
  const bool wide = 2 * w.before[0] > w.kernel[0] || 2 * w.before[1] > w.kernel[1];
  const auto pool = [&](ValueId v, const Ints& padding) {
    Attributes attrs{{"kernel", w.kernel}, {"stride", w.stride}, {"padding", padding}, {"count_include_pad", include}};
    if (ceil) attrs.set("ceil_mode", true);
    return c.add("avg_pool2d", {v}, std::move(attrs));
  };
  ValueId y = kNone;
  if (w.before == w.after && !wide) {
    y = pool(image, w.before);
  } else {
    c.check(!ceil, "rounds up and is padded unevenly, which is not supported");
    y = pool(padImage(c, image, w, 0), {0, 0});
    if (!include) {
      // What was counted of each window is the same average over ones.
      Shape ones = c.shape(image);
      ones[0] = ones[1] = 1;
      const ValueId one = c.add("fill", {}, {{"shape", ones}, {"value", 1.0}});
      y = c.add("div", {y, pool(padImage(c, one, w, 0), {0, 0})});
    }
  }
  c.set(0, asSequence(c, y, rank));
}

void globalPool(Context& c, const char* op) {
  const ValueId x = c.value(0);
  c.check(c.shape(x).size() >= 3, "takes " + toString(c.shape(x)) + ", an image is needed");
  Ints axes(c.shape(x).size() - 2);
  std::iota(axes.begin(), axes.end(), 2);
  c.set(0, c.add(op, {x}, {{"axes", axes}, {"keepdim", true}}));
}
void globalAveragePool(Context& c) {
  const ValueId x = c.value(0);
  if (c.shape(x).size() == 4) return c.set(0, c.add("global_avg_pool", {x}));
  globalPool(c, "mean");
}
void globalMaxPool(Context& c) {
  globalPool(c, "max");
}

// A scale or statistic of channels; a single channel's is a constant like others.
ValueId perChannel(Context& c, std::size_t i, Role role) {
  const Operand& operand = c.operand(i);
  if (operand.value != kNone) return operand.value;
  Tensor t = *operand.constant;
  c.check(!t.integer, "has whole numbers as its input " + c.node->inputs[i]);
  Init init;
  init.kind = Init::Kind::Given;
  init.given = std::make_shared<const std::vector<float>>(t.floats);
  const ValueId made = c.graph.addPersistent(operand.parameter ? role : Role::Buffer, c.node->inputs[i], DType::F32, t.shape, init);
  c.values[c.node->inputs[i]].value = made;
  return made;
}

void batchNormalization(Context& c) {
  c.check(c.opset() < 14 || c.integer("training_mode", 0) == 0,
          "is in training mode, which is not supported: the mode is the program's to set");
  c.check(c.opset() >= 9 || c.integer("spatial", 1) == 1, "is not spatial, which is not supported");
  const ValueId x = c.value(0);
  std::vector<ValueId> inputs{x, perChannel(c, 1, Role::Parameter), perChannel(c, 2, Role::Parameter), perChannel(c, 3, Role::Buffer),
                              perChannel(c, 4, Role::Buffer)};
  Attributes attrs{{"eps", c.real("epsilon", 1e-5)}, {"relu", false}};
  if (!c.options.training) return c.set(0, c.add("batch_norm_inference", std::move(inputs), std::move(attrs)));
  attrs.set("momentum", 1 - c.real("momentum", 0.9));
  c.set(0, c.addAll("batch_norm", std::move(inputs), std::move(attrs))[0]);
}

void instanceNormalization(Context& c) {
  const ValueId x = c.value(0);
  c.set(0, c.addAll("group_norm", {x, perChannel(c, 1, Role::Parameter), perChannel(c, 2, Role::Parameter)},
                    {{"groups", c.shape(x)[1]}, {"eps", c.real("epsilon", 1e-5)}})[0]);
}

void groupNormalization(Context& c) {
  c.check(c.opset() >= 21, "is of an opset before 21, which has a scale a group; it is not supported");
  c.set(0, c.addAll("group_norm", {c.value(0), perChannel(c, 1, Role::Parameter), perChannel(c, 2, Role::Parameter)},
                    {{"groups", c.integer("num_groups", 1)}, {"eps", c.real("epsilon", 1e-5)}})[0]);
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
  const ValueId rows = c.reshape(x, {s[0], 1, s[1], numel(s) / (s[0] * s[1])});
  const ValueId squares = c.add("mul", {rows, rows});
  const ValueId mean =
      c.add("avg_pool2d", {squares},
            {{"kernel", Ints{size, 1}}, {"stride", Ints{1, 1}}, {"padding", Ints{size / 2, 0}}, {"count_include_pad", true}});
  const ValueId base =
      c.add("add", {c.add("mul", {mean, c.scalar(c.real("alpha", 1e-4))}), c.scalar(c.real("bias", 1))}, {{"relu", false}});
  c.set(0, c.reshape(c.add("div", {rows, c.add("pow", {base, c.scalar(c.real("beta", 0.75))})}), s));
}

// Only what PyTorch's interpolate does as well: nearest by whole factors, bilinear by half pixels or corners.
void resizeTo(Context& c, const std::vector<double>& scales, const Ints& sizes, const std::string& mode, const std::string& coordinates,
              const std::string& nearest) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  c.check(s.size() == 4, "takes " + toString(s) + ", an image is needed");
  Ints out = sizes;
  if (out.empty()) {
    c.check(scales.size() == 4, "has " + std::to_string(scales.size()) + " factors for 4 dimensions");
    for (std::size_t d = 0; d < 4; ++d) {
      const double exact = static_cast<double>(s[d]) * scales[d];
      c.check(exact == std::floor(exact), "resizes to a fraction of a pixel, which is not supported");
      out.push_back(static_cast<std::int64_t>(exact));
    }
  }
  c.check(out.size() == 4 && out[0] == s[0] && out[1] == s[1], "resizes batch or channels, which is not supported");
  const bool whole = out[2] % s[2] == 0 && out[3] % s[3] == 0;
  if (mode == "nearest") {
    const bool floors = coordinates == "asymmetric" && nearest == "floor";
    const bool centred = whole && coordinates == "half_pixel" && nearest.starts_with("round_prefer");
    c.check(floors || centred, "resizes by nearest with " + coordinates + " and " + nearest + ", which is not supported");
    return c.set(0, c.add("resize", {x}, {{"size", Ints{out[2], out[3]}}, {"mode", std::string("nearest")}, {"align_corners", false}}));
  }
  c.check(mode == "linear", "resizes by " + mode + ", which is not supported");
  const bool corners = coordinates == "align_corners";
  c.check(corners || coordinates == "half_pixel" || (coordinates == "pytorch_half_pixel" && out[2] > 1 && out[3] > 1),
          "resizes with " + coordinates + ", which is not supported");
  c.set(0, c.add("resize", {x}, {{"size", Ints{out[2], out[3]}}, {"mode", std::string("bilinear")}, {"align_corners", corners}}));
}

std::vector<double> reals(const Tensor& t) {
  return {t.floats.begin(), t.floats.end()};
}

void resize(Context& c) {
  for (const char* name : {"antialias", "exclude_outside"})
    c.check(c.integer(name, 0) == 0, std::string("asks for ") + name + ", which is not supported");
  c.check(c.text("keep_aspect_ratio_policy", "stretch") == "stretch", "keeps the aspect ratio, which is not supported");
  if (c.opset() < 11) return resizeTo(c, reals(c.constant(1)), {}, c.text("mode", "nearest"), "asymmetric", "floor");
  const bool bySize = c.has(3);
  const Shape s = c.shape(c.value(0));
  std::vector<double> scales = bySize ? std::vector<double>{} : reals(c.constant(2));
  Ints sizes = bySize ? c.constantInts(3) : Ints{};
  // From opset 18 on the factors or sizes may be those of some dimensions; the others stay as they are.
  if (const Ints axes = c.ints("axes"); !axes.empty()) {
    std::vector<double> allScales(bySize ? 0 : s.size(), 1.0);
    Ints allSizes = bySize ? s : Ints{};
    c.check(axes.size() == (bySize ? sizes.size() : scales.size()), "has not as many factors or sizes as axes");
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const auto d = static_cast<std::size_t>(axisOf(c, axes[i], s.size()));
      if (bySize) {
        allSizes[d] = sizes[i];
      } else {
        allScales[d] = scales[i];
      }
    }
    scales = std::move(allScales);
    sizes = std::move(allSizes);
  }
  resizeTo(c, scales, sizes, c.text("mode", "nearest"), c.text("coordinate_transformation_mode", "half_pixel"),
           c.text("nearest_mode", "round_prefer_floor"));
}
void upsample(Context& c) {
  std::vector<double> scales;
  if (c.opset() >= 9) {
    scales = reals(c.constant(1));
  } else {
    const auto it = c.node->attributes.find("scales");
    if (it != c.node->attributes.end()) scales.assign(it->second.floats.begin(), it->second.floats.end());
  }
  resizeTo(c, scales, {}, c.text("mode", "nearest"), "asymmetric", "floor");
}

}  // namespace

std::span<const Converter> layerConverters() {
  static const Converter table[] = {
      {"Conv", 1, conv},
      {"ConvTranspose", 1, convTranspose},
      {"MaxPool", 1, maxPool},
      {"AveragePool", 1, averagePool},
      {"GlobalAveragePool", 1, globalAveragePool},
      {"GlobalMaxPool", 1, globalMaxPool},
      {"BatchNormalization", 6, batchNormalization},
      {"InstanceNormalization", 6, instanceNormalization},
      {"GroupNormalization", 18, groupNormalization},
      {"LayerNormalization", 17, layerNormalization},
      {"RMSNormalization", 23, rmsNormalization},
      {"LRN", 1, lrn},
      {"Resize", 10, resize},
      {"Upsample", 7, upsample},
  };
  return table;
}

}  // namespace stepscope::onnx
