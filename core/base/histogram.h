// Distribution of a tensor's values: 64 bins of equal width between its smallest and its largest finite value.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace stepscope {

struct Histogram {
  static constexpr std::size_t kBins = 64;
  double least = 0, most = 0;      // range of the finite values; both 0 when there are none
  double mean = 0, deviation = 0;  // mean and population standard deviation of the finite values
  std::int64_t count = 0;          // all values, also those that are not finite; padding is not counted
  std::int64_t zeros = 0, notFinite = 0;
  std::array<std::uint32_t, kBins> bins{};  // bin i holds [least + i width, least + (i + 1) width); the last one also `most`
  bool operator==(const Histogram&) const = default;
};

// `padding`: how many of the zeros among the values are padding and are not counted.
Histogram histogramOf(std::span<const float> values, std::int64_t padding = 0);

}  // namespace stepscope
