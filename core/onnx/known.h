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

// Whether the operand is known at import time and not trained; the operand as numbers, if so.
bool isKnown(const Context& c, std::size_t i);
std::optional<Known> known(Context& c, std::size_t i);
Tensor tensorOf(const Known& known);
// Sets the output to these numbers; refuses invalid integers, and those that a double cannot represent.
void setKnown(Context& c, std::size_t output, const Known& known);

// Sets output 0 to f of the first `count` operands, element by element with broadcasting, if all are known; false if one is not. type: of the result;
// 0: that of the first operand.
bool fold(Context& c, std::size_t count, int type, const std::function<double(const double*)>& f);

// Sets output 0 to elements of operand 0 in a new shape, if it is known: source returns the element for a position.
bool foldMoved(Context& c, const Shape& shape, const std::function<std::int64_t(std::span<const std::int64_t> place)>& source);

// Sets output 0 to f of the elements of operand 0 along these dimensions, in row-major order, if they are known and there are any.
bool foldAlong(Context& c, const std::vector<std::int64_t>& axes, bool keep, const std::function<double(const std::vector<double>&)>& f);

// The broadcast shape of the second operand: before opset 7 it began at an axis of the first one.
Shape aligned(const Context& c, const Shape& first, Shape second);
// The shape that both broadcast to (NumPy's rules); refuses shapes that do not match.
Shape broadcast(const Context& c, const Shape& a, const Shape& b);

// A number after a cast to the type: rounded for 16-bit floats, truncated for integers, wrapped around in an integer with few bits.
double asType(double value, int type);

}  // namespace stepscope::onnx
