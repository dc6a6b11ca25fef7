// Rotation, translation, scaling and shear of one image, planar (C, H, W) floats: torchvision.transforms.functional.affine and rotate on tensors.
#pragma once

#include <span>

#include "core/data/sample_view.h"

namespace stepscope {

struct AffineChange {
  double angle = 0;                       // degrees, clockwise
  double translateX = 0, translateY = 0;  // pixels, to the right and down
  double scale = 1;
  double shearX = 0, shearY = 0;    // degrees
  double centreX = 0, centreY = 0;  // of rotation, scaling and shear; pixels from the middle of the image
};

// Maps an output pixel (x, y) to its place in the source: x' = m[0] x + m[1] y + m[2], y' = m[3] x + m[4] y + m[5], all measured from the middle of
// the image.
struct AffineMap {
  double m[6];
};
AffineMap inverseOf(const AffineChange& change);

enum class Interpolation { Nearest, Bilinear };

// `in`, `out`: shape.bytes() values each, not the same memory. `outside`: the value of each channel outside of the source.
void resample(const PixelShape& shape, std::span<const float> in, const AffineMap& map, Interpolation interpolation, std::span<const float> outside,
              std::span<float> out);

}  // namespace stepscope
