// Row-major indices of tensors whose dimensions are partly 1 or partly gone. Private to tests/dev/reference.
#pragma once

#include <cstddef>

#include "core/base/shape.h"

namespace stepscope::reference {

// Where element `e` of `whole` (row-major) lies in `part`, whose shape is aligned at the last dimension and repeated where it is 1.
inline std::size_t broadcastIndex(std::size_t e, const Shape& whole, const Shape& part) {
  std::size_t index = 0, step = 1;
  for (std::size_t back = 1; back <= whole.size(); ++back) {
    const auto size = static_cast<std::size_t>(whole[whole.size() - back]);
    const std::size_t at = e % size;
    e /= size;
    if (back > part.size()) continue;
    const auto own = static_cast<std::size_t>(part[part.size() - back]);
    if (own > 1) index += at * step;
    step *= own;
  }
  return index;
}

}  // namespace stepscope::reference
