// The two halves of TrivialAugment, apart for tests: what is drawn, and what it does.
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

// strength: a slope (shear), pixels (translate), degrees (rotate), the factor minus 1 (brightness to sharpness), bits that are dropped (posterize),
// 1 minus the threshold (solarize); else 0.
struct TrivialDraw {
  TrivialOp op;
  double strength;
};

TrivialDraw drawTrivial(PhiloxStream& random);
// view.values: pixels in [0, 1]; view.memory: at least as many floats.
void applyTrivial(const TrivialDraw& draw, SampleView& view);

}  // namespace stepscope
