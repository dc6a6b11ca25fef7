// Random changes of training images besides crops and mirroring left to right: the settings of the transforms in core/data/transforms.
#pragma once

#include <string>

namespace stepscope {

// Each value switches its transform off if it is 0, false or "off". The names and distributions are those of torchvision.transforms.
struct Augmentation {
  bool flipVertical = false;  // RandomVerticalFlip: upside down with probability one half
  // RandomAffine, bilinear: an angle of -rotation to rotation degrees; a shift of at most this fraction of width and height; a scale of 1 - zoom to
  // 1 + zoom; a shear of -shear to shear degrees along x.
  double rotation = 0, translate = 0, zoom = 0, shear = 0;
  // ColorJitter: factors of max(0, 1 - x) to 1 + x, and a part of a turn of the hue, -hue to hue, in random order.
  double brightness = 0, contrast = 0, saturation = 0, hue = 0;
  double grayscale = 0;             // RandomGrayscale: the probability
  double erasing = 0;               // RandomErasing: the probability
  std::string autoAugment = "off";  // "trivial": TrivialAugmentWide

  bool operator==(const Augmentation&) const = default;
  bool any() const { return *this != Augmentation{}; }
};

}  // namespace stepscope
