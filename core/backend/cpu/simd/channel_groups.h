// Describes every layout as groups of channels times segments of memory, so that a reduction or a normalisation is written only once.
//   plain:   a group is one channel,          a segment one image's plane
//   blocked: a group is one channel block,    a segment one image's block of planes
//   NHWC:    a group is up to kStrip channels, a segment up to kRows rows
// A segment is `rows` rows of `width` channels, `stride` floats apart. If the rows follow each other without a gap (stride == width) and a vector
// holds a whole number of rows, the kernels read the segment as one run, in which every vector has the same channels.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/backend/cpu/simd/layout.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

struct ChannelSegment {
  std::int64_t offset = 0;  // first element, in floats
  std::int64_t rows = 0, stride = 0, width = 0;
  std::int64_t maskOffset = 0, maskStride = 0;  // in elements of the bit mask, whose rows are rounded up to 16 elements
};

class ChannelGroups {
 public:
  static constexpr std::int64_t kStrip = 64;  // four AVX-512 vectors: their accumulators fit in registers
  static constexpr std::int64_t kRows = 512;

  constexpr explicit ChannelGroups(const ChannelBlocks& layout) : layout_(layout) {
    // With one pixel per image, plain memory is a matrix with a row of all channels per image.
    if (layout.block == 1 && layout.spatial == 1) layout_.block = layout.c;
    rowMajor_ = layout_.block == layout_.c && layout_.c != 1;
  }

  // Whether a row of memory has all channels (NHWC). Then groups share cache lines, so the segments are divided among threads.
  constexpr bool rowMajor() const { return rowMajor_; }
  constexpr std::int64_t rows() const { return layout_.n * layout_.spatial; }
  constexpr std::int64_t channelsPerGroup() const { return rowMajor_ ? kStrip : layout_.block; }
  constexpr std::int64_t groups() const { return rowMajor_ ? (layout_.c + kStrip - 1) / kStrip : layout_.blocks(); }
  constexpr std::int64_t segments() const { return rowMajor_ ? (rows() + kRows - 1) / kRows : layout_.n; }
  constexpr std::int64_t channels() const { return layout_.c; }
  constexpr std::int64_t firstChannel(std::int64_t group) const { return group * channelsPerGroup(); }

  constexpr ChannelSegment segment(std::int64_t group, std::int64_t index) const {
    ChannelSegment segment;
    if (rowMajor_) {
      const std::int64_t first = index * kRows;
      segment.rows = std::min(kRows, rows() - first);
      segment.stride = layout_.c;
      segment.width = std::min(kStrip, layout_.c - group * kStrip);
      segment.offset = first * layout_.c + group * kStrip;
      segment.maskStride = rounded(layout_.c);
      segment.maskOffset = first * segment.maskStride + group * kStrip;
    } else {
      segment.rows = layout_.spatial;
      segment.stride = segment.width = layout_.block;
      segment.offset = (index * layout_.blocks() + group) * layout_.spatial * layout_.block;
      segment.maskStride = layout_.block;
      segment.maskOffset = (index * layout_.blocks() + group) * rounded(layout_.spatial * layout_.block);
    }
    return segment;
  }

  // Elements of the bit mask; every row (NHWC), or else every plane, is rounded up to 16 elements.
  constexpr std::int64_t maskElements() const {
    return rowMajor_ ? rows() * rounded(layout_.c) : layout_.n * layout_.blocks() * rounded(layout_.spatial * layout_.block);
  }

 private:
  static constexpr std::int64_t rounded(std::int64_t count) { return (count + 15) / 16 * 16; }

  ChannelBlocks layout_;
  bool rowMajor_ = false;
};

// The items that are divided among threads if every thread may have partial sums: segments if the groups share rows (rowMajor), otherwise (group,
// segment) pairs, the group outermost. overItems() calls visit(group, firstSegment, lastSegment) for the items of a range.
constexpr std::int64_t groupItems(const ChannelGroups& groups) {
  return groups.rowMajor() ? groups.segments() : groups.groups() * groups.segments();
}
template <class Visit>
void overItems(const ChannelGroups& groups, WorkRange items, const Visit& visit) {
  if (groups.rowMajor()) {
    for (std::int64_t s = items.begin; s < items.end; ++s)
      for (std::int64_t g = 0; g < groups.groups(); ++g) visit(g, s, s + 1);
    return;
  }
  for (std::int64_t item = items.begin; item < items.end;) {
    const std::int64_t g = item / groups.segments(), s = item % groups.segments();
    const std::int64_t last = std::min(groups.segments(), s + items.end - item);
    visit(g, s, last);
    item += last - s;
  }
}

}  // namespace stepscope::kernels
