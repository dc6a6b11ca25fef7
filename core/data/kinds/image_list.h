// kind "image_list": spec.path is a list of pictures and their classes (picture_list.h).
#pragma once

#include "core/data/images/picture_set.h"

namespace stepscope {

// The pictures of the list. Parts for validation and the test are those of its column "split", or other lists: data.validation_path and
// data.test_path, or lists of the same columns beside it whose names differ in the part alone (train.txt, val.txt; train/metadata.csv,
// test/metadata.csv). With data.test_as "validation" the test serves for it. spec.target: the column of the class.
PictureSet locateListed(const DataSpec& spec);
DataSplits openImageList(const DataSpec& spec);
std::vector<DataKey> imageListKeys();

}  // namespace stepscope
