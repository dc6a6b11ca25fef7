// Pools, by PyTorch's rules.
#include <algorithm>

#include "core/onnx/write/emitter.h"

namespace stepscope::onnx {

namespace {

// The padding after the image in one dimension of a pool. If the number of windows is rounded up, it may be more than the padding before the image.
// It is written as padding and not as ceil_mode, because runtimes count the last window by different rules.
std::int64_t after(std::int64_t in, std::int64_t out, std::int64_t reach, std::int64_t stride, std::int64_t before) {
  return std::max(before, (out - 1) * stride + reach - in - before);
}

struct PoolWindow {
  Ints kernel, stride, padding, after;
  bool even = true;  // the same padding after the image as before it
};

PoolWindow windowOf(Emitter& e) {
  const Shape &x = e.shape(0), &y = e.outputShape();
  PoolWindow w{e.attrs().integers("kernel"), e.attrs().integers("stride"), e.attrs().integers("padding"), {}};
  const Ints dilation = e.attrs().has("dilation") ? e.attrs().integers("dilation") : Ints{1, 1};
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t reach = dilation[d] * (w.kernel[d] - 1) + 1;
    w.after.push_back(after(x[d + 2], y[d + 2], reach, w.stride[d], w.padding[d]));
  }
  w.even = w.after == w.padding;
  return w;
}

NodeAttributes attributesOf(const PoolWindow& w) {
  return {{"kernel_shape", w.kernel}, {"strides", w.stride}, {"pads", Ints{w.padding[0], w.padding[1], w.after[0], w.after[1]}}};
}

void maxPool(Emitter& e) {
  if (e.isRead(1)) e.refuse("gives the places of its maxima to other layers, which is not exported", "Use its result only");
  NodeAttributes attributes = attributesOf(windowOf(e));
  if (e.attrs().has("dilation")) attributes.emplace_back("dilations", e.attrs().integers("dilation"));
  e.set(0, e.add("MaxPool", {e.in(0)}, attributes));
}

// Elements beyond the op's own padding, which windows reach by rounding up, never count in an average. If the padding itself counts, it is then
// written as zeros of the image, so that only the rest is padding.
void avgPool(Emitter& e) {
  PoolWindow w = windowOf(e);
  const bool counts = e.attrs().flag("count_include_pad") && w.padding != Ints{0, 0};
  std::string x = e.in(0);
  if (counts && !w.even) {
    x = e.add("Pad", {x, e.ints({0, 0, w.padding[0], w.padding[1], 0, 0, w.padding[0], w.padding[1]}), e.scalar(0)},
              {{"mode", std::string("constant")}});
    for (std::size_t d = 0; d < 2; ++d) w.after[d] -= w.padding[d];
    w.padding = {0, 0};
  }
  NodeAttributes attributes = attributesOf(w);
  attributes.emplace_back("count_include_pad", std::int64_t{counts && w.even});
  e.set(0, e.add("AveragePool", {x}, attributes));
}

void globalAvgPool(Emitter& e) {
  e.set(0, e.add("GlobalAveragePool", {e.in(0)}));
}

struct Part {
  std::int64_t begin, end;
};
// Window o of an adaptive pool.
Part adaptiveWindow(std::int64_t o, std::int64_t in, std::int64_t out) {
  return {o * in / out, ((o + 1) * in + out - 1) / out};
}

bool isRegular(const Shape& x, const Ints& size) {
  return x[2] % size[0] == 0 && x[3] % size[1] == 0;
}

NodeAttributes regularWindow(const Shape& x, const Ints& size) {
  const Ints kernel{x[2] / size[0], x[3] / size[1]};
  return {{"kernel_shape", kernel}, {"strides", kernel}};
}

// Windows of different sizes are averaged by a product with a matrix: element (o, i) is 1 / (size of window o) if the window holds element i. Rows
// come first, then columns.
void adaptiveAvgPool(Emitter& e) {
  const Ints& size = e.attrs().integers("output_size");
  const Shape& x = e.shape(0);
  if (size == Ints{1, 1}) return globalAvgPool(e);
  if (isRegular(x, size)) return e.set(0, e.add("AveragePool", {e.in(0)}, regularWindow(x, size)));
  const auto shares = [](std::int64_t in, std::int64_t out, bool transposed) {
    std::vector<float> matrix(static_cast<std::size_t>(in * out), 0.0F);
    for (std::int64_t o = 0; o < out; ++o) {
      const auto [begin, end] = adaptiveWindow(o, in, out);
      for (std::int64_t i = begin; i < end; ++i)
        matrix[static_cast<std::size_t>(transposed ? i * out + o : o * in + i)] = 1.0F / static_cast<float>(end - begin);
    }
    return matrix;
  };
  const std::string rows = e.table("constants/shares", {size[0], x[2]}, shares(x[2], size[0], false));
  const std::string columns = e.table("constants/shares", {x[3], size[1]}, shares(x[3], size[1], true));
  e.set(0, e.add("MatMul", {e.add("MatMul", {rows, e.in(0)}), columns}));
}

void adaptiveMaxPool(Emitter& e) {
  if (e.isRead(1)) e.refuse("gives the places of its maxima to other layers, which is not exported", "Use its result only");
  const Ints& size = e.attrs().integers("output_size");
  const Shape& x = e.shape(0);
  if (isRegular(x, size)) return e.set(0, e.add("MaxPool", {e.in(0)}, regularWindow(x, size)));
  std::string y = e.in(0);
  for (const std::int64_t axis : {std::int64_t{2}, std::int64_t{3}}) {
    const std::int64_t in = x[static_cast<std::size_t>(axis)], out = size[static_cast<std::size_t>(axis - 2)];
    Tensors parts;
    for (std::int64_t o = 0; o < out; ++o) {
      const auto [begin, end] = adaptiveWindow(o, in, out);
      const std::string window = e.add("Slice", {y, e.ints({begin}), e.ints({end}), e.ints({axis})});
      parts.push_back(e.add("ReduceMax", {window}, {{"axes", Ints{axis}}, {"keepdims", std::int64_t{1}}}));
    }
    y = e.add("Concat", parts, {{"axis", axis}});
  }
  e.set(0, y);
}

}  // namespace

std::span<const Exporter> poolingExporters() {
  static const Exporter table[] = {
      {"max_pool2d", maxPool},
      {"avg_pool2d", avgPool},
      {"global_avg_pool", globalAvgPool},
      {"adaptive_avg_pool2d", adaptiveAvgPool},
      {"adaptive_max_pool2d", adaptiveMaxPool},
  };
  return table;
}

}  // namespace stepscope::onnx
