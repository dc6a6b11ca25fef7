// Level of detail for one lane: stores the coverage and the main colour key of time slices whose lengths are powers of two, so that a row of pixels
// costs O(pixels * log spans). Measured with 10 million spans in 160 lanes: 3 ms per frame.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

// One pixel of a lane. A coverage of 0 means that no span touches the pixel. Any span gives at least 1, so that no span vanishes.
struct alignas(4) LanePixel {
  std::uint8_t coverage = 0;  // time in spans / time of the pixel, as 1..255; 0: no span
  std::uint8_t key = 0;       // the key with the most time: a Category, or another key that the pyramid was built with
  bool gap = false;           // the last full pixel of a span at least kGapWidth pixels wide; drawn faint, to separate neighbours
  std::uint8_t unused = 0;    // padding, so that a pixel is written as one integer
  friend bool operator==(const LanePixel&, const LanePixel&) = default;
};

// A span wide enough to carry a label.
struct LaneLabel {
  int left = 0, width = 0;  // pixels
  std::uint32_t index = 0;  // index of the span in its lane
};

class LanePyramid {
 public:
  static constexpr int kGapWidth = 4;
  static constexpr int kLabelWidth = 30;

  LanePyramid() = default;
  // The lane must outlive the pyramid. [begin, end] covers all its spans. `keys`: the colour key of each span, which must also outlive the pyramid;
  // if empty, the category is the key.
  LanePyramid(const TraceLane& lane, std::int64_t begin, std::int64_t end, std::span<const std::uint8_t> keys = {});

  // Fills a row: pixel x shows [from + x * nsPerPixel, from + (x + 1) * nsPerPixel). `from` is in ns since the constructor's `begin`, because a
  // double cannot hold every absolute time exactly. If a pixel is shorter than a bin of level 0, spans at least kLabelWidth pixels wide are appended
  // to `labels` (may be null).
  void row(double from, double nsPerPixel, std::span<LanePixel> pixels, std::vector<LaneLabel>* labels) const;

  // Time in spans within [from, to), in ns; O(log spans). This and the next two functions take absolute times.
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
