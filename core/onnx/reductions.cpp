// Reductions over dimensions. The axes are an input from opset 18 on (for sums from 13 on), and an attribute before.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/onnx/compose.h"
#include "core/onnx/known.h"

namespace stepscope::onnx {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Axes {
  std::vector<std::int64_t> axes;
  bool keep = true, nothing = false;  // nothing: there are no axes, and that means no reduction
};

Axes axesOf(const Context& c, std::size_t rank, bool isSum) {
  Axes a;
  a.keep = c.integer("keepdims", 1) != 0;
  const bool asInput = c.opset() >= (isSum ? 13 : 18);
  a.axes = onnx::axesOf(c, asInput ? (c.has(1) ? c.constantInts(1) : std::vector<std::int64_t>{}) : c.ints("axes"), rank);
  if (a.axes.empty()) {
    a.nothing = c.integer("noop_with_empty_axes", 0) != 0 || rank == 0;
    a.axes.resize(rank);
    std::iota(a.axes.begin(), a.axes.end(), 0);
  }
  return a;
}

// If operand 0 is known and has no elements, sets output 0 to `empty` everywhere (for sums 0, for maxima -infinity) and returns true.
bool reducedNothing(Context& c, double empty, bool isSum = false) {
  if (!isKnown(c, 0) || c.constant(0).count() > 0) return false;
  const Shape shape = c.constant(0).shape;
  const Axes a = axesOf(c, shape.size(), isSum);
  Known result{{}, c.type(0), {}};
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const bool reduced = !a.nothing && std::binary_search(a.axes.begin(), a.axes.end(), static_cast<std::int64_t>(d));
    if (!reduced || a.keep) result.shape.push_back(reduced ? 1 : shape[d]);
  }
  c.spend(sizeof(double), {numel(result.shape)});
  result.values.assign(static_cast<std::size_t>(numel(result.shape)), empty);
  setKnown(c, 0, result);
  return true;
}

// If operand 0 is known and of an integer type or double, reduces it at once, in f64, and returns true.
bool reducedKnown(Context& c, bool isSum, double (*f)(const std::vector<double>&)) {
  if (!isKnown(c, 0) || !(isWhole(c.type(0)) || c.type(0) == kDouble)) return false;
  const Axes a = axesOf(c, c.constant(0).shape.size(), isSum);
  if (!a.nothing) return foldAlong(c, a.axes, a.keep, f);
  c.setConstant(0, c.constant(0));
  return true;
}
double sumOf(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0);
}
double meanOf(const std::vector<double>& v) {
  return sumOf(v) / static_cast<double>(v.size());
}
double maximumOf(const std::vector<double>& v) {
  double most = v[0];
  for (const double x : v)
    if (std::isnan(x) || x > most) most = x;
  return most;
}
double logSumExpOf(const std::vector<double>& v) {
  const double greatest = maximumOf(v), most = std::isfinite(greatest) ? greatest : 0;
  double sum = 0;
  for (const double x : v) sum += std::exp(x - most);
  return most + std::log(sum);
}

ValueId reduce(Context& c, const char* op, ValueId x, const Axes& a) {
  if (a.nothing) return x;
  return c.add(op, {x}, {{"axes", a.axes}, {"keepdim", a.keep}});
}

// The mean of integers is an integer too: it is truncated, as in ONNX Runtime.
ValueId ofTheType(Context& c, ValueId y) {
  return isWhole(c.type(0)) ? wrapped(c, truncated(c, y), c.type(0)) : y;
}

template <const char* const& op>
void plain(Context& c) {
  const bool isSum = std::string_view(op) == "sum", isMax = std::string_view(op) == "max";
  if (reducedNothing(c, isMax ? -kInfinity : isSum ? 0 : std::nan(""), isSum)) return;
  if (!(isWhole(c.type(0)) && !isSum && !isMax) && reducedKnown(c, isSum, isMax ? maximumOf : isSum ? sumOf : meanOf)) return;
  const ValueId x = c.value(0);
  const Axes a = axesOf(c, c.shape(x).size(), isSum);
  if (!isSum && !isMax && isWhole(c.type(0)) && !a.nothing) {
    // Sum first, divide last: both the sum and the truncated quotient are exact.
    std::int64_t count = 1;
    for (const std::int64_t axis : a.axes) count *= c.shape(x)[static_cast<std::size_t>(axis)];
    return c.set(0, ofTheType(c, c.add("div", {reduce(c, "sum", x, a), c.scalar(static_cast<double>(count))})));
  }
  c.set(0, reduce(c, op, x, a));
}
constexpr const char* kSum = "sum";
constexpr const char* kMean = "mean";
constexpr const char* kMax = "max";

