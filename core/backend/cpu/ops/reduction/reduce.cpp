#include "core/backend/cpu/ops/reduction/reduce.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/backend/cpu/ops/reduction/reduced_loops.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/reduction/reduce.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using V = F32Vector;

constexpr std::int64_t kVectorsAtOnce = kReduceColumns / kLanes;
constexpr std::int64_t kAddsInF32 = 256;  // additions in an f32 lane before it is added to a double

template <Reduction reduction>
HWY_INLINE V start() {
  return reduction == Reduction::Max ? hn::Set(F32(), -HUGE_VALF) : hn::Zero(F32());
}

template <Reduction reduction, class Lanes>
HWY_INLINE V take(V total, const float* x, const float* other, Lanes lanes) {
  if constexpr (reduction == Reduction::Max) {
    const V v = lanes.load(x);
    const auto larger = hn::Or(hn::Gt(v, total), hn::IsNaN(v));
    if constexpr (std::is_same_v<Lanes, FirstLanes>) {
      return hn::IfThenElse(hn::And(larger, hn::FirstN(F32(), static_cast<std::size_t>(lanes.count()))), v, total);
    } else {
      return hn::IfThenElse(larger, v, total);
    }
  } else if constexpr (reduction == Reduction::ProductSum) {
    return hn::MulAdd(lanes.load(x), lanes.load(other), total);
  } else {
    return hn::Add(total, lanes.load(x));
  }
}

template <Reduction reduction>
HWY_INLINE void fold(double& total, double v) {
  if constexpr (reduction == Reduction::Max) {
    if (v > total || std::isnan(v)) total = v;
  } else {
    total += v;
  }
}

template <Reduction reduction>
HWY_INLINE void foldLanes(double* totals, V v) {
  HWY_ALIGN float lanes[kLanes];
  hn::Store(v, F32(), lanes);
  for (std::int64_t i = 0; i < kLanes; ++i) fold<reduction>(totals[i], static_cast<double>(lanes[i]));
}

// Reduces contiguous runs to one number.
template <Reduction reduction>
void reduceRuns(const float* x, const float* other, const ReducedLoops& loops, WorkRange range, double* result) {
  HWY_ALIGN double totals[kLanes];
  for (double& total : totals) total = reduction == Reduction::Max ? -std::numeric_limits<double>::infinity() : 0.0;
  // Without outer loops `range` is a part of the only run.
  const bool split = loops.count == 0;
  const std::int64_t run = split ? range.end - range.begin : loops.run;
  V total = start<reduction>();
  std::int64_t pending = 0;
  for (std::int64_t index = split ? 0 : range.begin; index < (split ? 1 : range.end); ++index) {
    const std::int64_t at = split ? range.begin : loops.offset(index);
    const float *p = x + at, *q = other ? other + at : nullptr;
    for (std::int64_t i = 0; i < run;) {
      const std::int64_t end = std::min(run, i + (kAddsInF32 - pending) * kLanes);
      pending += (end - i + kLanes - 1) / kLanes;
      overVectors(i, end, [&](std::int64_t e, auto lanes) HWY_ATTR { total = take<reduction>(total, p + e, q + e, lanes); });
      i = end;
      if (pending < kAddsInF32) continue;
      foldLanes<reduction>(totals, total);
      total = start<reduction>();
      pending = 0;
    }
  }
  foldLanes<reduction>(totals, total);
  double sum = totals[0];
  for (std::int64_t i = 1; i < kLanes; ++i) fold<reduction>(sum, totals[i]);
  *result = sum;
}

