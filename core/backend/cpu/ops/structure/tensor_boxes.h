// Makes the list of boxes (box_copy.h) that copies a part of one tensor to another, in any layouts. A box ends where a channel block ends on either
// side.
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
  // Distance between neighbours along a dimension, in elements; for the channels of a blocked image, within a block.
  std::int64_t stride(std::size_t dimension) const;
  std::int64_t blockStride() const { return shape[2] * shape[3] * block; }
  std::int64_t lanesOfPadding() const { return block == 1 ? 0 : (block - shape[1] % block) % block; }
};

// Where a part begins in a tensor, and the step between its elements, per dimension.
struct PartOrigin {
  Shape start, step;
};

class BoxList {
 public:
  // `outer` is the size of the outermost dimension that all boxes share: the first one of source and target, which is then not part of a box.
  explicit BoxList(std::int64_t outer = 1, bool sharesOuter = false) : outer_(outer), sharesOuter_(sharesOuter) {}

  // Copies extent[d] elements along every dimension d of the target, which reads dimension permutation[d] of the source (empty: the same one).
  void copy(int source, const TensorView& from, const PartOrigin& fromPart, int target, const TensorView& to, const PartOrigin& toPart,
            const Shape& extent, const Shape& permutation = {});
  void fill(float value, int target, const TensorView& to, const Shape& start, const Shape& extent);
  // Writes zeros to the lanes after the last channel.
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
