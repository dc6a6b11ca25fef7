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

// The operand as numbers, where it does not depend on the run and nobody trains it.
std::optional<Known> known(const Context& c, std::size_t i);
Tensor tensorOf(const Known& known);

// Sets output 0 to f of the first `count` operands, element by element with broadcasting, where all are known; false where one is not.
// type: of the result; 0: that of the first operand.
bool fold(Context& c, std::size_t count, int type, const std::function<double(const double*)>& f);

// Sets output 0 to elements of operand 0 in a new shape, where it is known: source says which element stands at a place.
bool foldMoved(Context& c, const Shape& shape, const std::function<std::int64_t(std::span<const std::int64_t> place)>& source);

// The shape that both have together (NumPy's broadcasting); refuses shapes that do not fit.
Shape broadcast(const Context& c, const Shape& a, const Shape& b);

// A number of the type, as a cast gives it: toward zero, wrapped around where it does not fit a narrow type.
double asType(double value, int type);

}  // namespace stepscope::onnx
