// How many samples of a group, such as a class, are kept for validation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace stepscope {

// round(share * count), but at least one stays for training, and of two or more at least one goes where the share is above zero.
inline std::int64_t validationCount(std::int64_t count, double share) {
  if (count <= 0) return 0;
  const std::int64_t least = share > 0 && count > 1 ? 1 : 0;
  return std::clamp<std::int64_t>(std::llround(share * static_cast<double>(count)), least, count - 1);
}

}  // namespace stepscope
