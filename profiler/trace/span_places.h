// Where spans are on a row of pixels, for several at once: what LanePyramid draws from. Only arithmetic, so that a processor computes some
// spans in one instruction; what follows from it is drawn span by span.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stepscope {

// Pixel x shows the times [from + x / perNs, from + (x + 1) / perNs), counted from `origin`.
struct PixelScale {
  std::int64_t origin = 0;  // ns
  double from = 0;          // ns
  double perNs = 1;         // pixels a nanosecond
  int width = 0;            // pixels
  double pixelOf(std::int64_t time) const { return (static_cast<double>(time - origin) - from) * perNs; }
};

struct SpanPlaces {
  static constexpr std::size_t kMost = 16;  // spans at once
  std::int32_t first[kMost];                // the pixel where it begins, 0 if that is left of the row
  std::int32_t last[kMost];                 // the one where it ends, at most `width`
  double head[kMost];                       // of its first pixel the share that it covers
  double tail[kMost];                       // of its last pixel; only where `ends`
  std::int64_t ends[kMost];                 // -1: its last pixel is another than its first, within the row, and covered in part; else 0
  std::int32_t reached[kMost];              // the last pixel that it covers in part: `last` where `ends`, else `first`
  std::int32_t tailCoverage[kMost];         // `tail` as LanePixel::coverage
  std::int32_t gapAt[kMost];                // where its gap is drawn, or `reached`
  std::int32_t gap[kMost];                  // 1: it has one
  int inRow = 0;                            // how many of the spans begin left of the row's end: the first ones
  bool labels = false;                      // some span has room for a label
};

// gapWidth, labelWidth: pixels a span needs for a gap at its end and for a label. count: at most kMost.
void placeSpans(const std::int64_t* start, const std::int64_t* duration, std::size_t count, const PixelScale& scale, int gapWidth, int labelWidth,
                SpanPlaces& places);

}  // namespace stepscope
