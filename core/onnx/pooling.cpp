// Pools. Cases that the graph's own pools do not support (volumes, dilated averages, rounding up with uneven padding) are computed one dimension
// after the other: sums and maxima over a window can be taken along each of its sides in turn.
#include <algorithm>
#include <limits>
#include <numeric>

#include "core/onnx/compose.h"
#include "core/onnx/window.h"

namespace stepscope::onnx {

namespace {

constexpr double kLeast = -3.4028234663852886e38;  // below every maximum, except -infinity

std::int64_t outputSize(const Window& w, std::size_t d, std::int64_t in, bool ceil) {
  const std::int64_t reach = in + w.before[d] + w.after[d] - (w.kernel[d] - 1) * w.dilation[d] - 1;
  const std::int64_t steps = reach + (ceil ? w.stride[d] - 1 : 0);
  if (steps < 0) return 0;
  std::int64_t out = steps / w.stride[d] + 1;
  // The last window must start in the image or in the padding before it.
  if (ceil && (out - 1) * w.stride[d] >= in + w.before[d]) --out;
  return out;
}

// Whether the number of windows is rounded up. With SAME, the standard and ONNX Runtime compute the size from the stride, whatever ceil_mode is. With
// VALID, the standard adds no window either, but ONNX Runtime does; so the model is refused if that makes a difference.
bool roundsUp(const Context& c, const Window& w, const Shape& s) {
  if (c.integer("ceil_mode", 0) == 0) return false;
  const std::string mode = c.text("auto_pad", "NOTSET");
  if (mode == "NOTSET") return true;
  for (std::size_t d = 0; mode == "VALID" && d + 2 < s.size(); ++d)
    if (outputSize(w, d, s[d + 2], true) != outputSize(w, d, s[d + 2], false))
      c.refuse("has auto_pad VALID beside ceil_mode, of which the standard and ONNX Runtime count the windows of " + std::to_string(s[d + 2]) +
                   " elements differently",
               "Export the model with pads in place of auto_pad, which say what is read");
  return false;
}

// The sum of each window along one dimension; elements outside the image add nothing.
ValueId windowSums(Context& c, ValueId x, std::size_t axis, const Window& w, std::size_t d, std::int64_t out) {
  const Shape s = c.shape(x);
  const auto [before, in, after] = extentOf(s, static_cast<std::int64_t>(axis));
  const std::int64_t reach = (out - 1) * w.stride[d] + (w.kernel[d] - 1) * w.dilation[d] + 1;
  const ValueId rows = c.reshape(x, {before, 1, in, after});
  const ValueId wide = padded(c, rows, {0, 0, w.before[d], 0}, {0, 0, std::max<std::int64_t>(0, reach - in - w.before[d]), 0}, 0);
  ValueId y = kNone;
  if (w.dilation[d] == 1) {
    const ValueId means =
        c.add("avg_pool2d", {wide},
              {{"kernel", Ints{w.kernel[d], 1}}, {"stride", Ints{w.stride[d], 1}}, {"padding", Ints{0, 0}}, {"count_include_pad", true}});
    y = times(c, part(c, means, 2, 0, out), static_cast<double>(w.kernel[d]));
  } else {
    for (std::int64_t k = 0; k < w.kernel[d]; ++k) {
      const std::int64_t first = k * w.dilation[d];
      const ValueId tap = part(c, wide, 2, first, first + (out - 1) * w.stride[d] + 1, w.stride[d]);
      y = y == kNone ? tap : plus(c, y, tap);
    }
  }
  Shape shape = s;
  shape[axis] = out;
  return c.reshape(y, std::move(shape));
}

// The factors that turn each window's sum into its mean.
std::vector<float> sharesOf(Context& c, const Window& w, std::size_t d, std::int64_t in, std::int64_t out, bool includePad) {
  std::vector<float> shares = c.table(1, out);
  c.spend(1, {out, w.kernel[d]});
  for (std::int64_t j = 0; j < out; ++j) {
    std::int64_t real = 0, counted = 0;
    for (std::int64_t k = 0; k < w.kernel[d]; ++k) {
      const std::int64_t at = j * w.stride[d] - w.before[d] + k * w.dilation[d];
      real += at >= 0 && at < in ? 1 : 0;
      counted += at < in + w.after[d] ? 1 : 0;  // elements beyond the padding, added by rounding up, never count
    }
    const std::int64_t divisor = includePad ? counted : real;
    shares[static_cast<std::size_t>(j)] = divisor > 0 ? 1.0F / static_cast<float>(divisor) : 0.0F;
  }
  return shares;
}

bool isPlainImage(const Window& w, const Shape& x) {
  for (std::size_t d = 0; d < w.kernel.size(); ++d)
    if (2 * w.before[d] > w.kernel[d]) return false;
  return x.size() <= 4 && w.before == w.after;
}

void averagePool(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  const Window w = windowOf(c, s, c.ints("kernel_shape"));
  const bool include = c.integer("count_include_pad", 0) != 0, ceil = roundsUp(c, w, s);
  const bool dilated = std::any_of(w.dilation.begin(), w.dilation.end(), [](std::int64_t d) { return d > 1; });
  if (isPlainImage(w, s) && !dilated && !ceil) {
    const Window two = asImageWindow(w);
    const ValueId y = c.add("avg_pool2d", {asImage(c, x)},
                            {{"kernel", two.kernel}, {"stride", two.stride}, {"padding", two.before}, {"count_include_pad", include}});
    return c.set(0, likeInput(c, y, s.size()));
  }
  ValueId y = x;
  for (std::size_t d = 0; d + 2 < s.size(); ++d) {
    const std::int64_t out = outputSize(w, d, s[d + 2], ceil);
    c.check(out > 0, "has a window of " + std::to_string(w.kernel[d]) + " for " + std::to_string(s[d + 2]) + " elements");
    const ValueId shares = tableAlong(c, s.size(), d + 2, sharesOf(c, w, d, s[d + 2], out, include), "average " + std::to_string(d));
    y = c.add("mul", {windowSums(c, y, d + 2, w, d, out), shares});
  }
  c.set(0, y);
}

// The maximum of each window along one dimension. The padding is -infinity, so it is never the maximum of other elements.
ValueId maxAlong(Context& c, ValueId x, std::size_t axis, const Window& w, std::size_t d, bool ceil) {
  const Shape s = c.shape(x);
  const auto [before, in, after] = extentOf(s, static_cast<std::int64_t>(axis));
  const std::int64_t out = outputSize(w, d, in, ceil);
  c.check(out > 0, "has a window of " + std::to_string(w.kernel[d]) + " for " + std::to_string(in) + " elements");
  const std::int64_t reach = (out - 1) * w.stride[d] + (w.kernel[d] - 1) * w.dilation[d] + 1;
  const ValueId rows = c.reshape(x, {before, 1, in, after});
  const ValueId wide = padded(c, rows, {0, 0, w.before[d], 0}, {0, 0, std::max<std::int64_t>(0, reach - in - w.before[d]), 0},
                              -std::numeric_limits<double>::infinity());
  Attributes attrs{{"kernel", Ints{w.kernel[d], 1}}, {"stride", Ints{w.stride[d], 1}}, {"padding", Ints{0, 0}}};
  if (w.dilation[d] != 1) attrs.set("dilation", Ints{w.dilation[d], 1});
  ValueId y = c.addAll("max_pool2d", {wide}, std::move(attrs))[0];
  y = part(c, y, 2, 0, out);
  Shape shape = s;
  shape[axis] = out;
  return c.reshape(y, shape);
}

// For each maximum in y, its index in the flattened tensor x. Each element of a window that equals the maximum writes its index; the last element of
// the window comes first, so the index of the first of equal elements remains.
ValueId placesOf(Context& c, ValueId x, ValueId y, const Window& w) {
  const Shape s = c.shape(x), made = c.shape(y);
  c.check(s.size() <= 4 && numel(w.kernel) <= 64, "gives the places of its maxima in windows of " + toString(w.kernel) + ", which is not supported");
  c.spend(sizeof(float), {numel(w.kernel), numel(made)});
  c.check(numel(s) <= 1 << 24, "gives places in a tensor of " + toString(s) + ", more than 16777216");
  const Window two = asImageWindow(w);
  const ValueId image = asImage(c, x), most = asImage(c, y);
  const Shape in = c.shape(image), out = c.shape(most);
  Ints after(4, 0);
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t reach = (out[d + 2] - 1) * two.stride[d] + (two.kernel[d] - 1) * two.dilation[d] + 1;
    after[d + 2] = std::max<std::int64_t>(0, reach - in[d + 2] - two.before[d]);
  }
  const ValueId wide = padded(c, image, {0, 0, two.before[0], two.before[1]}, after, kLeast);
  const bool columns = c.integer("storage_order", 0) != 0;
  std::vector<float> planes;
  for (std::int64_t p = 0; p < in[0] * in[1]; ++p) planes.push_back(static_cast<float>(p * in[2] * in[3]));
  ValueId places = c.add("fill", {}, {{"shape", out}, {"value", 0.0}});
  for (std::int64_t kh = two.kernel[0]; kh-- > 0;) {
    for (std::int64_t kw = two.kernel[1]; kw-- > 0;) {
      const std::int64_t top = kh * two.dilation[0], left = kw * two.dilation[1];
      ValueId tap = part(c, wide, 2, top, top + (out[2] - 1) * two.stride[0] + 1, two.stride[0]);
      tap = part(c, tap, 3, left, left + (out[3] - 1) * two.stride[1] + 1, two.stride[1]);
      std::vector<float> here;
      for (std::int64_t i = 0; i < out[2]; ++i) {
        for (std::int64_t j = 0; j < out[3]; ++j) {
          const std::int64_t h = i * two.stride[0] + top - two.before[0], v = j * two.stride[1] + left - two.before[1];
          here.push_back(static_cast<float>(columns ? v * in[2] + h : h * in[3] + v));
        }
      }
      const ValueId table = ownTable(c, "places " + std::to_string(kh) + " " + std::to_string(kw), {1, 1, out[2], out[3]}, std::move(here));
      places = where(c, c.add("equal", {tap, most}), table, places);
    }
  }
  return c.reshape(plus(c, places, ownTable(c, "planes", {in[0], in[1], 1, 1}, std::move(planes))), made);
}

void maxPool(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  const Window w = windowOf(c, s, c.ints("kernel_shape"));
  const bool ceil = roundsUp(c, w, s);
  ValueId y = x;
  if (isPlainImage(w, s)) {
    const Window two = asImageWindow(w);
    Attributes attrs{{"kernel", two.kernel}, {"stride", two.stride}, {"padding", two.before}};
    if (two.dilation != Ints{1, 1}) attrs.set("dilation", two.dilation);
    if (ceil) attrs.set("ceil_mode", true);
    y = likeInput(c, c.addAll("max_pool2d", {asImage(c, x)}, std::move(attrs))[0], s.size());
  } else {
    for (std::size_t d = 0; d + 2 < s.size(); ++d) y = maxAlong(c, y, d + 2, w, d, ceil);
  }
  c.set(0, y);
  if (c.wantsOutput(1)) c.set(1, placesOf(c, x, y, w), kInt64);
}

// The p-norm of a window: (sum of |x|^p)^(1/p).
void lpPool(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  const Window w = windowOf(c, s, c.ints("kernel_shape"));
  const bool ceil = roundsUp(c, w, s);
  const double p = static_cast<double>(c.integer("p", 2));
  c.check(p >= 1, "has the norm of p = " + std::to_string(c.integer("p", 2)));
  ValueId y = c.add("pow", {absolute(c, x), c.scalar(p)});
  for (std::size_t d = 0; d + 2 < s.size(); ++d) {
    const std::int64_t in = s[d + 2], out = outputSize(w, d, in, ceil);
    c.check(out > 0, "has a window of " + std::to_string(w.kernel[d]) + " for " + std::to_string(in) + " elements");
    y = windowSums(c, y, d + 2, w, d, out);
  }
  c.set(0, c.add("pow", {y, c.scalar(1 / p)}));
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

}  // namespace

std::span<const Converter> poolingConverters() {
  static const Converter table[] = {{"MaxPool", 1, maxPool},
                                    {"AveragePool", 1, averagePool},
                                    {"LpPool", 2, lpPool},
                                    {"GlobalAveragePool", 1, globalAveragePool},
                                    {"GlobalMaxPool", 1, globalMaxPool}};
  return table;
}

}  // namespace stepscope::onnx
