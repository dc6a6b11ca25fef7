#include "core/backend/cpu/ops/elementwise/elementwise.h"

#include <cmath>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/elementwise/elementwise.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

void copyRange(const float* x, float* y, WorkRange range) {
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(lanes.load(x + i), y + i); });
}

void zeroRange(float* y, WorkRange range) {
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Zero(F32()), y + i); });
}

void scaleRange(const float* x, float alpha, float* y, WorkRange range) {
  const auto factor = hn::Set(F32(), alpha);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Mul(lanes.load(x + i), factor), y + i); });
}

void addScaledRange(const float* x, float alpha, float* y, WorkRange range) {
  const auto factor = hn::Set(F32(), alpha);
  overVectors(range.begin, range.end,
              [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::MulAdd(lanes.load(x + i), factor, lanes.load(y + i)), y + i); });
}

void reluRange(const float* x, float* y, WorkRange range) {
  // NaN stays NaN, see keepPositive().
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(keepPositive(lanes.load(x + i)), y + i); });
}

void reluGradRange(const float* dy, const float* y, float* dx, WorkRange range) {
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    lanes.store(hn::IfThenElseZero(hn::Gt(lanes.load(y + i), hn::Zero(F32())), lanes.load(dy + i)), dx + i);
  });
}

void addRange(const float* a, const float* b, float* y, bool relu, WorkRange range) {
  if (relu)
    overVectors(range.begin, range.end,
                [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(keepPositive(hn::Add(lanes.load(a + i), lanes.load(b + i))), y + i); });
  else
    overVectors(range.begin, range.end,
                [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Add(lanes.load(a + i), lanes.load(b + i)), y + i); });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(copyRange);
HWY_EXPORT(zeroRange);
HWY_EXPORT(scaleRange);
HWY_EXPORT(addScaledRange);
HWY_EXPORT(reluRange);
HWY_EXPORT(reluGradRange);
HWY_EXPORT(addRange);

namespace {

// Ranges start at whole cache lines, so that no line is written by two threads.
template <class Body>
void overFloats(std::int64_t count, int arrays, int threads, const Body& body) {
  parallelParts(count, teamForBytes(count * arrays * 4, threads), 16, [&](WorkRange range, int) { body(range); });
}

}  // namespace

void copy(const float* x, float* y, std::int64_t count, int threads) {
  overFloats(count, 2, threads, [&](WorkRange range) { HWY_DYNAMIC_DISPATCH(copyRange)(x, y, range); });
}

void zero(float* y, std::int64_t count, int threads) {
  overFloats(count, 1, threads, [&](WorkRange range) { HWY_DYNAMIC_DISPATCH(zeroRange)(y, range); });
}

void scale(const float* x, float alpha, float* y, std::int64_t count, int threads) {
  overFloats(count, 2, threads, [&](WorkRange range) { HWY_DYNAMIC_DISPATCH(scaleRange)(x, alpha, y, range); });
}

void addScaled(const float* x, float alpha, float* y, std::int64_t count, int threads) {
  overFloats(count, 3, threads, [&](WorkRange range) { HWY_DYNAMIC_DISPATCH(addScaledRange)(x, alpha, y, range); });
}

void relu(const float* x, float* y, std::int64_t count, int threads) {
  overFloats(count, 2, threads, [&](WorkRange range) { HWY_DYNAMIC_DISPATCH(reluRange)(x, y, range); });
}

void reluGrad(const float* dy, const float* y, float* dx, std::int64_t count, int threads) {
  overFloats(count, 3, threads, [&](WorkRange range) { HWY_DYNAMIC_DISPATCH(reluGradRange)(dy, y, dx, range); });
}

void add(const float* a, const float* b, float* y, std::int64_t count, bool relu, int threads) {
  overFloats(count, 3, threads, [&](WorkRange range) { HWY_DYNAMIC_DISPATCH(addRange)(a, b, y, relu, range); });
}

}  // namespace stepscope::kernels
#endif
