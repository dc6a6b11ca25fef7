// kind "image_names": spec.path is a folder of pictures whose names begin or end with their class (class_names.h), as in "Dogs vs. Cats" of Kaggle.
#pragma once

#include "core/data/images/picture_set.h"

namespace stepscope {

// The pictures directly in the folder; data.validation_path and data.test_path are other folders whose pictures are named by the same rule. A picture
// whose name has no class is left out.
PictureSet locateNamed(const DataSpec& spec);
DataSplits openImageNames(const DataSpec& spec);
std::vector<DataKey> imageNamesKeys();

}  // namespace stepscope
