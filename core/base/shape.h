// Tensor shape: logical dimensions, outermost first (N, C, H, W for images; N, K for rows). An empty shape is a scalar.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

using Shape = std::vector<std::int64_t>;

// Product of the dimensions; throws Error (Input) when it does not fit in 62 bits or a dimension is negative.
std::int64_t numel(const Shape& shape);

// "64x3x32x32"; "scalar" for an empty shape.
std::string toString(const Shape& shape);

}  // namespace stepscope
