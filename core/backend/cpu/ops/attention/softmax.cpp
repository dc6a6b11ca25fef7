#include "core/backend/cpu/ops/attention/softmax.h"

#include <algorithm>
#include <cmath>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/attention/softmax.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using V = F32Vector;

double sumOf(V v) {
  HWY_ALIGN double lanes[kLanes] = {};
  addLanesTo(v, lanes);
  double sum = 0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

float largestOf(const float* row, std::int64_t count) {
  V largest = hn::Set(F32(), -HUGE_VALF);
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) largest = hn::Max(largest, hn::LoadU(F32(), row + i));
  float result = hn::GetLane(hn::MaxOfLanes(F32(), largest));
  for (; i < count; ++i) result = std::max(result, row[i]);
  return result;
}

}  // namespace

void softmaxRow(bool log, const float* x, float* y, std::int64_t count) {
  const float largest = largestOf(x, count);
  const V shift = hn::Set(F32(), largest);
  V total = hn::Zero(F32());
  if (log) {
    overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR { total = hn::Add(total, lanes.keep(expOf(hn::Sub(lanes.load(x + i), shift)))); });
    // x - largest - log(sum): the terms are subtracted one after another, so that the small one keeps its digits.
    const V rest = constant(std::log(sumOf(total)));
    overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Sub(hn::Sub(lanes.load(x + i), shift), rest), y + i); });
    return;
  }
  overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR {
    const V e = lanes.keep(expOf(hn::Sub(lanes.load(x + i), shift)));
    total = hn::Add(total, e);
    lanes.store(e, y + i);
  });
  const V inverse = constant(1.0 / sumOf(total));
  overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Mul(lanes.load(y + i), inverse), y + i); });
}

void softmaxGradRow(bool log, const float* dy, const float* y, float* dx, std::int64_t count) {
  V total = hn::Zero(F32());
  if (log) {
    overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR { total = hn::Add(total, lanes.load(dy + i)); });
    const V sum = constant(sumOf(total));
    overVectors(0, count,
                [&](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::NegMulAdd(expOf(lanes.load(y + i)), sum, lanes.load(dy + i)), dx + i); });
    return;
  }
  overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR { total = hn::MulAdd(lanes.load(dy + i), lanes.load(y + i), total); });
  const V sum = constant(sumOf(total));
  overVectors(0, count,
              [&](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Mul(lanes.load(y + i), hn::Sub(lanes.load(dy + i), sum)), dx + i); });
}

// Softmax down the columns `columns` of a (count, inner) matrix, one vector of columns at a time.
void softmaxColumns(bool log, const float* x, float* y, std::int64_t count, std::int64_t inner, WorkRange columns) {
  overVectors(columns.begin, columns.end, [&](std::int64_t at, auto lanes) HWY_ATTR {
    V largest = lanes.load(x + at);
    for (std::int64_t i = 1; i < count; ++i) largest = hn::Max(largest, lanes.load(x + i * inner + at));
    V total = hn::Zero(F32());
    for (std::int64_t i = 0; i < count; ++i) {
      const V e = expOf(hn::Sub(lanes.load(x + i * inner + at), largest));
      total = hn::Add(total, e);
      if (!log) lanes.store(e, y + i * inner + at);
    }
    const V factor = log ? logOf(total) : hn::Div(constant(1.0), total);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t p = i * inner + at;
      lanes.store(log ? hn::Sub(hn::Sub(lanes.load(x + p), largest), factor) : hn::Mul(lanes.load(y + p), factor), y + p);
    }
  });
}

void softmaxGradColumns(bool log, const float* dy, const float* y, float* dx, std::int64_t count, std::int64_t inner, WorkRange columns) {
  overVectors(columns.begin, columns.end, [&](std::int64_t at, auto lanes) HWY_ATTR {
    V total = hn::Zero(F32());
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t p = i * inner + at;
      total = log ? hn::Add(total, lanes.load(dy + p)) : hn::MulAdd(lanes.load(dy + p), lanes.load(y + p), total);
    }
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t p = i * inner + at;
      const V v = lanes.load(y + p), g = lanes.load(dy + p);
      lanes.store(log ? hn::NegMulAdd(expOf(v), total, g) : hn::Mul(v, hn::Sub(g, total)), dx + p);
    }
  });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(softmaxRow);
HWY_EXPORT(softmaxGradRow);
HWY_EXPORT(softmaxColumns);
HWY_EXPORT(softmaxGradColumns);

namespace {

// Calls rows(offset of a row) for every row if inner is 1; otherwise columns(offset of a matrix, range of columns).
template <class Rows, class Columns>
void overSoftmax(const SoftmaxShape& s, int threads, const Rows& rows, const Columns& columns) {
  if (s.elements() == 0) return;
  const int team = teamForBytes(s.elements() * 24, threads);
  if (s.inner == 1) {
    parallelParts(s.outer, team, 1, [&](WorkRange range, int) {
      for (std::int64_t row = range.begin; row < range.end; ++row) rows(row * s.count);
    });
    return;
  }
  parallelParts(s.outer * s.inner, team, 16, [&](WorkRange range, int) {
    for (std::int64_t at = range.begin; at < range.end;) {
      const std::int64_t o = at / s.inner, first = at % s.inner;
      const std::int64_t width = std::min(s.inner - first, range.end - at);
      columns(o * s.count * s.inner, WorkRange{first, first + width});
      at += width;
    }
  });
}

}  // namespace

void softmax(const SoftmaxShape& s, bool log, const float* x, float* y, int threads) {
  auto& row = HWY_DYNAMIC_DISPATCH(softmaxRow);
  auto& columns = HWY_DYNAMIC_DISPATCH(softmaxColumns);
  overSoftmax(
      s, threads, [&](std::int64_t at) { row(log, x + at, y + at, s.count); },
      [&](std::int64_t at, WorkRange range) { columns(log, x + at, y + at, s.count, s.inner, range); });
}

void softmaxGrad(const SoftmaxShape& s, bool log, const float* dy, const float* y, float* dx, int threads) {
  auto& row = HWY_DYNAMIC_DISPATCH(softmaxGradRow);
  auto& columns = HWY_DYNAMIC_DISPATCH(softmaxGradColumns);
  overSoftmax(
      s, threads, [&](std::int64_t at) { row(log, dy + at, y + at, dx + at, s.count); },
      [&](std::int64_t at, WorkRange range) { columns(log, dy + at, y + at, dx + at, s.count, s.inner, range); });
}

}  // namespace stepscope::kernels
#endif
