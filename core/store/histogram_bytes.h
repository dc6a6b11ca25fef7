// A histogram as the bytes of a row: the numbers in the order of the struct, little-endian.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/histogram.h"

namespace stepscope {

std::vector<std::byte> packHistogram(const Histogram& histogram);
std::optional<Histogram> unpackHistogram(std::span<const std::byte> bytes);  // nothing when they are not as many as there must be

}  // namespace stepscope