// Reduces `width` neighbouring columns, at most kReduceColumns, each to its own number.
template <Reduction reduction>
void reduceColumns(const float* x, const float* other, const ReducedLoops& loops, WorkRange range, std::int64_t width, double* result) {
  HWY_ALIGN double totals[kReduceColumns];
  for (double& total : totals) total = reduction == Reduction::Max ? -std::numeric_limits<double>::infinity() : 0.0;
  const std::int64_t inner = loops.count ? loops.size[loops.count - 1] : 1;
  const std::int64_t stride = loops.count ? loops.stride[loops.count - 1] : 0;
  const std::int64_t whole = width / kLanes, rest = width % kLanes;
  for (std::int64_t index = range.begin; index < range.end;) {
    // Within the innermost loop the rows are equally far apart.
    const std::int64_t rows = std::min({inner - index % inner, range.end - index, kAddsInF32});
    const std::int64_t at = loops.offset(index);
    index += rows;
    if (whole == kVectorsAtOnce) {
      V sums[kVectorsAtOnce];
      for (V& sum : sums) sum = start<reduction>();
      const float *p = x + at, *q = other ? other + at : nullptr;
      for (std::int64_t row = 0; row < rows; ++row, p += stride, q += other ? stride : 0) {
        for (std::int64_t v = 0; v < kVectorsAtOnce; ++v) sums[v] = take<reduction>(sums[v], p + v * kLanes, q + v * kLanes, AllLanes{});
      }
      for (std::int64_t v = 0; v < kVectorsAtOnce; ++v) foldLanes<reduction>(totals + v * kLanes, sums[v]);
      continue;
    }
    for (std::int64_t v = 0; v < whole; ++v) {
      V sum = start<reduction>();
      const float *p = x + at + v * kLanes, *q = other ? other + at + v * kLanes : nullptr;
      for (std::int64_t row = 0; row < rows; ++row) sum = take<reduction>(sum, p + row * stride, q + row * stride, AllLanes{});
      foldLanes<reduction>(totals + v * kLanes, sum);
    }
    if (rest > 0) {
      V sum = start<reduction>();
      const float *p = x + at + whole * kLanes, *q = other ? other + at + whole * kLanes : nullptr;
      for (std::int64_t row = 0; row < rows; ++row) sum = take<reduction>(sum, p + row * stride, q + row * stride, FirstLanes{rest});
      foldLanes<reduction>(totals + whole * kLanes, sum);
    }
  }
  std::copy(totals, totals + width, result);
}

}  // namespace

