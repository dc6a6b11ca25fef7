#include "core/base/shape.h"

#include "core/base/error.h"

namespace stepscope {

std::int64_t numel(const Shape& shape) {
  std::int64_t count = 1;
  for (std::int64_t dim : shape) {
    if (dim < 0) throw Error(ErrorKind::Input, "shape " + toString(shape), "a dimension is negative");
    if (__builtin_mul_overflow(count, dim, &count) || count > (std::int64_t{1} << 62))
      throw Error(ErrorKind::Input, "shape " + toString(shape), "the tensor is too large to address");
  }
  return count;
}

std::string toString(const Shape& shape) {
  if (shape.empty()) return "scalar";
  std::string text;
  for (std::int64_t dim : shape) {
    if (!text.empty()) text += 'x';
    text += std::to_string(dim);
  }
  return text;
}

}  // namespace stepscope