void reduceMin(Context& c) {
  if (reducedNothing(c, kInfinity)) return;
  const ValueId x = c.value(0);
  c.set(0, c.add("neg", {reduce(c, "max", c.add("neg", {x}), axesOf(c, c.shape(x).size(), false))}));
}
void reduceL1(Context& c) {
  if (reducedNothing(c, 0)) return;
  const ValueId x = c.value(0);
  c.set(0, reduce(c, "sum", absolute(c, x), axesOf(c, c.shape(x).size(), false)));
}
ValueId sumOfSquares(Context& c) {
  const ValueId x = c.value(0);
  return reduce(c, "sum", c.add("mul", {x, x}), axesOf(c, c.shape(x).size(), false));
}
void reduceL2(Context& c) {
  if (reducedNothing(c, 0)) return;
  c.set(0, ofTheType(c, c.add("sqrt", {sumOfSquares(c)})));
}
void reduceSumSquare(Context& c) {
  if (reducedNothing(c, 0)) return;
  c.set(0, sumOfSquares(c));
}
void reduceLogSum(Context& c) {
  if (reducedNothing(c, -kInfinity)) return;
  const ValueId x = c.value(0);
  c.set(0, ofTheType(c, c.add("log", {reduce(c, "sum", x, axesOf(c, c.shape(x).size(), false))})));
}
// The maximum is subtracted first, so that no exponential overflows. An infinite maximum is not, because infinity minus itself is NaN.
void reduceLogSumExp(Context& c) {
  if (reducedNothing(c, -kInfinity) || (!isWhole(c.type(0)) && reducedKnown(c, false, logSumExpOf))) return;
  const ValueId x = c.value(0);
  Axes a = axesOf(c, c.shape(x).size(), false);
  if (a.nothing) return c.set(0, x);
  const bool keep = a.keep;
  a.keep = true;
  const ValueId greatest = reduce(c, "max", x, a);
  const ValueId isFinite = c.add("less", {absolute(c, greatest), c.scalar(kInfinity)});
  const ValueId most = c.add("select", {isFinite, greatest});
  const ValueId logs = c.add("log", {reduce(c, "sum", c.add("exp", {c.add("sub", {x, most})}), a)});
  const ValueId y = ofTheType(c, c.add("add", {most, logs}, {{"relu", false}}));
  Shape shape;
  for (std::size_t d = 0; d < c.shape(x).size(); ++d) {
    const bool reduced = std::binary_search(a.axes.begin(), a.axes.end(), static_cast<std::int64_t>(d));
    if (!reduced || keep) shape.push_back(reduced ? 1 : c.shape(x)[d]);
  }
  c.set(0, c.reshape(y, shape));
}

void cumulativeSumOfKnown(Context& c, const Extent& extent, bool exclusive, bool reverse) {
  Known k = known(c, 0).value();
  for (std::int64_t b = 0; b < extent.before; ++b) {
    for (std::int64_t a = 0; a < extent.after; ++a) {
      double sum = 0;
      for (std::int64_t i = 0; i < extent.length; ++i) {
        const std::int64_t at = reverse ? extent.length - 1 - i : i;
        double& value = k.values[static_cast<std::size_t>((b * extent.length + at) * extent.after + a)];
        const double before = sum;
        sum += value;
        value = exclusive ? before : sum;
      }
    }
  }
  setKnown(c, 0, k);
}

