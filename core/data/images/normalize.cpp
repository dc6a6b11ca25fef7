// The inner loops of normalisation, compiled by Highway once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/data/images/normalize.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target for Highway.
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "core/data/images/pixels.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Ints = hn::Rebind<std::int32_t, Floats>;
using Bytes = hn::Rebind<std::uint8_t, Floats>;

template <bool mirrored>
HWY_INLINE void normalizeLanes(const std::uint8_t* in, float scale, float shift, float* out) {
  const Floats f;
  auto pixels = hn::ConvertTo(f, hn::PromoteTo(Ints(), hn::LoadU(Bytes(), in)));
  if constexpr (mirrored) pixels = hn::Reverse(f, pixels);
  hn::StoreU(hn::MulAdd(pixels, hn::Set(f, scale), hn::Set(f, shift)), f, out);
}

// The last vector overlaps the previous one, and a row shorter than a vector is copied to a padded buffer: every element uses the same fused
// multiply-add, so a value does not depend on its position in the row.
template <bool mirrored>
HWY_INLINE void normalizeAny(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out) {
  const std::size_t lanes = hn::Lanes(Floats());
  const auto at = [&](std::size_t i) { normalizeLanes<mirrored>(mirrored ? in + (count - i - lanes) : in + i, scale, shift, out + i); };
  if (count < lanes) {
    HWY_ALIGN std::uint8_t bytes[hn::MaxLanes(Floats())] = {};
    HWY_ALIGN float floats[hn::MaxLanes(Floats())];
    std::copy_n(in, count, mirrored ? bytes + (lanes - count) : bytes);
    normalizeLanes<mirrored>(bytes, scale, shift, floats);
    std::copy_n(floats, count, out);
    return;
  }
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) at(i);
  if (i < count) at(count - lanes);
}

void forward(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out) {
  normalizeAny<false>(in, count, scale, shift, out);
}
void backward(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out) {
  normalizeAny<true>(in, count, scale, shift, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace stepscope
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope {
HWY_EXPORT(forward);
HWY_EXPORT(backward);

void normalizeRow(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out) {
  HWY_DYNAMIC_DISPATCH(forward)(in, count, scale, shift, out);
}
void normalizeRowMirrored(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out) {
  HWY_DYNAMIC_DISPATCH(backward)(in, count, scale, shift, out);
}
}  // namespace stepscope
#endif
