// Packing groups of images into lanes and back (image_lanes.h).
#if defined(STEPSCOPE_IMAGE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_IMAGE_LANES_INL_H
#undef STEPSCOPE_IMAGE_LANES_INL_H
#else
#define STEPSCOPE_IMAGE_LANES_INL_H
#endif

#include "core/backend/cpu/ops/convolution/image_lanes.h"
#include "core/backend/cpu/simd/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// Packs rows [firstRow, firstRow + rows) of kLanes images from `image` on, with `pad` columns of zeros on both sides; rows outside the image and
// images beyond the last are zeros. The order is packed[channel][row][pad + w + pad][lane], with channels packedPlane() floats apart.
inline void packImages(const ImageLayout& layout, const float* x, std::int64_t image, std::int64_t firstRow, std::int64_t rows, std::int64_t pad,
                       float* packed) {
  const std::int64_t present = std::min(kLanes, layout.n - image), width = layout.w + 2 * pad, line = width * kLanes;
  const std::int64_t imageFloats = layout.elements() / layout.n, plane = packedPlane(rows, width, kLanes);
  const std::int64_t first = std::max<std::int64_t>(firstRow, 0), last = std::min(firstRow + rows, layout.h);
  const float* images = x + image * imageFloats;
  for (std::int64_t c = 0; c < layout.c; ++c) {
    float* to = packed + c * plane;
    std::fill(to, to + (first - firstRow) * line, 0.0f);
    std::fill(to + (std::max(first, last) - firstRow) * line, to + rows * line, 0.0f);
    if (pad > 0)
      for (std::int64_t row = first; row < last; ++row) {
        float* at = to + (row - firstRow) * line;
        std::fill(at, at + pad * kLanes, 0.0f);
        std::fill(at + (pad + layout.w) * kLanes, at + line, 0.0f);
      }
  }
  if (layout.block == 1) {
    for (std::int64_t c = 0; c < layout.c; ++c) {
      const float* from = images + (c * layout.h + first) * layout.w;
      float* to = packed + c * plane + (first - firstRow) * line + pad * kLanes;
      if (pad == 0) {
        if (last > first) transposeTile(from, imageFloats, present, kLanes, (last - first) * layout.w, to, kLanes);
        continue;
      }
      for (std::int64_t row = first; row < last; ++row)
        transposeTile(from + (row - first) * layout.w, imageFloats, present, kLanes, layout.w, to + (row - first) * line, kLanes);
    }
    return;
  }
  for (std::int64_t c = 0; c < layout.c; c += layout.block)
    for (std::int64_t row = first; row < last; ++row)
      for (std::int64_t w = 0; w < layout.w; ++w)
        transposeTile(images + ((c / layout.block * layout.h + row) * layout.w + w) * layout.block, imageFloats, present, kLanes,
                      std::min(layout.block, layout.c - c), packed + c * plane + (row - firstRow) * line + (pad + w) * kLanes, plane);
}

// The reverse, for rows inside the image that were packed without padding columns: packed[channel][row][w][lane].
inline void unpackImages(const ImageLayout& layout, const float* packed, std::int64_t image, WorkRange rows, float* y) {
  const std::int64_t present = std::min(kLanes, layout.n - image), pixels = (rows.end - rows.begin) * layout.w;
  const std::int64_t imageFloats = layout.elements() / layout.n, plane = packedPlane(1, pixels, kLanes);
  float* images = y + image * imageFloats;
  if (layout.block == 1) {
    for (std::int64_t c = 0; c < layout.c; ++c)
      transposeTile(packed + c * plane, kLanes, pixels, pixels, present, images + (c * layout.h + rows.begin) * layout.w, imageFloats);
    return;
  }
  for (std::int64_t c = 0; c < layout.c; c += layout.block)
    for (std::int64_t pixel = 0; pixel < pixels; ++pixel)
      transposeTile(packed + c * plane + pixel * kLanes, plane, std::min(layout.block, layout.c - c), layout.block, present,
                    images + ((c / layout.block * layout.h + rows.begin) * layout.w + pixel) * layout.block, imageFloats);
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
