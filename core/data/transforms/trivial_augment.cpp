// One random operation of random strength per image: Mueller and Hutter 2021, TrivialAugment; torchvision TrivialAugmentWide with its operations,
// 31 strengths and nearest-neighbour sampling.
#include <cmath>
#include <numbers>

#include "core/data/transforms/affine.h"
#include "core/data/transforms/pixel_ops.h"
#include "core/data/transforms/transform_table.h"
#include "core/data/transforms/trivial_augment.h"

namespace stepscope {
namespace {

constexpr std::uint32_t kStrengths = 31;

void move(SampleView& view, const AffineChange& change) {
  const std::span<float> source = floatsOf(view.memory).first(view.values.size());
  std::copy(view.values.begin(), view.values.end(), source.begin());
  resample(view.sample, source, inverseOf(change), Interpolation::Nearest, view.outside, view.values);
}

// torchvision shears about the upper left corner.
void shear(SampleView& view, double x, double y) {
  const auto degrees = [](double slope) { return std::atan(slope) * 180 / std::numbers::pi; };
  AffineChange change;
  change.shearX = degrees(x);
  change.shearY = degrees(y);
  change.centreX = -static_cast<double>(view.sample.width) / 2;
  change.centreY = -static_cast<double>(view.sample.height) / 2;
  move(view, change);
}

float factorOf(double strength) {
  return static_cast<float>(1 + strength);
}

struct Operation {
  TrivialOp op;
  double most;  // strength of the last step; the first is 0
  bool eitherSign;
  void (*apply)(SampleView&, double strength);
};

const Operation kOperations[] = {
    {TrivialOp::Identity, 0, false, [](SampleView&, double) {}},
    {TrivialOp::ShearX, 0.99, true, [](SampleView& v, double s) { shear(v, s, 0); }},
    {TrivialOp::ShearY, 0.99, true, [](SampleView& v, double s) { shear(v, 0, s); }},
    {TrivialOp::TranslateX, 32, true, [](SampleView& v, double s) { move(v, {.translateX = std::trunc(s)}); }},
    {TrivialOp::TranslateY, 32, true, [](SampleView& v, double s) { move(v, {.translateY = std::trunc(s)}); }},
    {TrivialOp::Rotate, 135, true, [](SampleView& v, double s) { move(v, {.angle = -s}); }},
    {TrivialOp::Brightness, 0.99, true, [](SampleView& v, double s) { adjustBrightness(v.values, factorOf(s)); }},
    {TrivialOp::Color, 0.99, true, [](SampleView& v, double s) { adjustSaturation(v.sample, v.values, factorOf(s)); }},
    {TrivialOp::Contrast, 0.99, true, [](SampleView& v, double s) { adjustContrast(v.sample, v.values, factorOf(s)); }},
    {TrivialOp::Sharpness, 0.99, true, [](SampleView& v, double s) { adjustSharpness(v.sample, v.values, factorOf(s), floatsOf(v.memory)); }},
    {TrivialOp::Posterize, 6, false, [](SampleView& v, double s) { posterize(v.values, 8 - static_cast<int>(std::nearbyint(s))); }},
    {TrivialOp::Solarize, 1, false, [](SampleView& v, double s) { solarize(v.values, static_cast<float>(1 - s)); }},
    {TrivialOp::AutoContrast, 0, false, [](SampleView& v, double) { autocontrast(v.sample, v.values); }},
    {TrivialOp::Equalize, 0, false, [](SampleView& v, double) { equalize(v.sample, v.values); }},
};

}  // namespace

TrivialDraw drawTrivial(PhiloxStream& random) {
  const Operation& operation = kOperations[random.below(static_cast<std::uint32_t>(std::size(kOperations)))];
  double strength = operation.most * random.below(kStrengths) / (kStrengths - 1);
  if (operation.eitherSign && random.below(2) == 1) strength = -strength;
  return {operation.op, strength};
}

void applyTrivial(const TrivialDraw& draw, SampleView& view) {
  kOperations[static_cast<std::size_t>(draw.op)].apply(view, draw.strength);
}

TransformDef trivialAugment() {
  return {false,
          {augmentationKey("data.auto_augment", {"off", "trivial"}, &Augmentation::autoAugment)},
          [](const DataSpec& spec, const PixelShape& sample) {
            Transform change{Transform::When::OnPixels, {}, sample.bytes() * std::int64_t{sizeof(float)}};
            if (spec.augmentation.autoAugment == "trivial")
              change.apply = [](SampleView& view, PhiloxStream& random) { applyTrivial(drawTrivial(random), view); };
            return change;
          }};
}

}  // namespace stepscope
