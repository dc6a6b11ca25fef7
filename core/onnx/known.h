// What is known while importing: shapes, scales, masks of a fixed size. Operators on such numbers are computed at once, so that what is
// made of them is known too.
#pragma once

#include <functional>

#include "core/onnx/converter.h"

namespace stepscope::onnx {

struct Known {
  Shape shape;
  int type = kFloat;
  std::vector<double> values;
};

// Bytes that one known number takes while it is computed: as a double, as the file's type, and what the vectors keep in reserve.
inline constexpr std::int64_t kBytesOfKnown = 24;

// Whether the operand does not depend on the run and nobody trains it; the operand as numbers, where that is so.
bool isKnown(const Context& c, std::size_t i);
std::optional<Known> known(Context& c, std::size_t i);
Tensor tensorOf(const Known& known);
// Sets the output to these numbers; refuses whole ones that are none or that a double cannot count.
void setKnown(Context& c, std::size_t output, const Known& known);

// Sets output 0 to f of the first `count` operands, element by element with broadcasting, where all are known; false where one is not.
// type: of the result; 0: that of the first operand.
bool fold(Context& c, std::size_t count, int type, const std::function<double(const double*)>& f);

// Sets output 0 to elements of operand 0 in a new shape, where it is known: source says which element stands at a place.
bool foldMoved(Context& c, const Shape& shape, const std::function<std::int64_t(std::span<const std::int64_t> place)>& source);

// Sets output 0 to f of the elements of operand 0 along these dimensions, in row-major order, where they are known and there are any.
bool foldAlong(Context& c, const std::vector<std::int64_t>& axes, bool keep, const std::function<double(const std::vector<double>&)>& f);

// The shape of the second operand as it is broadcast: before opset 7 that began at an axis of the first one.
Shape aligned(const Context& c, const Shape& first, Shape second);
// The shape that both have together (NumPy's broadcasting); refuses shapes that do not fit.
Shape broadcast(const Context& c, const Shape& a, const Shape& b);

// A number of the type, as a cast gives it: rounded for 16-bit floats, toward zero for whole numbers, wrapped around in a narrow type.
double asType(double value, int type);

}  // namespace stepscope::onnx
