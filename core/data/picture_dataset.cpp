#include "core/data/picture_dataset.h"

namespace stepscope {

bool PictureDataset::readTransformed(std::int64_t index, std::int64_t epoch, const Transforms& transforms, std::span<std::byte> memory,
                                     FieldMemory out, const std::atomic<bool>& stop) const {
  checkRead(index, out);
  if (!out[1].empty()) integersOf(out[1])[0] = labelOf(index);
  if (out[0].empty()) return true;
  SampleView view = viewOf(index);
  PhiloxStream random = transforms.random(epoch, index);
  transforms.apply(Transform::When::BeforeReading, view, random);
  const std::span<float> values = floatsOf(out[0]);
  if (!readPixels(index, view, values, stop)) return false;
  view.values = values;
  view.memory = memory;
  transforms.apply(Transform::When::AfterReading, view, random);
  return true;
}

}  // namespace stepscope
