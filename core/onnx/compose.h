// Combinations of graph ops that several converters use.
#pragma once

#include "core/onnx/converter.h"

namespace stepscope::onnx {

ValueId plus(Context& c, ValueId a, ValueId b);
ValueId minus(Context& c, ValueId a, ValueId b);
ValueId times(Context& c, ValueId x, double factor);
ValueId absolute(Context& c, ValueId x);
ValueId logicalNot(Context& c, ValueId a);                           // of 0 and 1
ValueId where(Context& c, ValueId condition, ValueId a, ValueId b);  // elements that are not selected may be NaN or infinite
ValueId truncated(Context& c, ValueId x);                            // rounds towards 0
// If `type` is an integer type of 8 or 16 bits, x wrapped around into its range; otherwise x.
ValueId wrapped(Context& c, ValueId x, int type);
// x converted from one ONNX type to another: rounded for the 16-bit floats, truncated for integers, 0 and 1 for booleans.
ValueId castTo(Context& c, ValueId x, int from, int to);
// A constant tensor made by the importer, not trained.
ValueId ownTable(Context& c, const std::string& name, Shape shape, std::vector<float> values);
// Elements of one dimension by indices known at import time: y[..., j, ...] = x[..., at[j], ...].
ValueId takenAlong(Context& c, ValueId x, std::size_t axis, const std::vector<std::int64_t>& at);
// Weighted sums of elements along one dimension: y[..., j, ...] = sum over k of taps[k].weight[j] * x[..., taps[k].at[j], ...]. Elements with weight
// 0 are left out, since 0 times infinity would be NaN.
struct Tap {
  std::vector<std::int64_t> at;
  std::vector<float> weight;
};
ValueId weightedAlong(Context& c, ValueId x, std::size_t axis, const std::vector<Tap>& taps, const std::string& name);
// A constant with one number per index of dimension `axis`. It has `rank` dimensions; the others have size 1.
ValueId tableAlong(Context& c, std::size_t rank, std::size_t axis, std::vector<float> values, const std::string& name);
// x with before[d] elements in front of dimension d and after[d] behind it, all equal to `value`.
ValueId padded(Context& c, ValueId x, std::vector<std::int64_t> before, std::vector<std::int64_t> after, double value);
// 0, 1, 2, ... along one of `rank` dimensions; the others have size 1.
ValueId placesAlong(Context& c, std::size_t rank, std::size_t axis, std::int64_t length);
// Converts indices of a dimension, where negative ones count from its end.
ValueId fromStart(Context& c, ValueId at, std::int64_t length);
// Elements start, start + step, ... below `end` of one dimension.
ValueId part(Context& c, ValueId x, std::size_t axis, std::int64_t start, std::int64_t end, std::int64_t step = 1);

}  // namespace stepscope::onnx
