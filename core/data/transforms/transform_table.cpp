#include "core/data/transforms/transform_table.h"

namespace stepscope {

// Each one is in a file with its name.
TransformDef resizedCrop();
TransformDef paddedCrop();
TransformDef horizontalFlip();

const std::vector<TransformDef>& transformDefs() {
  static const std::vector<TransformDef> defs = {
      resizedCrop(),
      paddedCrop(),
      horizontalFlip(),
  };
  return defs;
}

std::vector<DataKey> transformKeys(bool choosesPart) {
  std::vector<DataKey> keys;
  for (const TransformDef& def : transformDefs())
    if (def.choosesPart == choosesPart) keys.insert(keys.end(), def.keys.begin(), def.keys.end());
  return keys;
}

Transforms openTransforms(const DataSpec& spec, const PixelShape& sample, bool resizes) {
  Transforms transforms;
  transforms.seed = spec.augmentationSeed;
  for (const TransformDef& def : transformDefs()) {
    if (def.choosesPart && !resizes) continue;
    if (Transform transform = def.open(spec, sample); transform.apply) transforms.list.push_back(std::move(transform));
  }
  return transforms;
}

}  // namespace stepscope
