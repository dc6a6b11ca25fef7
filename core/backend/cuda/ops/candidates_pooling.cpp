// Kernels of pooling and resizing of images.
#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/elementwise.h"
#include "core/backend/cuda/kernels/pooling.h"
#include "core/backend/cuda/kernels/reduction.h"

namespace stepscope::cuda {
namespace {

Image imageOf(const Call& c, const Shape& shape) {
  return {shape[1], shape[2], shape[3], c.channelsLast};
}

Windows windowsOf(const Call& c, const Shape& x, const Shape& y) {
  const auto &kernel = c.node.attrs.integers("kernel"), &stride = c.node.attrs.integers("stride"), &padding = c.node.attrs.integers("padding");
  const Shape dilation = c.node.attrs.has("dilation") ? c.node.attrs.integers("dilation") : Shape{1, 1};
  return {x[0],      imageOf(c, x), imageOf(c, y), kernel[0],   kernel[1],   stride[0],
          stride[1], padding[0],    padding[1],    dilation[0], dilation[1], c.flag("count_include_pad")};
}

Geometry geometryOf(const Windows& windows, Int count) {
  return perElement(windows.eights() ? count / 8 : count);
}

void maxPool(const Call& c, LaunchList& list) {
  const Windows windows = windowsOf(c, c.inShape(0), c.outShape(0));
  list.add(MaxPool{windows, c.in(0), c.out(0), c.outAs<Byte>(1)}, geometryOf(windows, c.outCount(0)));
}
void averagePool(const Call& c, LaunchList& list) {
  list.add(AveragePool{windowsOf(c, c.inShape(0), c.outShape(0)), c.in(0), c.out(0)}, perElement(c.outCount(0)));
}
void poolGrad(const Call& c, LaunchList& list) {
  const Windows windows = windowsOf(c, c.outShape(0), c.inShape(0));
  list.add(PoolGrad{windows, c.in(0), c.inAs<const Byte>(1), c.out(0)}, geometryOf(windows, c.outCount(0)));
}

Adaptive adaptiveOf(const Call& c, const Shape& x, const Shape& y) {
  return {x[0], imageOf(c, x), imageOf(c, y)};
}
void adaptivePool(const Call& c, LaunchList& list) {
  list.add(AdaptivePool{adaptiveOf(c, c.inShape(0), c.outShape(0)), c.in(0), c.out(0), c.outAs<int>(1)}, perElement(c.outCount(0)));
}
void adaptivePoolGrad(const Call& c, LaunchList& list) {
  list.add(AdaptivePoolGrad{adaptiveOf(c, c.outShape(0), c.inShape(0)), c.in(0), c.inAs<const int>(1), c.out(0)}, perElement(c.outCount(0)));
}

// The gradient of the average over an image is the same for all its pixels.
void globalAveragePoolGrad(const Call& c, LaunchList& list) {
  const Shape& x = c.outShape(0);
  const auto share = static_cast<float>(1.0 / static_cast<double>(x[2] * x[3]));
  if (c.channelsLast && x[1] % 8 == 0 && c.outCount(0) > 0) {
    list.add(PixelSpread{c.in(0), c.out(0), x[0], x[2] * x[3], x[1], share}, perElement(c.outCount(0) / 8));
    return;
  }
  list.add(Map1<Scaled>{c.in(0), c.out(0), c.outCount(0), share, 0, false, broadcastWalk(x, c.inShape(0), c.channelsLast)},
           perElement(c.outCount(0)));
}

Resize resizeOf(const Call& c, const Shape& x, const Shape& y) {
  return {x[0], imageOf(c, x), imageOf(c, y), c.node.attrs.text("mode") == "nearest", c.flag("align_corners")};
}
void resize(const Call& c, LaunchList& list) {
  list.add(ResizeForward{resizeOf(c, c.inShape(0), c.outShape(0)), c.in(0), c.out(0)}, perElement(c.outCount(0)));
}
void resizeGrad(const Call& c, LaunchList& list) {
  list.add(ResizeGrad{resizeOf(c, c.outShape(0), c.inShape(0)), c.in(0), c.out(0)}, perElement(c.outCount(0)));
}

// cuDNN's kernel, as an alternative to ours.
std::optional<Planned> planPool(const Call& c, const Library& library, bool average) {
  const Shape &x = c.inShape(0), &y = c.outShape(0);
  if (c.outCount(0) == 0 || library.untimed) return std::nullopt;
  PoolRequest r;
  r.average = average;
  r.countPadding = average && c.flag("count_include_pad");
  r.indices = !average && c.outputs.size() > 1;
  const Shape dilation = c.node.attrs.has("dilation") ? c.node.attrs.integers("dilation") : Shape{1, 1};
  if (dilation != Shape{1, 1}) return std::nullopt;
  for (std::size_t d = 0; d < 4; ++d) {
    r.x[d] = x[d];
    r.y[d] = y[d];
  }
  for (std::size_t d = 0; d < 2; ++d) {
    r.window[d] = c.node.attrs.integers("kernel")[d];
    r.stride[d] = c.node.attrs.integers("stride")[d];
    r.padding[d] = c.node.attrs.integers("padding")[d];
    // If the output size is rounded up, windows extend beyond the padding, and cuDNN uses another divisor.
    if ((x[d + 2] + 2 * r.padding[d] - r.window[d]) / r.stride[d] + 1 != y[d + 2]) return std::nullopt;
  }
  r.type = elementTypeOf(c.inputValue(0).dtype);
  r.channelsLast = c.channelsLast;
  r.workspaceLimit = Int{32} << 20;
  std::optional<Planned> made = plannedBy(library.api->makePool, r, library, {{0}, {-1}});
  if (!made) return made;
  if (r.indices) made->operands.push_back({-2});
  made->checked = made->competes = true;
  return made;
}
std::optional<Planned> planAveragePool(const Call& c, const Library& library) {
  return planPool(c, library, true);
}
// cuDNN's index is a signed byte, so windows have at most 127 pixels.
std::optional<Planned> planMaxPool(const Call& c, const Library& library) {
  const auto& window = c.node.attrs.integers("kernel");
  return window[0] * window[1] <= 127 ? planPool(c, library, false) : std::nullopt;
}

}  // namespace

std::span<const OpKernel> poolingKernels() {
  static const OpKernel kernels[] = {
      {.op = "max_pool2d", .bind = maxPool, .plan = planMaxPool, .layout = LayoutUse::Images},
      {.op = "max_pool2d_grad", .bind = poolGrad, .layout = LayoutUse::Images},
      {.op = "avg_pool2d", .bind = averagePool, .plan = planAveragePool, .layout = LayoutUse::Images},
      {.op = "avg_pool2d_grad", .bind = poolGrad, .layout = LayoutUse::Images},
      {.op = "adaptive_avg_pool2d", .bind = adaptivePool, .layout = LayoutUse::Images},
      {.op = "adaptive_avg_pool2d_grad", .bind = adaptivePoolGrad, .layout = LayoutUse::Images},
      {.op = "adaptive_max_pool2d", .bind = adaptivePool, .layout = LayoutUse::Images},
      {.op = "adaptive_max_pool2d_grad", .bind = adaptivePoolGrad, .layout = LayoutUse::Images},
      {.op = "global_avg_pool_grad", .bind = globalAveragePoolGrad, .layout = LayoutUse::Images},
      {.op = "resize", .bind = resize, .layout = LayoutUse::Images},
      {.op = "resize_grad", .bind = resizeGrad, .layout = LayoutUse::Images},
  };
  return kernels;
}

}  // namespace stepscope::cuda
