// Height and width of a window or an image; one number means both.
#pragma once

#include <cstdint>

namespace stepscope {

struct Extent {
  constexpr Extent(std::int64_t both) : h(both), w(both) {}
  constexpr Extent(std::int64_t height, std::int64_t width) : h(height), w(width) {}
  std::int64_t h, w;
};

}  // namespace stepscope
