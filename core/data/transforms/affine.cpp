#include "core/data/transforms/affine.h"

#include <cmath>
#include <numbers>

namespace stepscope {

AffineMap inverseOf(const AffineChange& change) {
  const auto radians = [](double degrees) { return degrees * std::numbers::pi / 180; };
  const double angle = radians(change.angle), sx = radians(change.shearX), sy = radians(change.shearY);
  // The matrix of rotation and shear is [a b; c d]. Its determinant is 1, so its inverse is [d -b; -c a].
  const double a = std::cos(angle - sy) / std::cos(sy), b = -std::cos(angle - sy) * std::tan(sx) / std::cos(sy) - std::sin(angle),
               c = std::sin(angle - sy) / std::cos(sy), d = -std::sin(angle - sy) * std::tan(sx) / std::cos(sy) + std::cos(angle);
  AffineMap map{{d / change.scale, -b / change.scale, 0, -c / change.scale, a / change.scale, 0}};
  const double x = -change.centreX - change.translateX, y = -change.centreY - change.translateY;
  map.m[2] = map.m[0] * x + map.m[1] * y + change.centreX;
  map.m[5] = map.m[3] * x + map.m[4] * y + change.centreY;
  return map;
}

void resample(const PixelShape& shape, std::span<const float> in, const AffineMap& map, Interpolation interpolation, std::span<const float> outside,
              std::span<float> out) {
  const std::int64_t height = shape.height, width = shape.width, plane = height * width;
  const double middleX = static_cast<double>(width - 1) / 2, middleY = static_cast<double>(height - 1) / 2;
  const auto inside = [&](std::int64_t y, std::int64_t x) { return y >= 0 && y < height && x >= 0 && x < width; };
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x) {
      const double fromX = static_cast<double>(x) - middleX, fromY = static_cast<double>(y) - middleY;
      const double sourceX = map.m[0] * fromX + map.m[1] * fromY + map.m[2] + middleX,
                   sourceY = map.m[3] * fromX + map.m[4] * fromY + map.m[5] + middleY;
      if (interpolation == Interpolation::Nearest) {
        const auto nearX = static_cast<std::int64_t>(std::nearbyint(sourceX)), nearY = static_cast<std::int64_t>(std::nearbyint(sourceY));
        for (std::int64_t c = 0; c < shape.channels; ++c)
          out[static_cast<std::size_t>(c * plane + y * width + x)] =
              inside(nearY, nearX) ? in[static_cast<std::size_t>(c * plane + nearY * width + nearX)] : outside[static_cast<std::size_t>(c)];
        continue;
      }
      const double floorX = std::floor(sourceX), floorY = std::floor(sourceY);
      const auto left = static_cast<std::int64_t>(floorX), top = static_cast<std::int64_t>(floorY);
      const auto right = static_cast<float>(sourceX - floorX), lower = static_cast<float>(sourceY - floorY);
      for (std::int64_t c = 0; c < shape.channels; ++c) {
        const auto pixel = [&](std::int64_t py, std::int64_t px) {
          return inside(py, px) ? in[static_cast<std::size_t>(c * plane + py * width + px)] : outside[static_cast<std::size_t>(c)];
        };
        const float upperRow = pixel(top, left) * (1 - right) + pixel(top, left + 1) * right,
                    lowerRow = pixel(top + 1, left) * (1 - right) + pixel(top + 1, left + 1) * right;
        out[static_cast<std::size_t>(c * plane + y * width + x)] = upperRow * (1 - lower) + lowerRow * lower;
      }
    }
}

}  // namespace stepscope
