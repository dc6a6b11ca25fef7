// Values known at import time: shapes, scales, masks of a fixed size. Operators on such values are computed at once, so that their results are known
// too.
#pragma once

#include <functional>

#include "core/onnx/converter.h"

namespace stepscope::onnx {

struct Known {
  Shape shape;
  int type = kFloat;
  std::vector<double> values;
};

// Bytes of memory per known number while it is computed: as a double, in the file's type, and the reserve of vectors.
inline constexpr std::int64_t kBytesOfKnown = 24;

// Whether the operand is known at import time and not trained. An operand with an integer beyond 2^53 counts as unknown, since a double cannot hold
// it.
bool isKnown(const Context& c, std::size_t i);
// The numbers of the operand; empty if isKnown is false.
std::optional<Known> known(Context& c, std::size_t i);
Tensor tensorOf(const Known& known);
// Sets the output to these numbers. Refuses NaN, infinities and numbers beyond 2^53 in an integer type.
void setKnown(Context& c, std::size_t output, const Known& known);

// If the first `count` operands are known, sets output 0 to f of them, element by element with broadcasting. Otherwise returns false. `type` is the
// type of the result; 0 stands for that of the first operand.
bool fold(Context& c, std::size_t count, int type, const std::function<double(const double*)>& f);

// If operand 0 is known, sets output 0 to a tensor of `shape` whose element at `place` is operand 0's element at index source(place). Otherwise
// returns false.
bool foldMoved(Context& c, const Shape& shape, const std::function<std::int64_t(std::span<const std::int64_t> place)>& source);

// If operand 0 is known and has elements, sets output 0 to its reduction over the dimensions `axes`: f gets the elements of each group in row-major
// order. With `keep` the reduced dimensions stay, with size 1. Otherwise returns false.
bool foldAlong(Context& c, const std::vector<std::int64_t>& axes, bool keep, const std::function<double(const std::vector<double>&)>& f);

// The shape of the second operand for broadcasting. Before opset 7 the attribute axis gave the dimension of the first operand at which it begins;
// then dimensions of size 1 are added at its end.
Shape aligned(const Context& c, const Shape& first, Shape second);
// The shape that both broadcast to (NumPy's rules); refuses shapes that do not match.
Shape broadcast(const Context& c, const Shape& a, const Shape& b);

// A number after a cast to the type: rounded for 16-bit floats, truncated for integers, wrapped around for integers of 8 or 16 bits.
double asType(double value, int type);

}  // namespace stepscope::onnx
