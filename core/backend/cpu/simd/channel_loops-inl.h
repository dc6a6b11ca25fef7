// Loops over one group of channels (channel_groups.h), the same code for all layouts. For every vector of the group, a body gets the vectors of
// per-channel constants ("patterns") for its lanes.
#if defined(STEPSCOPE_CHANNEL_LOOPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_CHANNEL_LOOPS_INL_H
#undef STEPSCOPE_CHANNEL_LOOPS_INL_H
#else
#define STEPSCOPE_CHANNEL_LOOPS_INL_H
#endif

#include "core/backend/cpu/simd/channel_groups.h"
#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

inline constexpr std::int64_t kPatternFloats = ChannelGroups::kStrip;

// After this many vectors per accumulator, f32 sums are added to doubles, so that the rounding error stays near one unit in the last place.
inline constexpr std::int64_t kVectorsPerFlush = 256;

// Whether the segment is a run: contiguous rows, with the same channels in every vector.
inline bool isRun(const ChannelSegment& segment) {
  return segment.stride == segment.width && kLanes % segment.width == 0;
}

// Spreads per-channel constants over the lanes of a pattern: values[channel % width], zeros past the width in strips.
inline void fillPattern(const ChannelSegment& segment, const float* values, float* pattern) {
  const std::int64_t width = segment.width;
  for (std::int64_t i = 0; i < kPatternFloats; ++i) pattern[i] = isRun(segment) ? values[i % width] : i < width ? values[i] : 0.0f;
}

template <int kPatterns>
struct Patterns {
  HWY_ALIGN float values[kPatterns > 0 ? kPatterns : 1][kPatternFloats];
};

template <int kPatterns, int kSums>
struct PatternVectors {
  F32Vector vectors[kPatterns > 0 ? kPatterns : 1];
  HWY_INLINE PatternVectors(const Patterns<kPatterns>& patterns, std::int64_t channel) {
    for (int k = 0; k < kPatterns; ++k) vectors[k] = hn::Load(F32(), patterns.values[k] + channel);
  }
};

template <int kSums>
struct Sums {
  F32Vector vectors[kSums > 0 ? kSums : 1];
  HWY_INLINE Sums() {
    for (auto& v : vectors) v = hn::Zero(F32());
  }
};

// The channels [channel, channel + kWide * kLanes) of every row, as kWide vectors; if kWide is 1, the vector may be partial.
template <int kPatterns, int kSums, int kWide, class Lanes, class Body>
void overStrip(const ChannelGroups& groups, std::int64_t group, std::int64_t firstSegment, std::int64_t lastSegment, std::int64_t channel,
               const Patterns<kPatterns>& patterns, double (*sums)[kPatternFloats], Lanes lanes, const Body& body) {
  constexpr int kRowsAtOnce = kWide == 1 ? 4 : 1;
  using Vectors = PatternVectors<kPatterns, kSums>;
  const auto wide = [&]<int... v>(std::integer_sequence<int, v...>) HWY_ATTR {
    const Vectors constants[kWide] = {Vectors(patterns, channel + v * kLanes)...};
    Sums<kSums> accumulators[kWide * kRowsAtOnce];
    std::int64_t pending = 0;
    const auto flush = [&]() HWY_ATTR {
      if constexpr (kSums > 0)
        for (int k = 0; k < kSums; ++k)
          for (int w = 0; w < kWide * kRowsAtOnce; ++w) {
            addLanesTo(accumulators[w].vectors[k], sums[k] + channel + (kWide == 1 ? 0 : w * kLanes));
            accumulators[w].vectors[k] = hn::Zero(F32());
          }
      pending = 0;
    };
    for (std::int64_t s = firstSegment; s < lastSegment; ++s) {
      const ChannelSegment segment = groups.segment(group, s);
      const std::int64_t offset = segment.offset + channel, mask = segment.maskOffset + channel;
      std::int64_t row = 0;
      while (row < segment.rows) {
        const std::int64_t stop = std::min(segment.rows, row + kVectorsPerFlush * kRowsAtOnce);
        pending += stop - row;
        for (; row + kRowsAtOnce <= stop; row += kRowsAtOnce)
          for (int r = 0; r < kRowsAtOnce; ++r)
            for (int w = 0; w < kWide; ++w)
              body(offset + (row + r) * segment.stride + w * kLanes, mask + (row + r) * segment.maskStride + w * kLanes, lanes, constants[w].vectors,
                   accumulators[w + r * kWide].vectors);
        for (; row < stop; ++row)
          for (int w = 0; w < kWide; ++w)
            body(offset + row * segment.stride + w * kLanes, mask + row * segment.maskStride + w * kLanes, lanes, constants[w].vectors,
                 accumulators[w].vectors);
        if (kSums > 0 && pending >= kVectorsPerFlush * kRowsAtOnce) flush();
      }
    }
    flush();
  };
  wide(std::make_integer_sequence<int, kWide>());
}

