#include "core/backend/cpu/ops/elementwise/broadcast.h"

#include <algorithm>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/elementwise/broadcast.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/elementwise/formulas-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using V = F32Vector;

// `count` runs of `size` contiguous results. From run to run an operand advances by stepA or stepB.
struct Runs {
  std::int64_t count, size, stepA, stepB;
};

// repeatA, repeatB: whether the operand is a single element that is repeated over a run.
template <bool repeatA, bool repeatB, class F>
HWY_INLINE void runAll(const float* a, const float* b, float* y, const Runs& runs, const F& f) {
  for (std::int64_t r = 0; r < runs.count; ++r, a += runs.stepA, b += runs.stepB, y += runs.size) {
    const V wholeA = hn::Set(F32(), *a), wholeB = hn::Set(F32(), *b);
    std::int64_t i = 0;
    for (; i + kLanes <= runs.size; i += kLanes) {
      V va = wholeA, vb = wholeB;
      if constexpr (!repeatA) va = hn::LoadU(F32(), a + i);
      if constexpr (!repeatB) vb = hn::LoadU(F32(), b + i);
      hn::StoreU(f(va, vb), F32(), y + i);
    }
    if (i == runs.size) continue;
    V va = wholeA, vb = wholeB;
    if constexpr (!repeatA) va = loadFirst(a + i, runs.size - i);
    if constexpr (!repeatB) vb = loadFirst(b + i, runs.size - i);
    storeFirst(f(va, vb), y + i, runs.size - i);
  }
}

template <class F>
HWY_INLINE void run(bool repeatA, bool repeatB, const float* a, const float* b, float* y, const Runs& runs, const F& f) {
  if (repeatA && repeatB) return runAll<true, true>(a, b, y, runs, f);
  if (repeatA) return runAll<true, false>(a, b, y, runs, f);
  if (repeatB) return runAll<false, true>(a, b, y, runs, f);
  return runAll<false, false>(a, b, y, runs, f);
}

}  // namespace

void broadcastRuns(const FormulaUse& function, bool repeatA, bool repeatB, const float* a, const float* b, float* y, std::int64_t count,
                   std::int64_t size, std::int64_t stepA, std::int64_t stepB) {
  const Runs runs{count, size, stepA, stepB};
  const V p = hn::Set(F32(), function.a), q = hn::Set(F32(), function.b);
  switch (function.formula) {
#define STEPSCOPE_CASE(name, simple) \
  case Formula::name: return run(repeatA, repeatB, a, b, y, runs, [=](V u, V v) HWY_ATTR { return formulas::name::value(u, v, p, q); });
    STEPSCOPE_FORMULAS_OF_TWO(STEPSCOPE_CASE)
#undef STEPSCOPE_CASE
    default: return;  // other formulas were refused earlier
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(broadcastRuns);

BroadcastPlan::BroadcastPlan(std::vector<BroadcastDim> dims) {
  std::vector<BroadcastDim> merged;
  for (const BroadcastDim& dim : dims) {
    elements_ *= dim.size;
    if (dim.size == 1) continue;
    // Whether the steps of the outer dimension continue where this one ends, for both operands: then they are merged.
    const bool even = !merged.empty() && merged.back().a == dim.a * dim.size && merged.back().b == dim.b * dim.size;
    if (even) {
      merged.back() = {merged.back().size * dim.size, dim.a, dim.b};
    } else {
      merged.push_back(dim);
    }
  }
  if (!merged.empty()) {
    inner_ = merged.back();
    merged.pop_back();
  }
  require(inner_.a >= 0 && inner_.a <= 1 && inner_.b >= 0 && inner_.b <= 1, "an operand is not contiguous in its last dimension");
  if (!merged.empty()) {
    middle_ = merged.back();
    merged.pop_back();
  }
  outer_ = std::move(merged);
  for (const BroadcastDim& dim : outer_) rows_ *= dim.size;
}

void BroadcastPlan::offsets(std::int64_t row, std::int64_t& a, std::int64_t& b) const {
  a = b = 0;
  for (std::size_t i = outer_.size(); i-- > 0;) {
    const std::int64_t at = row % outer_[i].size;
    row /= outer_[i].size;
    a += at * outer_[i].a;
    b += at * outer_[i].b;
  }
}

void broadcast(const FormulaUse& function, const BroadcastPlan& plan, const float* a, const float* b, float* y, int threads) {
  require(function.formula >= Formula::Add && !function.slope, "a formula of one operand was given two");
  if (plan.elements() == 0) return;
  const BroadcastDim middle = plan.middle(), inner = plan.inner();
  const bool repeatA = inner.a == 0, repeatB = inner.b == 0;
  const int team = teamForBytes(plan.elements() * (isSimple(function.formula) ? 12 : 64), threads);
  const std::int64_t runs = plan.rows() * middle.size;
  if (runs < 2 * team) {
    // If there are only a few long runs, every thread takes a part of each.
    parallelParts(inner.size, team, 16, [&](WorkRange range, int) {
      if (range.empty()) return;
      for (std::int64_t row = 0; row < plan.rows(); ++row) {
        std::int64_t fromA = 0, fromB = 0;
        plan.offsets(row, fromA, fromB);
        for (std::int64_t m = 0; m < middle.size; ++m) {
          HWY_DYNAMIC_DISPATCH(broadcastRuns)
          (function, repeatA, repeatB, a + fromA + m * middle.a + range.begin * inner.a, b + fromB + m * middle.b + range.begin * inner.b,
           y + (row * middle.size + m) * inner.size + range.begin, 1, range.end - range.begin, 0, 0);
        }
      }
    });
    return;
  }
  parallelParts(runs, team, 1, [&](WorkRange range, int) {
    for (std::int64_t at = range.begin; at < range.end;) {
      const std::int64_t row = at / middle.size, m = at % middle.size;
      const std::int64_t count = std::min(middle.size - m, range.end - at);
      std::int64_t fromA = 0, fromB = 0;
      plan.offsets(row, fromA, fromB);
      HWY_DYNAMIC_DISPATCH(broadcastRuns)
      (function, repeatA, repeatB, a + fromA + m * middle.a, b + fromB + m * middle.b, y + at * inner.size, count, inner.size, middle.a, middle.b);
      at += count;
    }
  });
}

}  // namespace stepscope::kernels
#endif
