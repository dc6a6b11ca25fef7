// Kernels of reductions over dimensions, argmax and softmax.
#include <algorithm>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/reduction.h"

namespace stepscope::cuda {
namespace {

// Divides the dimensions of the input into those that stay and those that are reduced.
template <class Kernel>
void split(const Call& c, Kernel& kernel, const Shape& shape, const std::vector<std::int64_t>& axes) {
  const std::vector<Int> strides = stridesOf(c, shape);
  Shape keptSizes, goneSizes;
  std::vector<Int> keptStrides, goneStrides;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const bool gone = std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(d)) != axes.end();
    (gone ? goneSizes : keptSizes).push_back(shape[d]);
    (gone ? goneStrides : keptStrides).push_back(strides[d]);
  }
  kernel.kept = walkOf(keptSizes, keptStrides);
  kernel.gone = walkOf(goneSizes, goneStrides);
  kernel.outputs = numel(keptSizes);
  kernel.reduced = numel(goneSizes);
}

void reduce(const Call& c, LaunchList& list, const std::vector<std::int64_t>& axes, bool mean) {
  ReduceSum kernel;
  kernel.x = c.in(0);
  kernel.z = c.in(1);
  kernel.y = c.out(0);
  split(c, kernel, c.inShape(0), axes);
  if (mean) kernel.scale = static_cast<float>(1.0 / static_cast<double>(kernel.reduced));
  list.add(kernel, perRow(kernel.outputs, kernel.reduced));
}
void sum(const Call& c, LaunchList& list) {
  reduce(c, list, c.node.attrs.integers("axes"), false);
}
void mean(const Call& c, LaunchList& list) {
  reduce(c, list, c.node.attrs.integers("axes"), true);
}
void channelSum(const Call& c, LaunchList& list) {
  std::vector<std::int64_t> axes;
  for (std::size_t d = 0; d < c.inShape(0).size(); ++d)
    if (d != 1) axes.push_back(static_cast<std::int64_t>(d));
  reduce(c, list, axes, false);
}
void globalAveragePool(const Call& c, LaunchList& list) {
  const Shape& x = c.inShape(0);
  const Int pixels = x[2] * x[3];
  if (c.channelsLast && x[1] % 8 == 0 && numel(x) > 0) {
    list.add(PixelSums{c.in(0), c.out(0), x[0], pixels, x[1], static_cast<float>(1.0 / static_cast<double>(pixels))}, perElement(x[0] * x[1] / 8));
    return;
  }
  reduce(c, list, {2, 3}, true);
}

void maximum(const Call& c, LaunchList& list) {
  ReduceMax kernel;
  kernel.x = c.in(0);
  kernel.y = c.out(0);
  split(c, kernel, c.inShape(0), c.node.attrs.integers("axes"));
  list.add(kernel, perRow(kernel.outputs, kernel.reduced));
}
void maximumGrad(const Call& c, LaunchList& list) {
  ReduceMaxGrad kernel;
  kernel.dy = c.in(0);
  kernel.x = c.in(1);
  kernel.y = c.in(2);
  kernel.dx = c.out(0);
  split(c, kernel, c.inShape(1), c.node.attrs.integers("axes"));
  list.add(kernel, perRow(kernel.outputs, kernel.reduced));
}

// Rows along an axis: their number, their width, and the distance of their elements (inner).
struct Axis {
  Int width, inner, rows;
};
Axis axisOf(const Call& c) {
  const Shape& shape = c.inShape(0);
  const auto axis = static_cast<std::size_t>(c.node.attrs.integer("axis"));
  Axis a{shape[axis], 1, 0};
  for (std::size_t d = axis + 1; d < shape.size(); ++d) a.inner *= shape[d];
  a.rows = numel(shape) / std::max<Int>(a.width, 1);
  return a;
}

void argmax(const Call& c, LaunchList& list) {
  const Axis a = axisOf(c);
  list.add(ArgMax{c.in(0), c.outAs<int>(0), a.rows, a.width, a.inner, c.flag("last")}, perRow(a.rows, a.width));
}

template <bool logarithm>
void softmax(const Call& c, LaunchList& list) {
  const Axis a = axisOf(c);
  list.add(Softmax{c.in(0), c.out(0), a.rows, a.width, a.inner, logarithm}, perRow(a.rows, a.width));
}
template <bool logarithm>
void softmaxGrad(const Call& c, LaunchList& list) {
  const Axis a = axisOf(c);
  list.add(SoftmaxGrad{c.in(0), c.in(1), c.out(0), a.rows, a.width, a.inner, logarithm}, perRow(a.rows, a.width));
}

}  // namespace

std::span<const OpKernel> reductionKernels() {
  static const OpKernel kernels[] = {
      {.op = "sum", .bind = sum, .layout = LayoutUse::Reads},
      {.op = "product_sum", .bind = sum, .layout = LayoutUse::Reads},
      {.op = "mean", .bind = mean, .layout = LayoutUse::Reads},
      {.op = "channel_sum", .bind = channelSum, .layout = LayoutUse::Reads},
      {.op = "global_avg_pool", .bind = globalAveragePool, .layout = LayoutUse::Reads},
      {.op = "max", .bind = maximum},
      {.op = "max_grad", .bind = maximumGrad},
      {.op = "argmax", .bind = argmax},
      {.op = "softmax", .bind = softmax<false>},
      {.op = "log_softmax", .bind = softmax<true>},
      {.op = "softmax_grad", .bind = softmaxGrad<false>},
      {.op = "log_softmax_grad", .bind = softmaxGrad<true>},
  };
  return kernels;
}

}  // namespace stepscope::cuda
