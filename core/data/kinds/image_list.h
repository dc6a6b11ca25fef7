// kind "image_list": spec.path is a list of pictures and their classes (picture_list.h).
#pragma once

#include "core/data/images/picture_set.h"

namespace stepscope {

// The pictures of the list. The validation and test parts come from its column "split", or from other lists: data.validation_path and data.test_path,
// or lists with the same columns near it whose paths differ only in the name of the part (train.txt, val.txt; train/metadata.csv, test/metadata.csv).
// With data.test_as "validation" the test part is used for validation if there is none. spec.target: the column of the class.
PictureSet locateListed(const DataSpec& spec);
DataSplits openImageList(const DataSpec& spec);
std::vector<DataKey> imageListKeys();

}  // namespace stepscope
