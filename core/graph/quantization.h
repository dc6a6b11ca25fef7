// How the whole numbers of a tensor stand for real ones: real = scale * (stored - zero point), as ONNX's QuantizeLinear has it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/dtype.h"
#include "core/base/shape.h"

namespace stepscope {

struct Quantization {
  std::vector<float> scale{};             // empty: the numbers stand for themselves; one for the tensor, or one for every index of `axis`
  std::vector<std::int32_t> zeroPoint{};  // as many
  std::int64_t axis = -1;                 // -1: one scale for the whole tensor

  bool any() const { return !scale.empty(); }
  bool perAxis() const { return axis >= 0; }
  bool operator==(const Quantization&) const = default;
};

// Throws Error (Input) naming the tensor: only i8, u8 and i32 are quantized, i32 about zero; scales are positive and as many as they must be.
void checkQuantization(const std::string& name, DType dtype, const Shape& shape, const Quantization& quantization);

// Of a tensor whose index i along the axis is index `from(i)` of the given one, which has `count` of them: per tensor it stays.
Quantization gathered(const Quantization& quantization, std::int64_t count, const std::function<std::int64_t(std::int64_t)>& from);
// The same elements in another shape. Without an axis where the scales' own is joined with another or split: callers refuse that.
Quantization reshaped(const Quantization& quantization, const Shape& from, const Shape& to);

}  // namespace stepscope