void reducePart(Reduction reduction, bool columns, const float* x, const float* other, const ReducedLoops& loops, WorkRange range, std::int64_t width,
                double* result) {
  switch (reduction) {
    case Reduction::Sum:
      if (columns) return reduceColumns<Reduction::Sum>(x, other, loops, range, width, result);
      return reduceRuns<Reduction::Sum>(x, other, loops, range, result);
    case Reduction::ProductSum:
      if (columns) return reduceColumns<Reduction::ProductSum>(x, other, loops, range, width, result);
      return reduceRuns<Reduction::ProductSum>(x, other, loops, range, result);
    case Reduction::Max:
      if (columns) return reduceColumns<Reduction::Max>(x, other, loops, range, width, result);
      return reduceRuns<Reduction::Max>(x, other, loops, range, result);
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(reducePart);

namespace {

struct KeptDim {
  std::int64_t size, stride, step;  // stride in the input, step in the result
};

// The plan as two sets of loops: over reduced and over kept dimensions.
struct Loops {
  ReducedLoops reduced;
  std::array<KeptDim, ReducedLoops::kMost> kept{};
  std::size_t keptCount = 0;
  bool columns = false;    // whether the innermost dimension is kept
  KeptDim lanes{1, 1, 1};  // that dimension
  std::int64_t chunksPerLanes = 1;
  std::int64_t items = 1;  // chunks of columns, or single results

  explicit Loops(const ReducePlan& plan) {
    std::int64_t stride = plan.elements();
    for (std::size_t i = 0; i < plan.dims().size(); ++i) {
      const ReduceDim& dim = plan.dims()[i];
      stride /= dim.size;
      const bool last = i + 1 == plan.dims().size();
      if (dim.reduced) {
        if (last) {
          reduced.run = dim.size;
        } else {
          reduced.size[reduced.count] = dim.size;
          reduced.stride[reduced.count++] = stride;
        }
      } else if (last) {
        columns = true;
        lanes = {dim.size, 1, dim.step};
        chunksPerLanes = (dim.size + kReduceColumns - 1) / kReduceColumns;
        items *= chunksPerLanes;
      } else {
        kept[keptCount++] = {dim.size, stride, dim.step};
        items *= dim.size;
      }
    }
  }

  struct Item {
    std::int64_t x = 0, result = 0, width = 1;
  };
  Item item(std::int64_t index) const {
    Item item;
    const std::int64_t chunk = index % chunksPerLanes;
    index /= chunksPerLanes;
    for (std::size_t i = keptCount; i-- > 0; index /= kept[i].size) {
      item.x += index % kept[i].size * kept[i].stride;
      item.result += index % kept[i].size * kept[i].step;
    }
    if (columns) {
      item.x += chunk * kReduceColumns;
      item.result += chunk * kReduceColumns * lanes.step;
      item.width = std::min(kReduceColumns, lanes.size - chunk * kReduceColumns);
    }
    return item;
  }
};

// Most partial results of all threads together, if threads divide the reduced elements because there are few results.
constexpr std::size_t kMostParts = 4096;

}  // namespace

ReducePlan::ReducePlan(std::vector<ReduceDim> dims) {
  for (const ReduceDim& dim : dims) {
    elements_ *= dim.size;
    if (dim.size == 1) continue;
    const bool same = !dims_.empty() && dims_.back().reduced == dim.reduced;
    if (same && (dim.reduced || dims_.back().step == dim.step * dim.size)) {
      dims_.back().size *= dim.size;
      dims_.back().step = dim.step;
    } else {
      dims_.push_back(dim);
    }
  }
  require(dims_.size() <= ReducedLoops::kMost, "a reduction of too many dimensions");
}

void reduce(Reduction reduction, const ReducePlan& plan, const float* x, const float* other, double scale, float* result, int threads) {
  if (plan.elements() == 0) {
    // A reduced dimension may be empty while the kept ones are not: the result then has elements, all 0.
    std::int64_t kept = 1;
    for (const ReduceDim& dim : plan.dims()) kept *= dim.reduced ? 1 : dim.size;
    std::fill(result, result + kept, 0.0f);
    return;
  }
  const Loops loops(plan);
  const int team = teamForBytes(plan.elements() * (other ? 8 : 4), threads);
  const std::int64_t indices = loops.reduced.count || loops.columns ? loops.reduced.indices() : loops.reduced.run;
  const auto write = [&](const Loops::Item& item, const double* values) {
    for (std::int64_t i = 0; i < item.width; ++i) result[item.result + i * loops.lanes.step] = static_cast<float>(values[i] * scale);
  };
  const std::int64_t partial = loops.items * (loops.columns ? kReduceColumns : 1);
  if (team > 1 && loops.items < 2 * team && partial * team <= static_cast<std::int64_t>(kMostParts)) {
    std::array<double, kMostParts> parts;
    parallelParts(indices, team, loops.reduced.count || loops.columns ? 1 : 16, [&](WorkRange range, int thread) {
      for (std::int64_t i = 0; i < loops.items; ++i) {
        const Loops::Item item = loops.item(i);
        HWY_DYNAMIC_DISPATCH(reducePart)
        (reduction, loops.columns, x + item.x, other ? other + item.x : nullptr, loops.reduced, range, item.width,
         parts.data() + thread * partial + i * (loops.columns ? kReduceColumns : 1));
      }
    });
    for (std::int64_t i = 0; i < loops.items; ++i) {
      const Loops::Item item = loops.item(i);
      double* first = parts.data() + i * (loops.columns ? kReduceColumns : 1);
      for (int thread = 1; thread < team; ++thread) {
        for (std::int64_t c = 0; c < item.width; ++c) {
          const double v = first[thread * partial + c];
          if (reduction != Reduction::Max) {
            first[c] += v;
          } else if (v > first[c] || std::isnan(v)) {
            first[c] = v;
          }
        }
      }
      write(item, first);
    }
    return;
  }
  parallelParts(loops.items, team, 1, [&](WorkRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const Loops::Item item = loops.item(i);
      std::array<double, kReduceColumns> values;
      HWY_DYNAMIC_DISPATCH(reducePart)
      (reduction, loops.columns, x + item.x, other ? other + item.x : nullptr, loops.reduced, WorkRange{0, indices}, item.width, values.data());
      write(item, values.data());
    }
  });
}

void maxGrad(const ReducePlan& plan, const float* dy, const float* x, const float* y, float* dx, int threads) {
  if (plan.elements() == 0) return;
  const Loops loops(plan);
  parallelParts(loops.items, teamForBytes(plan.elements() * 16, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const Loops::Item item = loops.item(i);
      for (std::int64_t c = 0; c < item.width; ++c) {
        const float largest = y[item.result + c * loops.lanes.step], gradient = dy[item.result + c * loops.lanes.step];
        const auto overRuns = [&](const auto& body) {
          for (std::int64_t index = 0; index < loops.reduced.indices(); ++index) {
            const std::int64_t at = item.x + c + loops.reduced.offset(index);
            for (std::int64_t e = at; e < at + loops.reduced.run; ++e) body(e);
          }
        };
        std::int64_t equal = 0;
        overRuns([&](std::int64_t e) { equal += x[e] == largest; });
        const float share = equal > 0 ? gradient / static_cast<float>(equal) : 0.0f;
        overRuns([&](std::int64_t e) { dx[e] = x[e] == largest ? share : 0.0f; });
      }
    }
  });
}

}  // namespace stepscope::kernels
#endif
