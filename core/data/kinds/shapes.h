// The example data that needs no download: drawn shapes of eight classes, in a real folder of JPEG files. Each is drawn when it is first
// read, so that a run need not wait for all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

// kind "shapes": spec.path becomes the folder of the set (train/ and val/ with a sub-folder a class) and is read as an image folder.
// spec.count images (default 4000), of which spec.validationSplit are for validation; imageSize defaults to 64, the size they are drawn in.
// The pictures are always the same ones: the seed of a run moves its shuffling and augmentation, so that runs with other seeds compare.
// Folder and files are made beside their place and renamed, so a killed process leaves no half file. A set of another count begins anew; a
// folder with other files in it is refused. Throws Error naming the folder; reading does where a picture cannot be written.
DataSplits openShapes(const DataSpec& spec);
std::vector<DataKey> shapesKeys();

const std::vector<std::string>& shapeClasses();
inline constexpr std::int64_t kShapePixels = 64;

// Picture `index` of the set, kShapePixels x kShapePixels x 3 bytes; its class is index modulo the number of classes.
void drawShape(std::int64_t index, std::vector<std::uint8_t>& rgb);

}  // namespace stepscope
