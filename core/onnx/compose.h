// Nodes that several converters put together from the ops of the graph.
#pragma once

#include "core/onnx/converter.h"

namespace stepscope::onnx {

ValueId plus(Context& c, ValueId a, ValueId b);
ValueId minus(Context& c, ValueId a, ValueId b);
ValueId times(Context& c, ValueId x, double factor);
ValueId absolute(Context& c, ValueId x);
ValueId logicalNot(Context& c, ValueId a);                           // of 0 and 1
ValueId where(Context& c, ValueId condition, ValueId a, ValueId b);  // what is not chosen may be NaN or infinite
ValueId truncated(Context& c, ValueId x);                            // toward zero
// A result of narrow whole numbers as those types have it, wrapped around; others as they are.
ValueId wrapped(Context& c, ValueId x, int type);
// As the ONNX type has it: rounded for the 16-bit floats, toward zero for whole numbers, 0 and 1 for booleans.
ValueId castTo(Context& c, ValueId x, int from, int to);
// A tensor of the importer's own making, which nobody trains.
ValueId ownTable(Context& c, const std::string& name, Shape shape, std::vector<float> values);
// Elements of one dimension by places known before the run: y[..., j, ...] = x[..., at[j], ...].
ValueId takenAlong(Context& c, ValueId x, std::size_t axis, const std::vector<std::int64_t>& at);
// Weighted elements of one dimension: y[..., j, ...] = sum over k of weight[k][j] * x[..., at[k][j], ...]. What has the weight 0 is not
// read: 0 times an infinity would be no number.
struct Tap {
  std::vector<std::int64_t> at;
  std::vector<float> weight;
};
ValueId weightedAlong(Context& c, ValueId x, std::size_t axis, const std::vector<Tap>& taps, const std::string& name);
// Numbers of a table, one a place of a dimension, as a factor for tensors of this rank.
ValueId tableAlong(Context& c, std::size_t rank, std::size_t axis, std::vector<float> values, const std::string& name);
// Numbers added around x, before and after each dimension.
ValueId padded(Context& c, ValueId x, std::vector<std::int64_t> before, std::vector<std::int64_t> after, double value);
// 0, 1, 2, ... along one of `rank` dimensions, the others 1.
ValueId placesAlong(Context& c, std::size_t rank, std::size_t axis, std::int64_t length);
// Numbers of places of a dimension, where negative ones count from its end.
ValueId fromStart(Context& c, ValueId at, std::int64_t length);
// Elements start, start + step, ... of one dimension.
ValueId part(Context& c, ValueId x, std::size_t axis, std::int64_t start, std::int64_t end, std::int64_t step = 1);

}  // namespace stepscope::onnx
