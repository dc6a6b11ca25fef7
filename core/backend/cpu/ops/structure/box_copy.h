// Copies boxes of 4-byte elements from one tensor to another. concat, split, slice, pad and transpose are lists of boxes.
#pragma once

#include <cstdint>
#include <span>

namespace stepscope::kernels {

// extent[0] x extent[1] x ... elements; element (i0, i1, ...) goes from fromOffset + sum(i * from) to toOffset + sum(i * to), in elements. A stride
// in `from` may be zero (one element repeated) or negative (backwards); those in `to` are positive.
struct Box {
  static constexpr int kDimensions = 16;

  int rank = 0;
  std::int64_t extent[kDimensions] = {}, from[kDimensions] = {}, to[kDimensions] = {};
  std::int64_t fromOffset = 0, toOffset = 0;
  std::int64_t fromOuter = 0, toOuter = 0;  // strides of the outermost dimension that all boxes share, see copyBoxes()
  int source = 0, target = 0;               // indices of the operands; source kFill: `value` is written
  float value = 0;                          // four bytes, whatever their type

  static constexpr int kFill = -1;

  void add(std::int64_t count, std::int64_t fromStride, std::int64_t toStride) {
    extent[rank] = count;
    from[rank] = fromStride;
    to[rank] = toStride;
    ++rank;
  }
};

// The same elements with as few dimensions as possible, in the target's memory order, as copyBoxes requires.
Box normalized(const Box& box);

// Copies every box for every index [0, outer) of a common outermost dimension. Boxes write disjoint elements.
void copyBoxes(std::span<const Box> boxes, std::int64_t outer, const float* const* sources, float* const* targets, int threads);

// Gradient of padding by reflection or repetition: dx is set to zero, then dx[map(i)] += dy[i] for every element i of the padded tensor. Both tensors
// are row-major, with `inner` contiguous elements innermost.
struct PadShape {
  static constexpr int kDimensions = 12;

  int rank = 0;  // dimensions outside `inner`
  std::int64_t size[kDimensions] = {}, before[kDimensions] = {}, after[kDimensions] = {};
  std::int64_t inner = 1;
  bool reflect = false;  // false: the edge is repeated
};
void padGrad(const PadShape& shape, const float* dy, float* dx, int threads);

// Channel shuffle: channel j * groups + i of `y` = channel i * (c / groups) + j of `x`, for images in blocks of 8 or 16 channels. Padding lanes are
// zeroed.
void shuffleBlockedChannels(std::int64_t n, std::int64_t c, std::int64_t spatial, std::int64_t block, std::int64_t groups, const float* x, float* y,
                            int threads);

}  // namespace stepscope::kernels
