// A part of one tensor as a list of boxes of another, in any layouts: blocks of channels are divided where a block ends on either side.
#pragma once

#include <vector>

#include "core/backend/cpu/base/physical.h"
#include "core/backend/cpu/ops/structure/box_copy.h"

namespace stepscope::cpu {

// A tensor as it is stored: plain (block 1), or an image in blocks of channels.
struct TensorView {
  Shape shape;
  std::int64_t block = 1;

  TensorView(const Shape& logical, const Physical& physical) : shape(logical) {
    if (physical.layout != Layout::Plain) block = blockOf(physical.layout, logical[1]);
  }
  bool blocked(std::size_t dimension) const { return block != 1 && dimension == 1; }
  // Distance of neighbours along a dimension, in elements; within a block for the channels of a blocked image.
  std::int64_t stride(std::size_t dimension) const;
  std::int64_t blockStride() const { return shape[2] * shape[3] * block; }
  std::int64_t lanesOfPadding() const { return block == 1 ? 0 : (block - shape[1] % block) % block; }
};

// Where a part begins in a tensor, and the distance of its elements.
struct PartOrigin {
  Shape start, step;
};

class BoxList {
 public:
  // outer: the boxes' common outermost dimension, the first one of source and target, which is not part of each box.
  explicit BoxList(std::int64_t outer = 1, bool sharesOuter = false) : outer_(outer), sharesOuter_(sharesOuter) {}

  // Elements `extent` of the target, along its dimensions; dimension d reads dimension permutation[d] of the source (empty: the same).
  void copy(int source, const TensorView& from, const PartOrigin& fromPart, int target, const TensorView& to, const PartOrigin& toPart,
            const Shape& extent, const Shape& permutation = {});
  void fill(float value, int target, const TensorView& to, const Shape& start, const Shape& extent);
  // Zeros in the lanes after the last channel.
  void fillPadding(int target, const TensorView& to);

  bool fits() const { return fits_; }  // false if a box has more dimensions than the kernel supports
  std::int64_t outer() const { return outer_; }
  const std::vector<kernels::Box>& boxes() const { return boxes_; }

 private:
  struct Piece;
  void product(const std::vector<std::vector<Piece>>& pieces, std::size_t dimension, kernels::Box box);

  std::int64_t outer_;
  bool sharesOuter_;
  bool fits_ = true;
  std::vector<kernels::Box> boxes_;
};

}  // namespace stepscope::cpu
