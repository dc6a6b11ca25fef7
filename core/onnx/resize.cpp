// Resize and Upsample. If the file's rule equals PyTorch's, the graph's resize is used. Every other rule (cubic, antialias, other coordinates, crops,
// any dimension) is computed one dimension after the other as weighted sums of neighbours. The weights are those of onnx/onnx,
// onnx/reference/ops/op_resize.py (Apache-2.0).
#include <algorithm>
#include <cmath>
#include <map>

#include "core/onnx/compose.h"

#include "core/base/units.h"

namespace stepscope::onnx {

namespace {

using Ints = std::vector<std::int64_t>;
using Reals = std::vector<double>;

struct Rule {
  std::string mode = "nearest", coordinates = "asymmetric", nearest = "floor";
  double cubic = -0.75, outside = 0;  // outside: the value outside of a crop
  bool antialias = false, excludeOutside = false;
  Reals roi;  // starts, then ends; empty without a crop
};

// The nearest element to a position, rounded as in ONNX Runtime. The position is a float, so that with a factor of 0.7 it falls exactly on the
// borders of elements. A position within a millionth of the middle between two elements counts as the middle.
std::int64_t nearestTo(const Rule& rule, float place, double scale) {
  if (rule.nearest == "floor" || (rule.nearest == "outer" && scale >= 1)) return static_cast<std::int64_t>(std::floor(place));
  if (rule.nearest == "ceil" || rule.nearest == "outer") return static_cast<std::int64_t>(std::ceil(place));
  if (std::abs(place - std::floor(place) - 0.5F) >= 1e-6F) return static_cast<std::int64_t>(std::round(place));
  return static_cast<std::int64_t>(rule.nearest == "round_prefer_floor" ? std::floor(place) : std::ceil(place));
}

// Weights of the neighbours of a point, `ratio` of the way from its left neighbour to its right one.
Reals weightsOf(const Rule& rule, double ratio, double scale) {
  const bool cubic = rule.mode == "cubic";
  const double reach = cubic ? 2 : 1, narrow = rule.antialias ? std::min(scale, 1.0) : 1;
  const double a = rule.cubic;
  const auto start = static_cast<std::int64_t>(std::floor(-reach / narrow)) + 1;
  Reals weights;
  double sum = 0;
  for (std::int64_t i = start; i < 2 - start; ++i) {
    const double x = std::abs((static_cast<double>(i) - ratio) * narrow);
    double w = std::max(0.0, 1 - x);
    if (cubic) w = x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
    weights.push_back(w);
    sum += w;
  }
  if (rule.antialias)
    for (double& w : weights) w /= sum;
  return weights;
}

struct Axis {
  std::int64_t in = 1, out = 1;
  double scale = 1;
};

// The position in the input of element x of the result.
template <class Number>
Number placeOf(const Rule& rule, const Axis& axis, double start, double end, std::int64_t x) {
  const auto in = static_cast<Number>(axis.in), at = static_cast<Number>(x), scale = static_cast<Number>(axis.scale), width = scale * in;
  const auto half = static_cast<Number>(0.5), from = static_cast<Number>(start), to = static_cast<Number>(end);
  if (rule.coordinates == "align_corners") return width == 1 ? 0 : at * (in - 1) / (width - 1);
  if (rule.coordinates == "asymmetric") return at / scale;
  if (rule.coordinates == "tf_crop_and_resize")
    return from * (in - 1) + (width == 1 ? (to - from) * (in - 1) / 2 : at * (to - from) * (in - 1) / (width - 1));
  if (rule.coordinates == "pytorch_half_pixel" && axis.out == 1) return 0;
  if (rule.coordinates == "half_pixel_symmetric")
    return static_cast<Number>(static_cast<double>(in / 2 * (1 - static_cast<Number>(axis.out) / width)) + (static_cast<double>(at) + 0.5) / scale -
                               0.5);
  return (at + half) / scale - half;
}

// The number of elements for a factor, before rounding: a product of floats, as in the standard's shape inference and in ONNX Runtime, so that 0.7
// times 10 elements are 7.
float elementsBy(double factor, std::int64_t in) {
  return static_cast<float>(factor) * static_cast<float>(in);
}

// The weighted sum for each element of the result; `inside` is 1 for positions inside the input, else 0.
struct Weights {
  std::vector<Tap> taps;
  std::vector<float> inside;
};
Weights weightsAlong(Context& c, const Rule& rule, const Axis& axis, double from, double to) {
  Weights all;
  all.inside.assign(static_cast<std::size_t>(axis.out), 1.0F);
  for (std::int64_t x = 0; x < axis.out; ++x) {
    const auto place = placeOf<double>(rule, axis, from, to, x);
    if (rule.coordinates == "tf_crop_and_resize" && (place < 0 || place > static_cast<double>(axis.in - 1))) {
      all.inside[static_cast<std::size_t>(x)] = 0;
      continue;
    }
    if (rule.mode == "nearest") {
      if (all.taps.empty()) {
        c.spend(sizeof(std::int64_t) + sizeof(float), {axis.out});
        all.taps.push_back({Ints(static_cast<std::size_t>(axis.out), 0), std::vector<float>(static_cast<std::size_t>(axis.out), 1.0F)});
      }
      all.taps[0].at[static_cast<std::size_t>(x)] =
          std::clamp<std::int64_t>(nearestTo(rule, placeOf<float>(rule, axis, from, to, x), axis.scale), 0, axis.in - 1);
      continue;
    }
    // The left neighbour of an integer position is the one before it.
    const double left = std::ceil(place) - 1;
    Reals weights = weightsOf(rule, place - left, axis.scale);
    const auto first = static_cast<std::int64_t>(left) - static_cast<std::int64_t>(weights.size() / 2) + 1;
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::int64_t at = first + static_cast<std::int64_t>(i);
      if (rule.excludeOutside && (at < 0 || at >= axis.in)) weights[i] = 0;
      sum += weights[i];
    }
    // A neighbour outside the input is replaced by the element at the border. Weights of the same element are added, so it is read once.
    std::map<std::int64_t, double> of;
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (weights[i] != 0)
        of[std::clamp<std::int64_t>(first + static_cast<std::int64_t>(i), 0, axis.in - 1)] += rule.excludeOutside ? weights[i] / sum : weights[i];
    for (std::size_t k = 0; const auto& [at, weight] : of) {
      if (k == all.taps.size()) {
        c.spend(sizeof(std::int64_t) + sizeof(float), {axis.out});
        all.taps.push_back({Ints(static_cast<std::size_t>(axis.out), 0), std::vector<float>(static_cast<std::size_t>(axis.out), 0.0F)});
      }
      all.taps[k].at[static_cast<std::size_t>(x)] = at;
      all.taps[k++].weight[static_cast<std::size_t>(x)] = static_cast<float>(weight);
    }
  }
  return all;
}

// Whether the rule gives the same as PyTorch's interpolate with `size`: nearest with whole factors or with floor, or bilinear with half pixels or
// aligned corners.
bool isPyTorchs(const Rule& rule, const std::vector<Axis>& axes) {
  if (axes.size() != 4 || axes[0].in != axes[0].out || axes[1].in != axes[1].out || rule.antialias || rule.excludeOutside) return false;
  bool whole = true, sameFloors = true;
  for (std::size_t d : {std::size_t{2}, std::size_t{3}}) {
    const Axis& axis = axes[d];
    if (elementsBy(axis.scale, axis.in) != static_cast<float>(axis.out)) return false;
    whole = whole && axis.out % axis.in == 0;
    // PyTorch multiplies by the quotient of the sizes, ONNX Runtime divides by the factor.
    const float step = static_cast<float>(axis.in) / static_cast<float>(axis.out);
    for (std::int64_t x = 0; x < axis.out && rule.mode == "nearest"; ++x)
      sameFloors = sameFloors && std::floor(static_cast<float>(x) * step) == std::floor(static_cast<float>(x) / static_cast<float>(axis.scale));
  }
  if (rule.mode == "nearest")
    return (rule.coordinates == "asymmetric" && ((sameFloors && rule.nearest == "floor") || (whole && rule.nearest == "outer"))) ||
           (whole && rule.coordinates == "half_pixel" && rule.nearest.starts_with("round_prefer"));
  if (rule.mode != "linear") return false;
  return rule.coordinates == "align_corners" || rule.coordinates == "half_pixel" ||
         (rule.coordinates == "pytorch_half_pixel" && axes[2].out > 1 && axes[3].out > 1);
}

void resizeTo(Context& c, const Rule& rule, const std::vector<Axis>& axes) {
  const auto one = [](const std::string& word, std::initializer_list<const char*> of) {
    return std::any_of(of.begin(), of.end(), [&](const char* w) { return word == w; });
  };
  c.check(one(rule.mode, {"nearest", "linear", "cubic"}), "has the mode " + rule.mode + ", which is not supported");
  c.check(one(rule.coordinates, {"asymmetric", "align_corners", "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "tf_crop_and_resize"}),
          "has the coordinate_transformation_mode " + rule.coordinates + ", which is not supported");
  c.check(one(rule.nearest, {"floor", "ceil", "round_prefer_floor", "round_prefer_ceil", "outer"}),
          "has the nearest_mode " + rule.nearest + ", which is not supported");
  const ValueId x = c.value(0);
  for (const Axis& axis : axes)
    c.check(axis.out > 0 && axis.scale > 0 && axis.out <= 65536,
            "resizes " + std::to_string(axis.in) + " elements to " + std::to_string(axis.out) + ", which is not supported");
  if (isPyTorchs(rule, axes)) {
    const std::string mode = rule.mode == "linear" ? "bilinear" : "nearest";
    return c.set(
        0, c.add("resize", {x}, {{"size", Ints{axes[2].out, axes[3].out}}, {"mode", mode}, {"align_corners", rule.coordinates == "align_corners"}}));
  }
  const bool crops = rule.coordinates == "tf_crop_and_resize";
  c.check(!crops || rule.roi.size() == 2 * axes.size(), "crops to a region of " + std::to_string(rule.roi.size()) + " numbers");
  ValueId y = x;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    const double from = crops ? rule.roi[d] : 0, to = crops ? rule.roi[axes.size() + d] : 1;
    if (axes[d].in == axes[d].out && axes[d].scale == 1 && from == 0 && to == 1) continue;
    const Weights w = weightsAlong(c, rule, axes[d], from, to);
    if (std::find(w.inside.begin(), w.inside.end(), 1.0F) == w.inside.end()) {
      Shape outside = c.shape(y);
      outside[d] = axes[d].out;
      y = c.add("fill", {}, {{"shape", std::move(outside)}, {"value", rule.outside}});
      continue;
    }
    y = weightedAlong(c, y, d, w.taps, "resize " + std::to_string(d));
    if (std::find(w.inside.begin(), w.inside.end(), 0.0F) == w.inside.end()) continue;
    y = where(c, tableAlong(c, axes.size(), d, w.inside, "inside " + std::to_string(d)), y, c.scalar(rule.outside));
  }
  c.set(0, y);
}

// Converts a number of elements, computed with a factor of the file, to an integer; refuses a negative or a huge one.
std::int64_t elementsOf(const Context& c, double elements) {
  c.check(elements >= 0 && elements < 1e12, "resizes to " + text::exact(elements) + " elements");
  return static_cast<std::int64_t>(elements);
}

std::vector<Axis> byScales(const Context& c, const Shape& s, const Reals& scales) {
  c.check(scales.size() == s.size(), "has " + std::to_string(scales.size()) + " factors for " + std::to_string(s.size()) + " dimensions");
  std::vector<Axis> axes;
  for (std::size_t d = 0; d < s.size(); ++d) axes.push_back({s[d], elementsOf(c, std::floor(elementsBy(scales[d], s[d]))), scales[d]});
  return axes;
}

void resize(Context& c) {
  const Shape s = c.shape(c.value(0));
  Rule rule;
  rule.mode = c.text("mode", "nearest");
  if (c.opset() < 11) {
    // As in the standard's own examples of opset 10: positions are rounded up if the image shrinks, down if it grows.
    rule.nearest = "outer";
    return resizeTo(c, rule, byScales(c, s, c.constantReals(1)));
  }
  rule.coordinates = c.text("coordinate_transformation_mode", "half_pixel");
  rule.nearest = c.text("nearest_mode", "round_prefer_floor");
  c.check(rule.nearest != "outer", "has the nearest_mode outer, which is not supported");
  rule.cubic = c.real("cubic_coeff_a", -0.75);
  rule.outside = c.real("extrapolation_value", 0);
  rule.antialias = c.integer("antialias", 0) != 0;
  rule.excludeOutside = c.integer("exclude_outside", 0) != 0;
  // From opset 18 on the factors or sizes may be for some dimensions only; the others do not change.
  Ints named = c.ints("axes");
  if (named.empty())
    for (std::size_t d = 0; d < s.size(); ++d) named.push_back(static_cast<std::int64_t>(d));
  for (std::int64_t& axis : named) axis = axisOf(c, axis, s.size());
  if (rule.coordinates == "tf_crop_and_resize") {
    const Reals given = c.constantReals(1);
    c.check(given.size() == 2 * named.size(), "crops to a region of " + std::to_string(given.size()) + " numbers");
    rule.roi.assign(s.size(), 0);
    rule.roi.resize(2 * s.size(), 1);
    for (std::size_t i = 0; i < named.size(); ++i) {
      rule.roi[static_cast<std::size_t>(named[i])] = given[i];
      rule.roi[s.size() + static_cast<std::size_t>(named[i])] = given[named.size() + i];
    }
  }
  if (!c.has(3)) {
    const Reals given = c.constantReals(2);
    c.check(given.size() == named.size(), "has not as many factors as axes");
    Reals scales(s.size(), 1);
    for (std::size_t i = 0; i < named.size(); ++i) scales[static_cast<std::size_t>(named[i])] = given[i];
    return resizeTo(c, rule, byScales(c, s, scales));
  }
  const Ints sizes = c.constantInts(3);
  c.check(!named.empty() && sizes.size() == named.size(), "has not as many sizes as axes");
  checkSizes(c, "sizes", sizes, 1);
  std::vector<Axis> axes;
  for (const std::int64_t in : s) axes.push_back({in, in, 1});
  Reals factors;
  for (std::size_t i = 0; i < named.size(); ++i) {
    Axis& axis = axes[static_cast<std::size_t>(named[i])];
    axis.out = sizes[i];
    axis.scale = static_cast<double>(sizes[i]) / static_cast<double>(axis.in);
    factors.push_back(axis.scale);
  }
  const std::string policy = c.text("keep_aspect_ratio_policy", "stretch");
  c.check(policy == "stretch" || policy == "not_larger" || policy == "not_smaller", "has the keep_aspect_ratio_policy " + policy);
  if (policy != "stretch") {
    const double scale =
        policy == "not_larger" ? *std::min_element(factors.begin(), factors.end()) : *std::max_element(factors.begin(), factors.end());
    for (const std::int64_t d : named) {
      Axis& axis = axes[static_cast<std::size_t>(d)];
      axis.scale = scale;
      axis.out = elementsOf(c, std::round(elementsBy(scale, axis.in)));
    }
  }
  resizeTo(c, rule, axes);
}

void upsample(Context& c) {
  Rule rule;
  rule.mode = c.text("mode", "nearest");
  Reals scales;
  if (c.opset() >= 9) {
    scales = c.constantReals(1);
  } else if (const auto it = c.node->attributes.find("scales"); it != c.node->attributes.end()) {
    scales.assign(it->second.floats.begin(), it->second.floats.end());
    c.check(std::all_of(scales.begin(), scales.end(), [](double s) { return std::isfinite(s); }), "has scales that are not numbers");
  }
  resizeTo(c, rule, byScales(c, c.shape(c.value(0)), scales));
}

}  // namespace

std::span<const Converter> resizeConverters() {
  static const Converter table[] = {{"Resize", 10, resize}, {"Upsample", 7, upsample}};
  return table;
}

}  // namespace stepscope::onnx
