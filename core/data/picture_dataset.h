// A data set of images. It reads images without transforms; the caller applies the transforms for training (sample_view.h).
#pragma once

#include "core/data/dataset.h"
#include "core/data/normalization.h"

namespace stepscope {

class PictureDataset : public Dataset {
 public:
  bool read(std::int64_t index, std::int64_t epoch, FieldMemory out, const std::atomic<bool>& stop) const final {
    return readTransformed(index, epoch, {}, {}, out, stop);
  }
  // The same, with `transforms`. `memory`: at least transforms.bytesNeeded() bytes, used only by the calling thread.
  bool readTransformed(std::int64_t index, std::int64_t epoch, const Transforms& transforms, std::span<std::byte> memory, FieldMemory out,
                       const std::atomic<bool>& stop) const {
    checkRead(index, out);
    if (!out[1].empty()) integersOf(out[1])[0] = labelOf(index);
    if (out[0].empty()) return true;
    SampleView view = viewOf(index);
    PhiloxStream random = transforms.random(epoch, index);
    transforms.apply(Transform::When::BeforeReading, view, random);
    const std::span<float> values = floatsOf(out[0]);
    if (!readPixels(index, view, values, stop)) return false;
    if (transforms.list.empty()) return true;
    const Normalization* normalization = normalizationUnless(stop);
    if (!normalization) return false;
    view.values = values;
    view.memory = memory;
    if (transforms.has(Transform::When::OnPixels)) {
      toPixels(*normalization, view.sample, values);
      view.outside = normalization->pixelPadding;
      transforms.apply(Transform::When::OnPixels, view, random);
      normalizePixels(*normalization, view.sample, values);
    }
    view.outside = normalization->padding;
    transforms.apply(Transform::When::AfterReading, view, random);
    return true;
  }

 protected:
  virtual std::int32_t labelOf(std::int64_t index) const = 0;
  // The sample's view without transforms.
  virtual SampleView viewOf(std::int64_t index) const = 0;
  // Decodes, resizes, places and normalises. False: stopped.
  virtual bool readPixels(std::int64_t index, const SampleView& view, std::span<float> out, const std::atomic<bool>& stop) const = 0;
  // How the pixels were normalised; it stays valid. Null soon after `stop` became true.
  virtual const Normalization* normalizationUnless(const std::atomic<bool>& stop) const = 0;
};

}  // namespace stepscope
