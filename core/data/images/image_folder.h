// Folders of images, with one sub-folder per class.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/data/data_key.h"
#include "core/data/draw_parts.h"
#include "core/data/images/image_scan.h"
#include "core/data/images/picture_layout.h"
#include "core/data/images/resize.h"

namespace stepscope {

// kind "image_folder": spec.path contains a training folder and perhaps a validation folder with the class folders, or the class folders themselves
// (picture_layout.h); without a validation folder, spec.validationSplit of every class is drawn with the seed; the same for the test and
// spec.testShare. imageSize (default 224): the shorter side is resized to it and the centre is cut out, unless a transform chooses another part.
DataSplits openImageFolder(const DataSpec& spec);
std::vector<DataKey> folderKeys();

// Writes the file of an image that is made on demand; called before that file is read for the first time.
using MakePicture = std::function<void(Split split, std::int64_t index)>;

// The same for a known list of images, sorted by class, then by path.
struct ScannedParts {
  ScannedFolder train, validation, test;
};
DataSplits openImages(const DataSpec& spec, const std::vector<std::string>& classes, ScannedParts parts, MakePicture make = {});

// Draws the parts that the data lack from the training images, and keeps at most spec.limit images for training.
void drawMissingImages(const DataSpec& spec, ScannedParts& parts, bool ownValidation, bool ownTest);

// What drawMissingImages() draws, for callers who only count: the shares (0 for a part that the data have), and the part of each image.
PartShares sharesOf(const DataSpec& spec, bool ownValidation, bool ownTest);
DrawnParts drawImages(const std::vector<FoundImage>& images, const PartShares& shares);

// The largest centred square.
Box centreSquare(std::int64_t width, std::int64_t height);

}  // namespace stepscope
