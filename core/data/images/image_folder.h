// Folders of JPEG and PNG images, with one sub-folder per class.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/data/data_key.h"
#include "core/data/images/image_scan.h"
#include "core/data/images/picture_layout.h"
#include "core/data/images/resize.h"

namespace stepscope {

// kind "image_folder": spec.path contains a training folder and perhaps a validation folder with the class folders, or the class folders themselves
// (picture_layout.h); without a validation folder, spec.validationSplit of every class is drawn with the seed. imageSize (default 224): the shorter
// side is resized to it and the centre is cut out, unless a transform chooses another part.
DataSplits openImageFolder(const DataSpec& spec);
std::vector<DataKey> folderKeys();

// Called before a file is read for the first time, for data that are made on demand.
using MakePicture = std::function<void(Split split, std::int64_t index)>;

// The same for a known list of images, sorted by class, then by path.
DataSplits openImages(const DataSpec& spec, const std::vector<std::string>& classes, ScannedFolder train, ScannedFolder validation,
                      MakePicture make = {});

// Which images of a class-sorted list are for validation: round(share * images) of each class, at least one if a class has two and share is above
// zero, never all. Depends on (seed, labels) only.
std::vector<bool> drawValidation(const std::vector<FoundImage>& images, double share, std::uint64_t seed);

// The largest centred square.
Box centreSquare(std::int64_t width, std::int64_t height);

}  // namespace stepscope
