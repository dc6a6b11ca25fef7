#include "profiler/trace/span_places.h"

#include <algorithm>

// 0xF8 disables the targets above AVX3, as in the CPU backend: they would add size and gain nothing here.
#define HWY_DISABLED_TARGETS (0xF8LL | HWY_SSE4 | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "profiler/trace/span_places.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stepscope::places::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Places kMost spans; the arrays hold as many.
void placeSpans(const std::int64_t* start, const std::int64_t* duration, const PixelScale& scale, int gapWidth, int labelWidth, SpanPlaces& out) {
  const hn::CappedTag<double, 8> d;
  const hn::RebindToSigned<decltype(d)> d64;
  const hn::Rebind<std::int32_t, decltype(d)> d32;
  const std::size_t lanes = hn::Lanes(d);
  const auto zero = hn::Zero(d), one = hn::Set(d, 1.0), width = hn::Set(d, static_cast<double>(scale.width)), perNs = hn::Set(d, scale.perNs);
  int inRow = 0;
  auto widest = zero;
  for (std::size_t i = 0; i < SpanPlaces::kMost; i += lanes) {
    const auto begin = hn::ConvertTo(d, hn::Sub(hn::LoadU(d64, start + i), hn::Set(d64, scale.origin)));
    const auto left = hn::Mul(hn::Sub(begin, hn::Set(d, scale.from)), perNs);
    const auto right = hn::Add(left, hn::Mul(hn::ConvertTo(d, hn::LoadU(d64, duration + i)), perNs));
    inRow += static_cast<int>(hn::CountTrue(d, hn::Lt(left, width)));
    const auto clipped = hn::Max(left, zero);
    const auto first32 = hn::DemoteTo(d32, hn::Min(clipped, width)), last32 = hn::DemoteTo(d32, hn::Min(hn::Max(right, zero), width));
    const auto first = hn::PromoteTo(d, first32), last = hn::PromoteTo(d, last32);
    const auto tail = hn::Sub(right, last);
    const auto endVisible = hn::Lt(right, width);
    const auto ends = hn::And(hn::And(hn::Gt(last, first), hn::Gt(right, last)), endVisible);
    const auto reached = hn::IfThenElse(ends, last, first);
    const auto coverage = hn::Clamp(hn::Add(hn::Mul(tail, hn::Set(d, 255.0)), hn::Set(d, 0.5)), one, hn::Set(d, 255.0));
    const auto beforeLast = hn::Sub(last, one);
    const auto wide = hn::Ge(hn::Sub(right, left), hn::Set(d, static_cast<double>(gapWidth)));
    const auto gap = hn::And(hn::And(wide, endVisible), hn::Gt(beforeLast, first));
    widest = hn::Max(widest, hn::Sub(last, first));
    hn::StoreU(first32, d32, out.first + i);
    hn::StoreU(last32, d32, out.last + i);
    hn::StoreU(hn::Max(hn::Sub(hn::Min(right, hn::Add(first, one)), clipped), zero), d, out.head + i);
    hn::StoreU(tail, d, out.tail + i);
    hn::StoreU(hn::BitCast(d64, hn::VecFromMask(d, ends)), d64, out.ends + i);
    hn::StoreU(hn::DemoteTo(d32, reached), d32, out.reached + i);
    hn::StoreU(hn::DemoteTo(d32, coverage), d32, out.tailCoverage + i);
    hn::StoreU(hn::DemoteTo(d32, hn::IfThenElse(gap, beforeLast, reached)), d32, out.gapAt + i);
    hn::StoreU(hn::DemoteTo(d32, hn::IfThenElseZero(gap, one)), d32, out.gap + i);
  }
  out.inRow = inRow;
  out.labels = hn::GetLane(hn::MaxOfLanes(d, widest)) >= static_cast<double>(labelWidth);
}

}  // namespace stepscope::places::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope {
namespace places {
HWY_EXPORT(placeSpans);
}

void placeSpans(const std::int64_t* start, const std::int64_t* duration, std::size_t count, const PixelScale& scale, int gapWidth, int labelWidth,
                SpanPlaces& out) {
  if (count >= SpanPlaces::kMost) return HWY_DYNAMIC_DISPATCH(places::placeSpans)(start, duration, scale, gapWidth, labelWidth, out);
  // The rest is filled with the last span.
  std::int64_t starts[SpanPlaces::kMost], durations[SpanPlaces::kMost];
  for (std::size_t i = 0; i < SpanPlaces::kMost; ++i) {
    starts[i] = start[std::min(i, count - 1)];
    durations[i] = duration[std::min(i, count - 1)];
  }
  HWY_DYNAMIC_DISPATCH(places::placeSpans)(starts, durations, scale, gapWidth, labelWidth, out);
  out.inRow = std::min(out.inRow, static_cast<int>(count));
}

}  // namespace stepscope
#endif
