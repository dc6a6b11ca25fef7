#include "core/backend/cpu/ops/reduction/reduce.h"

#include <algorithm>
#include <cmath>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/reduction/arg_reduce.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// Whether `v` replaces `best` as the maximum: it is greater, or the first NaN. With `last` also if it is equal, or any NaN.
HWY_INLINE hn::Mask<F32> replaces(F32Vector v, F32Vector best, bool last = false) {
  if (last) return hn::Or(hn::IsNaN(v), hn::Ge(v, best));
  return hn::And(hn::Or(hn::Gt(v, best), hn::IsNaN(v)), hn::Eq(best, best));
}

}  // namespace

std::int32_t argmaxRow(const float* x, std::int64_t count, bool last) {
  // Finds the largest value in vectors first, then its position.
  auto best = hn::Set(F32(), x[0]);
  overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR {
    auto mask = replaces(lanes.load(x + i), best);
    if (lanes.count() < kLanes) mask = hn::And(mask, hn::FirstN(F32(), static_cast<std::size_t>(lanes.count())));
    best = hn::IfThenElse(mask, lanes.load(x + i), best);
  });
  HWY_ALIGN float lanes[kLanes];
  hn::Store(best, F32(), lanes);
  float largest = lanes[0];
  for (const float v : lanes)
    if (v > largest || std::isnan(v)) largest = v;
  const auto isLargest = [largest](float v) { return std::isnan(largest) ? std::isnan(v) : v == largest; };
  if (last) {
    std::int64_t i = count - 1;
    while (i > 0 && !isLargest(x[i])) --i;
    return static_cast<std::int32_t>(i);
  }
  const float* at = std::find_if(x, x + count, isLargest);
  return static_cast<std::int32_t>(at - x);
}

// The argmax of each of these columns, over `count` rows that are `inner` floats apart.
void argmaxColumns(const float* x, std::int64_t count, std::int64_t inner, bool last, std::int32_t* index, WorkRange columns) {
  overVectors(columns.begin, columns.end, [&](std::int64_t i, auto lanes) HWY_ATTR {
    auto best = lanes.load(x + i);
    auto where = hn::Zero(I32());
    for (std::int64_t row = 1; row < count; ++row) {
      const auto v = lanes.load(x + row * inner + i);
      const auto mask = replaces(v, best, last);
      best = hn::IfThenElse(mask, v, best);
      where = hn::IfThenElse(hn::RebindMask(I32(), mask), hn::Set(I32(), static_cast<std::int32_t>(row)), where);
    }
    HWY_ALIGN std::int32_t rows[kLanes];
    hn::Store(where, I32(), rows);
    std::copy(rows, rows + lanes.count(), index + i);
  });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(argmaxRow);
HWY_EXPORT(argmaxColumns);

void argmax(const float* x, std::int64_t outer, std::int64_t count, std::int64_t inner, bool last, std::int32_t* index, int threads) {
  const int team = teamForBytes(outer * count * inner * 4, threads);
  if (inner == 1) {
    parallelParts(outer, team, 1, [&](WorkRange rows, int) {
      for (std::int64_t row = rows.begin; row < rows.end; ++row) index[row] = HWY_DYNAMIC_DISPATCH(argmaxRow)(x + row * count, count, last);
    });
    return;
  }
  // Threads divide the columns, counted over all of outer.
  parallelParts(outer * inner, team, 16, [&](WorkRange range, int) {
    for (std::int64_t at = range.begin; at < range.end;) {
      const std::int64_t o = at / inner, first = at % inner;
      const std::int64_t columns = std::min(inner - first, range.end - at);
      HWY_DYNAMIC_DISPATCH(argmaxColumns)(x + o * count * inner, count, inner, last, index + o * inner, WorkRange{first, first + columns});
      at += columns;
    }
  });
}

}  // namespace stepscope::kernels
#endif
