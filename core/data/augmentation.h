// Random changes of training images besides crops and mirroring left to right: the settings of the transforms in core/data/transforms.
#pragma once

#include <string>

namespace stepscope {

// Each value switches its transform off if it is 0, false or "off". The names and distributions are those of torchvision.transforms.
struct Augmentation {
  bool flipVertical = false;  // RandomVerticalFlip: upside down with probability one half
  // RandomAffine, bilinear: rotates by -rotation to rotation degrees, shifts by at most `translate` of width and height, scales by 1 - zoom to
  // 1 + zoom, and shears by -shear to shear degrees along x.
  double rotation = 0, translate = 0, zoom = 0, shear = 0;
  // ColorJitter, in random order: brightness, contrast and saturation change by factors from max(0, 1 - value) to 1 + value; the hue is shifted by
  // -hue to hue, where 1 is the whole colour circle.
  double brightness = 0, contrast = 0, saturation = 0, hue = 0;
  double grayscale = 0;             // RandomGrayscale: the probability
  double erasing = 0;               // RandomErasing: the probability
  std::string autoAugment = "off";  // "trivial": TrivialAugmentWide

  bool operator==(const Augmentation&) const = default;
  bool any() const { return *this != Augmentation{}; }
};

}  // namespace stepscope