// In each step every element adds the one that is one, two, four, ... positions before it (Hillis and Steele 1986). Unlike in a product with a
// triangular matrix, nothing is multiplied by 0, which would give NaN for an infinity outside of the sum.
void cumulativeSum(Context& c) {
  const bool exclusive = c.integer("exclusive", 0) != 0, reverse = c.integer("reverse", 0) != 0;
  if (isKnown(c, 0)) {
    const Shape s = c.constant(0).shape;
    return cumulativeSumOfKnown(c, extentOf(s, onnx::axisOf(c, c.constantInt(1), s.size())), exclusive, reverse);
  }
  ValueId y = c.value(0);
  const Shape s = c.shape(y);
  const auto axis = static_cast<std::size_t>(onnx::axisOf(c, c.constantInt(1), s.size()));
  const std::int64_t length = s[axis];
  // x moved by `by` positions away from the start of the sum; zeros take their place.
  const auto moved = [&](ValueId x, std::int64_t by) {
    if (by >= length) return c.add("fill", {}, {{"shape", s}, {"value", 0.0}});
    std::vector<std::int64_t> before(s.size(), 0), after(s.size(), 0);
    (reverse ? after : before)[axis] = by;
    return padded(c, reverse ? part(c, x, axis, by, length) : part(c, x, axis, 0, length - by), std::move(before), std::move(after), 0);
  };
  if (exclusive) y = moved(y, 1);
  for (std::int64_t by = 1; by < length; by *= 2) y = plus(c, y, moved(y, by));
  c.set(0, y);
}

void argExtreme(Context& c, bool least) {
  ValueId x = c.value(0);
  const std::int64_t axis = onnx::axisOf(c, c.integer("axis", 0), c.shape(x).size());
  if (least) x = c.add("neg", {x});
  c.set(0, c.add("argmax", {x}, {{"axis", axis}, {"keepdim", c.integer("keepdims", 1) != 0}, {"last", c.integer("select_last_index", 0) != 0}}),
        kInt64);
}

// x / ||x||_p along one dimension; 0 where the norm is 0.
void lpNormalization(Context& c) {
  const ValueId x = c.value(0);
  const std::int64_t p = c.integer("p", 2);
  c.check(p == 1 || p == 2, "has the norm of p = " + std::to_string(p) + ", 1 or 2 is needed");
  const Attributes attrs{{"axes", std::vector<std::int64_t>{onnx::axisOf(c, c.integer("axis", -1), c.shape(x).size())}}, {"keepdim", true}};
  const ValueId sum = c.add("sum", {p == 1 ? absolute(c, x) : c.add("mul", {x, x})}, attrs);
  const ValueId norm = p == 1 ? sum : c.add("sqrt", {sum});
  c.set(0, c.add("div", {x, c.add("clamp", {norm}, {{"min", 1e-30}, {"max", 3.4028234663852886e38}})}));
}

// (x - mean) / (deviation + 1e-9), over batch and pixels by default. The epsilon is that of ONNX's own definition.
void meanVarianceNormalization(Context& c) {
  const ValueId x = c.value(0);
  std::vector<std::int64_t> axes = c.ints("axes");
  if (axes.empty()) axes = {0, 2, 3};
  for (std::int64_t& axis : axes) axis = onnx::axisOf(c, axis, c.shape(x).size());
  std::sort(axes.begin(), axes.end());
  const Attributes attrs{{"axes", axes}, {"keepdim", true}};
  const ValueId centred = c.add("sub", {x, c.add("mean", {x}, attrs)});
  const ValueId deviation = c.add("sqrt", {c.add("mean", {c.add("mul", {centred, centred})}, attrs)});
  c.set(0, c.add("div", {centred, c.add("add", {deviation, c.scalar(1e-9)}, {{"relu", false}})}));
}

}  // namespace

std::span<const Converter> reductionConverters() {
  static const Converter table[] = {
      {"ReduceSum", 1, plain<kSum>, true},
      {"ReduceMean", 1, plain<kMean>, true},
      {"ReduceMax", 1, plain<kMax>, true},
      {"ReduceMin", 1, reduceMin},
      {"ReduceL1", 1, reduceL1},
      {"ReduceL2", 1, reduceL2},
      {"ReduceSumSquare", 1, reduceSumSquare},
      {"ReduceLogSum", 1, reduceLogSum},
      {"ReduceLogSumExp", 1, reduceLogSumExp, true},
      {"CumSum", 11, cumulativeSum, true},
      {"ArgMax", 1, [](Context& c) { argExtreme(c, false); }},
      {"ArgMin", 1, [](Context& c) { argExtreme(c, true); }},
      {"LpNormalization", 1, lpNormalization},
      {"MeanVarianceNormalization", 9, meanVarianceNormalization},
  };
  return table;
}

}  // namespace stepscope::onnx
