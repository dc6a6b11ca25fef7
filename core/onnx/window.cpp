#include "core/onnx/window.h"

#include <algorithm>

namespace stepscope::onnx {

namespace {

constexpr std::int64_t kLargestWindow = 1 << 20;  // the same limit as in the graph
// Total padding that SAME requires; negative if the windows do not cover the input. Down to these values all implementations start at the first
// element.
constexpr std::int64_t kLeastOfConvolution = -2, kLeastOfPool = -1;

// With SAME, the standard requires ceil(size / stride) elements. If the windows do not cover the input, it leaves open which elements are read: ONNX
// Runtime skips the first ones, others do not. For a pool, ONNX Runtime also ignores dilations. Such models are refused.
void checkSame(const Context& c, const Window& w, std::size_t d, std::int64_t padding) {
  const std::string& op = c.node->opType;
  if (op == "ConvTranspose") return;  // has its own rule
  const std::string mode = "has auto_pad " + c.text("auto_pad", "NOTSET");
  const std::string cure = "Export the model with pads, which say what is read";
  if (op != "Conv" && w.kernel[d] > 1 && w.dilation[d] > 1)
    c.refuse(mode + " beside dilations of " + listOf(w.dilation) + ", which the standard and ONNX Runtime pad differently", cure);
  if (padding < (op == "Conv" ? kLeastOfConvolution : kLeastOfPool))
    c.refuse(mode + " and a stride of " + std::to_string(w.stride[d]) + ", of whose elements the window of " + std::to_string(w.kernel[d]) +
                 " reads few: which ones, the standard does not say",
             cure);
}

}  // namespace

Window windowOf(const Context& c, const Shape& x, Ints kernel) {
  c.check(x.size() >= 3, "takes " + toString(x) + ", an image is needed");
  const std::size_t dims = x.size() - 2;
  const auto checked = [&](const char* name, Ints v, std::int64_t least, std::size_t count) {
    c.check(v.size() == count && std::all_of(v.begin(), v.end(), [&](std::int64_t n) { return n >= least && n <= kLargestWindow; }),
            std::string("has ") + name + " of " + listOf(v) + " for " + std::to_string(dims) + " dimensions");
    return v;
  };
  const auto orOnes = [&](Ints v) { return v.empty() ? Ints(dims, 1) : v; };
  Window w;
  w.kernel = checked("a window", std::move(kernel), 1, dims);
  w.stride = checked("strides", orOnes(c.ints("strides")), 1, dims);
  w.dilation = checked("dilations", orOnes(c.ints("dilations")), 1, dims);
  Ints pads = c.ints("pads");
  if (pads.empty()) pads.assign(2 * dims, 0);
  c.check(std::none_of(pads.begin(), pads.end(), [](std::int64_t n) { return n < 0; }), "has negative pads, which is not supported");
  pads = checked("pads", std::move(pads), 0, 2 * dims);
  w.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(dims));
  w.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(dims), pads.end());
  const std::string mode = c.text("auto_pad", "NOTSET");
  c.check(mode == "NOTSET" || mode == "VALID" || mode == "SAME_UPPER" || mode == "SAME_LOWER", "has auto_pad " + mode);
  for (std::size_t d = 0; d < dims && mode.starts_with("SAME"); ++d) {
    const std::int64_t in = x[d + 2], out = (in + w.stride[d] - 1) / w.stride[d];
    const std::int64_t wanted = (out - 1) * w.stride[d] + (w.kernel[d] - 1) * w.dilation[d] + 1 - in;
    checkSame(c, w, d, wanted);
    const std::int64_t total = std::max<std::int64_t>(0, wanted);
    w.before[d] = mode == "SAME_UPPER" ? total / 2 : total - total / 2;
    w.after[d] = total - w.before[d];
  }
  return w;
}

ValueId asImage(Context& c, ValueId x) {
  const Shape& s = c.shape(x);
  c.check(s.size() == 3 || s.size() == 4, "takes " + toString(s) + "; images and sequences are supported, volumes are not");
  return s.size() == 3 ? c.reshape(x, {s[0], s[1], 1, s[2]}) : x;
}

Window asImageWindow(Window w) {
  if (w.kernel.size() != 1) return w;
  for (Ints* v : {&w.kernel, &w.stride, &w.dilation}) v->insert(v->begin(), 1);
  for (Ints* v : {&w.before, &w.after}) v->insert(v->begin(), 0);
  return w;
}

ValueId likeInput(Context& c, ValueId y, std::size_t rank) {
  const Shape& s = c.shape(y);
  return rank == 3 ? c.reshape(y, {s[0], s[1], s[3]}) : y;
}

}  // namespace stepscope::onnx
