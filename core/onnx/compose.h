// Combinations of graph ops that several converters use.
#pragma once

#include "core/onnx/converter.h"

namespace stepscope::onnx {

ValueId plus(Context& c, ValueId a, ValueId b);
ValueId minus(Context& c, ValueId a, ValueId b);
ValueId times(Context& c, ValueId x, double factor);
ValueId absolute(Context& c, ValueId x);
ValueId logicalNot(Context& c, ValueId a);                           // of 0 and 1
ValueId where(Context& c, ValueId condition, ValueId a, ValueId b);  // what is not chosen may be NaN or infinite
ValueId truncated(Context& c, ValueId x);                            // elements that are not selected may be NaN or infinite
// The result of an integer type with few bits, wrapped around; other types are not changed.
ValueId wrapped(Context& c, ValueId x, int type);
// As the ONNX type: rounded for the 16-bit floats, truncated for integers, 0 and 1 for booleans.
ValueId castTo(Context& c, ValueId x, int from, int to);
// A constant tensor made by the importer, not trained.
ValueId ownTable(Context& c, const std::string& name, Shape shape, std::vector<float> values);
// Elements of one dimension by indices known at import time: y[..., j, ...] = x[..., at[j], ...].
ValueId takenAlong(Context& c, ValueId x, std::size_t axis, const std::vector<std::int64_t>& at);
// Weighted sums of elements along one dimension: y[..., j, ...] = sum over k of weight[k][j] * x[..., at[k][j], ...]. Elements with weight 0 are not
// read: 0 times infinity would be NaN.
struct Tap {
  std::vector<std::int64_t> at;
  std::vector<float> weight;
};
ValueId weightedAlong(Context& c, ValueId x, std::size_t axis, const std::vector<Tap>& taps, const std::string& name);
// One number per index of a dimension, as a factor for tensors of this rank.
ValueId tableAlong(Context& c, std::size_t rank, std::size_t axis, std::vector<float> values, const std::string& name);
// Numbers added around x, before and after each dimension.
ValueId padded(Context& c, ValueId x, std::vector<std::int64_t> before, std::vector<std::int64_t> after, double value);
// 0, 1, 2, ... along one of `rank` dimensions; the others have size 1.
ValueId placesAlong(Context& c, std::size_t rank, std::size_t axis, std::int64_t length);
// Converts indices of a dimension, where negative ones count from its end.
ValueId fromStart(Context& c, ValueId at, std::int64_t length);
// Elements start, start + step, ... of one dimension.
ValueId part(Context& c, ValueId x, std::size_t axis, std::int64_t start, std::int64_t end, std::int64_t step = 1);

}  // namespace stepscope::onnx
