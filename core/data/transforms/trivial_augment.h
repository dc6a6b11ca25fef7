// TrivialAugment in two steps, so that tests can call each: drawing an operation, and applying it.
#pragma once

#include "core/base/philox.h"
#include "core/data/sample_view.h"

namespace stepscope {

enum class TrivialOp {
  Identity,
  ShearX,
  ShearY,
  TranslateX,
  TranslateY,
  Rotate,
  Brightness,
  Color,
  Contrast,
  Sharpness,
  Posterize,
  Solarize,
  AutoContrast,
  Equalize,
};

// `strength`: a slope (shear), pixels (translate), degrees (rotate), the factor minus 1 (brightness, colour, contrast, sharpness), bits that are
// dropped (posterize), 1 minus the threshold (solarize); 0 for the other operations.
struct TrivialDraw {
  TrivialOp op;
  double strength;
};

TrivialDraw drawTrivial(PhiloxStream& random);
// Changes view.values, pixels in [0, 1]. view.memory must hold at least as many floats.
void applyTrivial(const TrivialDraw& draw, SampleView& view);

}  // namespace stepscope
