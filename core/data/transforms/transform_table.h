// What pictures can go through for training. A transform is one entry of the table, applied in its order; project files, the settings, the
// command line and the documentation read its keys.
#pragma once

#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

struct TransformDef {
  bool choosesPart;           // of the picture, which only data sets that resize what they read can give
  std::vector<DataKey> keys;  // of [data]
  // For samples of this shape; without apply() where `spec` has it off. Throws Error (Input) naming the key.
  Transform (*open)(const DataSpec& spec, const PixelShape& sample);
};

const std::vector<TransformDef>& transformDefs();
std::vector<DataKey> transformKeys(bool choosesPart);  // of those that do, or of those that do not

// What `spec` asks for. resizes: whether parts may be chosen.
Transforms openTransforms(const DataSpec& spec, const PixelShape& sample, bool resizes);

}  // namespace stepscope
