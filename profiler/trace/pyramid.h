// Level of detail for one lane: the coverage and the main colour key of every power-of-two slice of time, so that a row of pixels costs O(pixels *
// log spans) whatever the number of spans. Measured on the sketch: 10 M spans, 160 lanes, 3 ms a frame.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

// One pixel of a lane. coverage 0: no span touches it. Anything a span touches has at least 1, so nothing vanishes.
struct alignas(4) LanePixel {
  std::uint8_t coverage = 0;  // fraction of the pixel's time spent in spans, 1..255
  std::uint8_t key = 0;       // the key with the most time: a Category, or another key that the pyramid was built with
  bool gap = false;           // the last pixel of a span at least kGapWidth pixels wide: drawn faint, to separate neighbours
  std::uint8_t unused = 0;    // padding, so that a pixel is written at once
  friend bool operator==(const LanePixel&, const LanePixel&) = default;
};

// A span wide enough to carry a label.
struct LaneLabel {
  int left = 0, width = 0;  // pixels
  std::uint32_t index = 0;  // of the span in its lane
};

class LanePyramid {
 public:
  static constexpr int kGapWidth = 4;
  static constexpr int kLabelWidth = 30;

  LanePyramid() = default;
  // The lane must outlive the pyramid. [begin, end] covers all its spans. keys: the colour key of each span, which must also outlive the pyramid;
  // without it the category.
  LanePyramid(const TraceLane& lane, std::int64_t begin, std::int64_t end, std::span<const std::uint8_t> keys = {});

  // Fills a row: pixel x shows [from + x * nsPerPixel, from + (x + 1) * nsPerPixel), where `from` counts from `begin` (a double holds that
  // exactly where an absolute time of a long-running machine would not). Spans at least kLabelWidth pixels wide are appended to `labels`
  // (may be null).
  void row(double from, double nsPerPixel, std::span<LanePixel> pixels, std::vector<LaneLabel>* labels) const;

  // These functions take absolute times. Time in spans within [from, to), ns; O(log spans).
  std::int64_t busy(std::int64_t from, std::int64_t to) const;
  // First span that ends after `time`; lane.size() if none.
  std::size_t firstEndingAfter(std::int64_t time) const;
  // First span that starts at or after `time`; lane.size() if none.
  std::size_t firstStartingFrom(std::int64_t time) const;

 private:
  struct Bin {
    std::uint8_t coverage, key;
  };
  std::int64_t busyBefore(std::size_t index) const;
  void coarseRow(double from, double nsPerPixel, std::span<LanePixel> pixels) const;
  void fineRow(double from, double nsPerPixel, std::span<LanePixel> pixels, std::vector<LaneLabel>* labels) const;

  const TraceLane* lane_ = nullptr;
  const std::uint8_t* keys_ = nullptr;
  std::int64_t origin_ = 0;
  int baseShift_ = 0;  // a bin of level 0 lasts 2^baseShift_ ns, of level k twice as long as of level k - 1
  std::vector<std::vector<Bin>> levels_;
  std::vector<std::int64_t> busyPrefix_;  // busy time before every 16th span
};

}  // namespace stepscope
