// Adam with moments of one byte (Dettmers et al. 2022, "8-bit Optimizers via Block-wise Quantization"). Multiplications and additions are
// kept apart here, so that each result is the correctly rounded one of IEEE 754 and a code never depends on the machine.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/backend/cpu/ops/optimizer/adam_factors.h"
#include "core/backend/cpu/ops/optimizer/optimizer.h"
#include "core/backend/cpu/ops/optimizer/tensor_list.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/optimizer/adam_8bit.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/optimizer/gradient_clip-inl.h"

#ifndef STEPSCOPE_ADAM_8BIT_FACTORS
#define STEPSCOPE_ADAM_8BIT_FACTORS
namespace stepscope::kernels {

struct CodeBook {
  alignas(64) float values[256];
  alignas(64) float middles[256];  // between neighbours; the last one is never reached
};
struct Adam8bitFactors : AdamFactors {
  const CodeBook* first = nullptr;
  const CodeBook* second = nullptr;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// The code of the nearest value: how many middles are below x, found in eight halvings.
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

// Codes and scale of `count` values in a buffer of a whole block, zeros after them.
HWY_INLINE void encode(const float* values, std::int64_t count, const CodeBook& book, std::uint8_t* codes, float& scale) {
  const F32 d;
  auto most = hn::Zero(d);
  for (std::int64_t i = 0; i < kAdam8bitBlock; i += kLanes) most = hn::Max(most, hn::Abs(hn::Load(d, values + i)));
  scale = hn::GetLane(hn::MaxOfLanes(d, most));
  const auto divisor = hn::Set(d, scale > 0 ? scale : 1.0f);
  HWY_ALIGN std::int32_t found[kAdam8bitBlock];
  for (std::int64_t i = 0; i < kAdam8bitBlock; i += kLanes) hn::Store(nearestCode(hn::Div(hn::Load(d, values + i), divisor), book), I32(), found + i);
  for (std::int64_t i = 0; i < count; ++i) codes[i] = static_cast<std::uint8_t>(found[i]);
}

}  // namespace

// range: elements, cut at blocks.
void adam8bitRange(const Adam8bitTensor& t, const Adam8bitFactors& f, WorkRange range) {
  const F32 d;
  const I32 di;
  const Clip clip(f.clip);
  const auto shrink = hn::Set(d, f.shrink), decay = hn::Set(d, f.weightDecay), beta1 = hn::Set(d, f.beta1),
             oneMinusBeta1 = hn::Set(d, f.oneMinusBeta1), beta2 = hn::Set(d, f.beta2), oneMinusBeta2 = hn::Set(d, f.oneMinusBeta2),
             root = hn::Set(d, f.inverseRoot2), eps = hn::Set(d, f.eps), stepSize = hn::Set(d, f.stepSize);
  for (std::int64_t begin = range.begin; begin < range.end; begin += kAdam8bitBlock) {
    const std::int64_t block = begin / kAdam8bitBlock, count = std::min(kAdam8bitBlock, range.end - begin);
    HWY_ALIGN std::int32_t codes[2][kAdam8bitBlock] = {};
    HWY_ALIGN float first[kAdam8bitBlock] = {}, second[kAdam8bitBlock] = {};
    for (std::int64_t i = 0; i < count; ++i) {
      codes[0][i] = t.m[begin + i];
      codes[1][i] = t.v[begin + i];
    }
    const auto mScale = hn::Set(d, t.mScale[block]), vScale = hn::Set(d, t.vScale[block]);
    overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR {
      const auto before = lanes.load(t.p + begin + i), weight = hn::Sub(before, hn::Mul(shrink, before));
      const auto slope = hn::Add(hn::Mul(decay, weight), clip(lanes.load(t.g + begin + i)));
      const auto m = hn::Mul(hn::GatherIndex(d, f.first->values, hn::Load(di, codes[0] + i)), mScale);
      const auto v = hn::Mul(hn::GatherIndex(d, f.second->values, hn::Load(di, codes[1] + i)), vScale);
      const auto newM = hn::Add(hn::Mul(beta1, m), hn::Mul(oneMinusBeta1, slope));
      const auto newV = hn::Add(hn::Mul(beta2, v), hn::Mul(oneMinusBeta2, hn::Mul(slope, slope)));
      lanes.store(newM, first + i);
      lanes.store(newV, second + i);
      const auto denominator = hn::Add(hn::Mul(hn::Sqrt(newV), root), eps);
      lanes.store(hn::Sub(weight, hn::Mul(stepSize, hn::Div(newM, denominator))), t.p + begin + i);
    });
    encode(first, count, *f.first, t.m + begin, t.mScale[block]);
    encode(second, count, *f.second, t.v + begin, t.vScale[block]);
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(adam8bitRange);

namespace {

// Seven decades; in decade i are the middles of 2^i (signed) or 2^(i + 1) equal parts of [0.1, 1], and the values 0 and 1 come on top.
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

const CodeBook& codeBook(bool isSigned) {
  static const CodeBook books[2] = {makeBook(false), makeBook(true)};
  return books[isSigned ? 1 : 0];
}

}  // namespace

std::span<const float, 256> dynamicMap(bool isSigned) {
  return codeBook(isSigned).values;
}

void adam8bit(std::span<const Adam8bitTensor> tensors, double lr, std::int64_t step, const AdamOptions& options, int threads) {
  const Adam8bitFactors factors{adamFactors(lr, step, options), &codeBook(true), &codeBook(false)};
  overTensors(tensors, 64, kAdam8bitBlock, threads, [&](const Adam8bitTensor& tensor, std::size_t, WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(adam8bitRange)(tensor, factors, range);
  });
}

}  // namespace stepscope::kernels
#endif
