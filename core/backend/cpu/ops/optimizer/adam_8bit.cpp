// Adam with moments stored in one byte: decodes them, applies the rule of core/graph/updates-inl.h and encodes them again.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/backend/cpu/ops/optimizer/optimizer.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/optimizer/adam_8bit.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/optimizer/updates-inl.h"

#ifndef STEPSCOPE_CODE_BOOK
#define STEPSCOPE_CODE_BOOK
namespace stepscope::kernels {

struct CodeBook {
  alignas(64) float values[256];
  alignas(64) float middles[256];  // midpoints between neighbours; the last one is never reached
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// The code of the value nearest to `x`: the number of midpoints below `x`, found by bisection in eight steps.
HWY_INLINE I32Vector nearestCode(F32Vector x, const CodeBook& book) {
  const F32 d;
  const I32 di;
  auto code = hn::Zero(di);
  for (std::int32_t half = 128; half > 0; half /= 2) {
    const auto middle = hn::GatherIndex(d, book.middles, hn::Add(code, hn::Set(di, half - 1)));
    code = hn::Add(code, hn::IfThenElseZero(hn::RebindMask(di, hn::Gt(x, middle)), hn::Set(di, half)));
  }
  return code;
}

// Computes the codes and the scale of `count` values; `values` is a whole block, with zeros after them.
HWY_INLINE void encode(const float* values, std::int64_t count, const CodeBook& book, std::uint8_t* codes, float& scale) {
  const F32 d;
  auto most = hn::Zero(d);
  for (std::int64_t i = 0; i < kBlock8bit; i += kLanes) most = hn::Max(most, hn::Abs(hn::Load(d, values + i)));
  scale = hn::GetLane(hn::MaxOfLanes(d, most));
  const auto divisor = hn::Set(d, scale > 0 ? scale : 1.0f);
  HWY_ALIGN std::int32_t found[kBlock8bit];
  for (std::int64_t i = 0; i < kBlock8bit; i += kLanes) hn::Store(nearestCode(hn::Div(hn::Load(d, values + i), divisor), book), I32(), found + i);
  for (std::int64_t i = 0; i < count; ++i) codes[i] = static_cast<std::uint8_t>(found[i]);
}

// Updates the elements of `range`, which begins at a block.
void adam8bitRange(const updates::Adam8bit rule, const GradientClip& clip, const CodeBook& signedBook, const CodeBook& unsignedBook,
                   const UpdateTensor& t, WorkRange range) {
  const F32 d;
  const I32 di;
  float *const p = t.as(0), *const g = t.as(1), *const mScales = t.as(3), *const vScales = t.as(5);
  auto *const mCodes = t.as<std::uint8_t>(2), *const vCodes = t.as<std::uint8_t>(4);
  for (std::int64_t begin = range.begin; begin < range.end; begin += kBlock8bit) {
    const std::int64_t block = begin / kBlock8bit, count = std::min<std::int64_t>(kBlock8bit, range.end - begin);
    HWY_ALIGN std::int32_t codes[2][kBlock8bit] = {};
    HWY_ALIGN float first[kBlock8bit] = {}, second[kBlock8bit] = {};
    for (std::int64_t i = 0; i < count; ++i) {
      codes[0][i] = mCodes[begin + i];
      codes[1][i] = vCodes[begin + i];
    }
    const auto mScale = hn::Set(d, mScales[block]), vScale = hn::Set(d, vScales[block]);
    overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR {
      auto weight = lanes.load(p + begin + i);
      auto m = hn::Mul(hn::GatherIndex(d, signedBook.values, hn::Load(di, codes[0] + i)), mScale);
      auto v = hn::Mul(hn::GatherIndex(d, unsignedBook.values, hn::Load(di, codes[1] + i)), vScale);
      rule.element(weight, m, v, updates::clipped(lanes.load(g + begin + i), clip));
      lanes.store(m, first + i);
      lanes.store(v, second + i);
      lanes.store(weight, p + begin + i);
    });
    encode(first, count, signedBook, mCodes + begin, mScales[block]);
    encode(second, count, unsignedBook, vCodes + begin, vScales[block]);
  }
}

}  // namespace

void adam8bitAll(bool decoupled, const CodeBook& signedBook, const CodeBook& unsignedBook, std::span<const UpdateTensor> tensors,
                 const UpdateStep& step, const GradientClip& clip, int threads) {
  const updates::Adam8bit rule(step, decoupled);
  overTensors(tensors, 64, kBlock8bit, threads, [&](const UpdateTensor& tensor, std::size_t, WorkRange range, int) {
    adam8bitRange(rule, clip, signedBook, unsignedBook, tensor, range);
  });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(adam8bitAll);

namespace {

// The values of the codes. There are seven decades; decade i has the midpoints of 2^i (signed) or 2^(i + 1) equal parts of [0.1, 1], and in addition
// the values 0 and 1.
CodeBook makeBook(bool isSigned) {
  std::array<double, 256> values{};
  std::size_t n = 0;
  for (int decade = 0; decade < 7; ++decade) {
    const int parts = 1 << (isSigned ? decade : decade + 1);
    const double width = 0.9 / parts, unit = std::pow(10.0, decade - 6);
    for (int i = 0; i < parts; ++i) {
      const double middle = unit * (0.1 + width * (i + 0.5));
      values.at(n++) = middle;
      if (isSigned) values.at(n++) = -middle;
    }
  }
  values.at(n++) = 0;
  values.at(n++) = 1;
  std::sort(values.begin(), values.end());
  CodeBook book;
  for (std::size_t i = 0; i < 256; ++i) book.values[i] = static_cast<float>(values.at(i));
  for (std::size_t i = 0; i < 255; ++i) book.middles[i] = (book.values[i] + book.values[i + 1]) * 0.5f;
  book.middles[255] = 2;
  return book;
}

}  // namespace

void adam8bit(bool decoupled, std::span<const UpdateTensor> tensors, const UpdateStep& step, const GradientClip& clip, int threads) {
  static const CodeBook signedBook = makeBook(true), unsignedBook = makeBook(false);
  HWY_DYNAMIC_DISPATCH(adam8bitAll)(decoupled, signedBook, unsignedBook, tensors, step, clip, threads);
}

}  // namespace stepscope::kernels
#endif
