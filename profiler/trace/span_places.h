// Computes the positions of several spans on a row of pixels, for LanePyramid. Only arithmetic, so that a processor computes several spans in one
// instruction; the drawing itself is done span by span.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stepscope {

// Pixel x shows the times [from + x / perNs, from + (x + 1) / perNs), counted from `origin`.
struct PixelScale {
  std::int64_t origin = 0;  // ns
  double from = 0;          // ns
  double perNs = 1;         // pixels per nanosecond
  int width = 0;            // pixels
  double pixelOf(std::int64_t time) const { return (static_cast<double>(time - origin) - from) * perNs; }
};

// The places of up to kMost spans; entry i of each array is about span i ("it").
struct SpanPlaces {
  static constexpr std::size_t kMost = 16;  // spans at once
  std::int32_t first[kMost];                // the pixel where it begins, 0 if that is left of the row
  std::int32_t last[kMost];                 // the pixel where it ends, at most `width`
  double head[kMost];                       // the fraction of its first pixel that it covers
  double tail[kMost];                       // the same for its last pixel; only valid if `ends` is set
  std::int64_t ends[kMost];                 // -1: its last pixel differs from its first, is within the row and covered in part; else 0
  std::int32_t reached[kMost];              // the last pixel that it covers in part: `last` if `ends` is set, else `first`
  std::int32_t tailCoverage[kMost];         // `tail` as LanePixel::coverage
  std::int32_t gapAt[kMost];                // where its gap is drawn, or equal to `reached`
  std::int32_t gap[kMost];                  // 1: a gap is drawn
  int inRow = 0;                            // how many of the spans begin left of the row's end; these come first
  bool labels = false;                      // some span has room for a label
};

// A span gets a gap at its end from `gapWidth` pixels on, and a label from `labelWidth` pixels on. `count`: number of spans, at most kMost.
void placeSpans(const std::int64_t* start, const std::int64_t* duration, std::size_t count, const PixelScale& scale, int gapWidth, int labelWidth,
                SpanPlaces& places);

}  // namespace stepscope
