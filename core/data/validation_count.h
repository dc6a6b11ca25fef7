// The number of validation samples in a group, such as a class.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace stepscope {

// round(share * count), but at least one stays for training, and in a group of two or more at least one is taken if share is above zero.
inline std::int64_t validationCount(std::int64_t count, double share) {
  if (count <= 0) return 0;
  const std::int64_t least = share > 0 && count > 1 ? 1 : 0;
  return std::clamp<std::int64_t>(std::llround(share * static_cast<double>(count)), least, count - 1);
}

}  // namespace stepscope
