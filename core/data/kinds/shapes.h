// The example data that needs no download: drawn shapes of eight classes, in a real folder of JPEG files. Each image is drawn when it is first read,
// so that a run does not wait for all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

// kind "shapes": spec.path becomes the folder of the set (train/ and val/ with one sub-folder per class) and is read as an image folder. spec.count
// images (default 4000), spec.validationSplit of them for validation; imageSize defaults to 64, the size in which they are drawn. The images are
// always the same: the seed of a run changes only its shuffling and augmentation, so that runs with different seeds can be compared. Folder and files
// are written under temporary names and renamed, so that a killed process leaves no incomplete file. A set with another count is drawn again; a
// folder with other files in it is refused. Throws Error naming the folder; reading throws if an image cannot be written.
DataSplits openShapes(const DataSpec& spec);
std::vector<DataKey> shapesKeys();

const std::vector<std::string>& shapeClasses();
inline constexpr std::int64_t kShapePixels = 64;

// Image `index` of the set, kShapePixels x kShapePixels x 3 bytes; its class is index modulo the number of classes.
void drawShape(std::int64_t index, std::vector<std::uint8_t>& rgb);

}  // namespace stepscope
