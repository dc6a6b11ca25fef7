// How integers of a tensor represent real numbers: real = scale * (stored - zero point), as in ONNX's QuantizeLinear.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/dtype.h"
#include "core/base/shape.h"

namespace stepscope {

struct Quantization {
  std::vector<float> scale{};             // empty: not quantized; one for the tensor, or one for every index of `axis`
  std::vector<std::int32_t> zeroPoint{};  // as many as there are scales
  std::int64_t axis = -1;                 // -1: one scale for the whole tensor

  bool any() const { return !scale.empty(); }
  bool perAxis() const { return axis >= 0; }
  bool operator==(const Quantization&) const = default;
};

// Throws Error (Input) with the name of the tensor unless this holds: only i8, u8 and i32 can be quantized (i32 with zero point 0); scales are
// positive, one for each index.
void checkQuantization(const std::string& name, DType dtype, const Shape& shape, const Quantization& quantization);

// The scales of a tensor with `count` indices along the axis, whose index i is index from(i) of the given one. A scale for the whole tensor does not
// change.
Quantization gathered(const Quantization& quantization, std::int64_t count, const std::function<std::int64_t(std::int64_t)>& from);
// The scales of the same elements in another shape. The result has no axis if the axis of the scales was merged or split, which callers must refuse.
Quantization reshaped(const Quantization& quantization, const Shape& from, const Shape& to);

}  // namespace stepscope
