// The example data that needs no download: drawn shapes of eight classes, rendered into a real folder of JPEG files on first use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/dataset.h"

namespace stepscope {

// kind "shapes": spec.path becomes the rendered folder (train/ and val/ with a sub-folder a class) and is then read as an image folder.
// spec.count images (default 4000), of which spec.validationSplit are for validation; imageSize defaults to 64, the size they are drawn in.
// The pictures are always the same ones: the seed of a run moves its shuffling and augmentation, so that runs with other seeds compare.
// Rendered beside the folder and renamed, so a killed process leaves no half set. A set of another count is rendered anew; a folder
// with other files in it is refused. Throws Error naming the folder.
DataSplits openShapes(const DataSpec& spec);

const std::vector<std::string>& shapeClasses();
inline constexpr std::int64_t kShapePixels = 64;

// Picture `index` of the set, kShapePixels x kShapePixels x 3 bytes; its class is index modulo the number of classes.
void drawShape(std::int64_t index, std::vector<std::uint8_t>& rgb);

}  // namespace stepscope
