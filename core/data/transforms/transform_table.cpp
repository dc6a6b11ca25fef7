#include "core/data/transforms/transform_table.h"

namespace stepscope {

// Each one is in a file with its name.
TransformDef resizedCrop();
TransformDef paddedCrop();
TransformDef horizontalFlip();
TransformDef trivialAugment();
TransformDef colorJitter();
TransformDef randomGrayscale();
TransformDef verticalFlip();
TransformDef randomAffine();
TransformDef randomErasing();

DataKey augmentationKey(const char* key, bool Augmentation::*field) {
  return DataKeys::flag(
      key, [field](auto& spec) -> auto& { return spec.augmentation.*field; });
}
DataKey augmentationKey(const char* key, double most, double Augmentation::*field) {
  return DataKeys::real(
      key, 0, false, most, false, [field](auto& spec) -> auto& { return spec.augmentation.*field; });
}
DataKey augmentationKey(const char* key, std::vector<std::string> names, std::string Augmentation::*field) {
  return DataKeys::choice(
      key, std::move(names), [field](auto& spec) -> auto& { return spec.augmentation.*field; });
}

const std::vector<TransformDef>& transformDefs() {
  static const std::vector<TransformDef> defs = {
      resizedCrop(),     paddedCrop(),   horizontalFlip(), trivialAugment(), colorJitter(),
      randomGrayscale(), verticalFlip(), randomAffine(),   randomErasing(),
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
