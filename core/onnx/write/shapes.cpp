// Ops that move elements, and constants.
#include <algorithm>

#include "core/onnx/write/emitter.h"

namespace stepscope::onnx {

namespace {

bool isOpen(const Dims& dims) {
  return std::any_of(dims.begin(), dims.end(), [](const Dim& d) { return d.open(); });
}

void reshape(Emitter& e) {
  e.set(0, e.reshape(e.in(0), e.attribute("shape")));
}

void transpose(Emitter& e) {
  e.set(0, e.transpose(e.in(0), e.attrs().integers("permutation")));
}

void concat(Emitter& e) {
  e.set(0, e.add("Concat", e.inputs(), {{"axis", e.attrs().integer("axis")}}));
}

void split(Emitter& e) {
  const Ints& sizes = e.attrs().integers("sizes");
  const Tensors parts = e.addAll("Split", {e.in(0), e.ints(sizes)}, {{"axis", e.attrs().integer("axis")}}, sizes.size());
  for (std::size_t i = 0; i < parts.size(); ++i) e.set(i, parts[i]);
}

// The operator gets only the dimensions that are cut.
void slice(Emitter& e) {
  const Ints &starts = e.attrs().integers("starts"), &steps = e.attrs().integers("steps");
  const Dims whole = e.dims(0), ends = e.attribute("ends");
  Ints first, last, axes, by;
  for (std::size_t d = 0; d < whole.size(); ++d) {
    if (starts[d] == 0 && steps[d] == 1 && ends[d] == whole[d]) continue;
    if (ends[d].open() && ends[d] != whole[d])
      e.refuse("cuts the batch, so the batch cannot be left open", "Export it for one batch size: --batch N");
    first.push_back(starts[d]);
    // The end of an open dimension is any number that is large enough.
    last.push_back(ends[d].open() ? std::int64_t{1} << 31 : ends[d].size);
    axes.push_back(static_cast<std::int64_t>(d));
    by.push_back(steps[d]);
  }
  e.set(0, axes.empty() ? e.in(0) : e.add("Slice", {e.in(0), e.ints(first), e.ints(last), e.ints(axes), e.ints(by)}));
}

std::string padded(Emitter& e, const std::string& x, Ints before, const Ints& after, const std::string& mode, double value) {
  before.insert(before.end(), after.begin(), after.end());
  Tensors inputs{x, e.ints(before)};
  const bool whole = e.typeOf(e.input(0)) == kInt64Type;
  if (mode == "constant") inputs.push_back(whole ? e.wholeScalar(static_cast<std::int64_t>(value)) : e.scalar(value));
  return e.add("Pad", std::move(inputs), {{"mode", mode}});
}

void pad(Emitter& e) {
  const std::string& mode = e.attrs().text("mode");
  e.set(0, padded(e, e.in(0), e.attrs().integers("before"), e.attrs().integers("after"), mode, mode == "constant" ? e.attrs().real("value") : 0));
}

// Takes every stride-th pixel, and adds channels of zeros before and after.
void shortcutPad(Emitter& e) {
  const Ints& stride = e.attrs().integers("stride");
  const Shape& x = e.shape(0);
  std::string y = e.in(0);
  if (stride != Ints{1, 1}) y = e.add("Slice", {y, e.ints({0, 0}), e.ints({x[2], x[3]}), e.ints({2, 3}), e.ints(stride)});
  e.set(0, padded(e, y, {0, e.attrs().integer("pad_before"), 0, 0}, {0, e.attrs().integer("pad_after"), 0, 0}, "constant", 0));
}

// Channels as (groups, the rest), transposed (Zhang et al. 2017).
void channelShuffle(Emitter& e) {
  const Dims whole = e.dims(0);
  const std::int64_t groups = e.attrs().integer("groups");
  Dims apart{whole[0], {groups}, {whole[1].size / groups}};
  apart.insert(apart.end(), whole.begin() + 2, whole.end());
  Ints exchanged;
  for (std::size_t d = 0; d < apart.size(); ++d) exchanged.push_back(static_cast<std::int64_t>(d == 1 ? 2 : d == 2 ? 1 : d));
  e.set(0, e.reshape(e.transpose(e.reshape(e.in(0), apart), exchanged), whole));
}

void expand(Emitter& e) {
  std::string y = e.add("Expand", {e.in(0), e.sizes(e.attribute("shape"))});
  if (const double scale = e.attrs().real("scale", 1.0); scale != 1) y = e.add("Mul", {y, e.scalar(scale)});
  e.set(0, y);
}

void fill(Emitter& e) {
  const Dims dims = e.attribute("shape");
  const std::string one = e.scalar(e.attrs().real("value"));
  e.set(0, dims.empty() ? one : e.add("Expand", {one, e.sizes(dims)}));
}

// The elements at these indices of a dimension.
std::string taken(Emitter& e, const std::string& x, std::int64_t axis, const Ints& places) {
  return e.add("Gather", {x, e.ints(places)}, {{"axis", axis}});
}

// Whether `in` times the factor out / in, rounded to a float, is exactly `out`, so that a runtime that multiplies gets the right size.
bool isExact(std::int64_t in, std::int64_t out) {
  const double factor = static_cast<double>(out) / static_cast<double>(in);
  return static_cast<double>(static_cast<float>(factor)) * static_cast<double>(in) == static_cast<double>(out);
}

// torch.nn.functional.interpolate with `size`. PyTorch's nearest takes pixel floor(i * (in / out)). ONNX divides by out / in instead, which is
// rounded differently; so unless the factors are whole numbers, the indices of the pixels are written into the file.
void resize(Emitter& e) {
  const Ints& size = e.attrs().integers("size");
  const Shape& x = e.shape(0);
  const bool nearest = e.attrs().text("mode") == "nearest";
  if (nearest && (size[0] % x[2] != 0 || size[1] % x[3] != 0)) {
    std::string y = e.in(0);
    for (std::size_t d = 0; d < 2; ++d) {
      const float step = static_cast<float>(x[d + 2]) / static_cast<float>(size[d]);
      Ints places;
      for (std::int64_t i = 0; i < size[d]; ++i) places.push_back(std::min(static_cast<std::int64_t>(static_cast<float>(i) * step), x[d + 2] - 1));
      y = taken(e, y, static_cast<std::int64_t>(d + 2), places);
    }
    return e.set(0, y);
  }
  std::string mode = "linear", coordinates = "half_pixel";
  if (nearest) mode = "nearest", coordinates = "asymmetric";
  else if (e.attrs().flag("align_corners")) coordinates = "align_corners";
  NodeAttributes rule{{"mode", mode}, {"coordinate_transformation_mode", coordinates}};
  if (nearest) rule.emplace_back("nearest_mode", std::string("floor"));
  const Dims whole = e.dims(0);
  if (isOpen(whole) && isExact(x[2], size[0]) && isExact(x[3], size[1])) {
    const std::vector<float> factors{1, 1, static_cast<float>(size[0]) / static_cast<float>(x[2]),
                                     static_cast<float>(size[1]) / static_cast<float>(x[3])};
    return e.set(0, e.add("Resize", {e.in(0), "", e.table("constants/factors", {4}, factors)}, rule));
  }
  e.set(0, e.add("Resize", {e.in(0), "", "", e.sizes({whole[0], whole[1], {size[0]}, {size[1]}})}, rule));
}

}  // namespace

std::span<const Exporter> shapeExporters() {
  static const Exporter table[] = {
      {"reshape", reshape},
      {"transpose", transpose},
      {"concat", concat},
      {"split", split},
      {"slice", slice},
      {"pad", pad},
      {"shortcut_pad", shortcutPad},
      {"channel_shuffle", channelShuffle},
      {"expand", expand},
      {"fill", fill},
      {"resize", resize},
  };
  return table;
}

}  // namespace stepscope::onnx