template <int kPatterns, int kSums, class Body>
void overRuns(const ChannelGroups& groups, std::int64_t group, std::int64_t firstSegment, std::int64_t lastSegment,
              const Patterns<kPatterns>& patterns, double (*sums)[kPatternFloats], const Body& body) {
  constexpr int kUnroll = 4;
  const PatternVectors<kPatterns, kSums> constants(patterns, 0);
  Sums<kSums> accumulators[kUnroll];
  std::int64_t pending = 0, width = 1;
  const auto flush = [&]() HWY_ATTR {
    if constexpr (kSums > 0)
      for (int k = 0; k < kSums; ++k) {
        double lanes[kLanes] = {};
        for (int u = 0; u < kUnroll; ++u) {
          addLanesTo(accumulators[u].vectors[k], lanes);
          accumulators[u].vectors[k] = hn::Zero(F32());
        }
        for (std::int64_t i = 0; i < kLanes; ++i) sums[k][i % width] += lanes[i];
      }
    pending = 0;
  };
  for (std::int64_t s = firstSegment; s < lastSegment; ++s) {
    const ChannelSegment segment = groups.segment(group, s);
    width = segment.width;
    const std::int64_t end = segment.rows * segment.width;
    std::int64_t i = 0;
    while (i < end) {
      const std::int64_t stop = std::min(end, i + kUnroll * kLanes * kVectorsPerFlush);
      pending += (stop - i) / (kUnroll * kLanes) + 4;
      for (; i + kUnroll * kLanes <= stop; i += kUnroll * kLanes)
        for (int u = 0; u < kUnroll; ++u)
          body(segment.offset + i + u * kLanes, segment.maskOffset + i + u * kLanes, AllLanes{}, constants.vectors, accumulators[u].vectors);
      if (stop == end)
        for (int u = 0; i < end; ++u, i += kLanes) {
          if (i + kLanes <= end) body(segment.offset + i, segment.maskOffset + i, AllLanes{}, constants.vectors, accumulators[0].vectors);
          else body(segment.offset + i, segment.maskOffset + i, FirstLanes{end - i}, constants.vectors, accumulators[0].vectors);
        }
      if (kSums > 0 && pending >= kVectorsPerFlush) flush();
    }
  }
  flush();
}

// Calls body(offset, maskOffset, lanes, constants, accumulators) for every vector of segments [first, last) of a group; accumulators[k] are added to
// sums[k][channel in the group]. With kSums 0 there are no sums, and `sums` may be null.
template <int kPatterns, int kSums, class Body>
void overGroup(const ChannelGroups& groups, std::int64_t group, std::int64_t first, std::int64_t last, const Patterns<kPatterns>& patterns,
               double (*sums)[kPatternFloats], const Body& body) {
  if (first >= last) return;
  const ChannelSegment segment = groups.segment(group, first);
  if (isRun(segment)) {
    overRuns<kPatterns, kSums>(groups, group, first, last, patterns, sums, body);
    return;
  }
  // For NHWC segment by segment, so that the strips of a segment find its rows in the cache.
  const std::int64_t step = groups.rowMajor() ? 1 : last - first;
  for (std::int64_t s = first; s < last; s += step) {
    const std::int64_t end = std::min(last, s + step);
    std::int64_t channel = 0;
    for (; channel + 4 * kLanes <= segment.width; channel += 4 * kLanes)
      overStrip<kPatterns, kSums, 4>(groups, group, s, end, channel, patterns, sums, AllLanes{}, body);
    for (; channel + 2 * kLanes <= segment.width; channel += 2 * kLanes)
      overStrip<kPatterns, kSums, 2>(groups, group, s, end, channel, patterns, sums, AllLanes{}, body);
    for (; channel + kLanes <= segment.width; channel += kLanes)
      overStrip<kPatterns, kSums, 1>(groups, group, s, end, channel, patterns, sums, AllLanes{}, body);
    if (channel < segment.width)
      overStrip<kPatterns, kSums, 1>(groups, group, s, end, channel, patterns, sums, FirstLanes{segment.width - channel}, body);
  }
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
