// The table of transforms for training images. A transform is one entry, applied in the order of the table; project files, the settings, the command
// line and the documentation read its keys.
#pragma once

#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

struct TransformDef {
  bool choosesPart;           // needs data sets that resize the images they read
  std::vector<DataKey> keys;  // of [data]
  // For samples of this shape; without apply() if `spec` switches it off. Throws Error (Input) naming the key.
  Transform (*open)(const DataSpec& spec, const PixelShape& sample);
};

// A key for a member of DataSpec::augmentation: a flag, a number from 0 to `most`, or one of `names`.
DataKey augmentationKey(const char* key, bool Augmentation::*field);
DataKey augmentationKey(const char* key, double most, double Augmentation::*field);
DataKey augmentationKey(const char* key, std::vector<std::string> names, std::string Augmentation::*field);

const std::vector<TransformDef>& transformDefs();
std::vector<DataKey> transformKeys(bool choosesPart);  // keys of transforms with this value of choosesPart

// The transforms that `spec` asks for. `resizes`: the data set resizes the images it reads, so transforms may choose parts of them.
Transforms openTransforms(const DataSpec& spec, const PixelShape& sample, bool resizes);

}  // namespace stepscope
