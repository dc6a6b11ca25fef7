#include "core/backend/cpu/ops/structure/tensor_boxes.h"

#include <algorithm>
#include <limits>

namespace stepscope::cpu {

std::int64_t TensorView::stride(std::size_t dimension) const {
  if (blocked(dimension)) return 1;
  if (block != 1 && dimension == 0) return (shape[1] + block - 1) / block * blockStride();
  std::int64_t stride = block;
  for (std::size_t d = dimension + 1; d < shape.size(); ++d) stride *= shape[d];
  return stride;
}

// A part of a copy along one dimension: at most two loops, over whole blocks and over their lanes.
struct BoxList::Piece {
  std::int64_t from = 0, to = 0;
  struct Step {
    std::int64_t count, from, to;
  };
  std::vector<Step> steps;
};

namespace {

constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

// One side of a copy along one dimension.
struct Side {
  const TensorView& view;
  std::size_t dimension;
  std::int64_t start, step;

  std::int64_t place(std::int64_t i) const {
    const std::int64_t at = start + i * step;
    if (!view.blocked(dimension)) return at * view.stride(dimension);
    return at / view.block * view.blockStride() + at % view.block;
  }
  // The number of elements from i on that are in the same block.
  std::int64_t inBlock(std::int64_t i) const {
    if (!view.blocked(dimension) || step == 0) return kEndless;
    const std::int64_t lane = (start + i * step) % view.block;
    return step > 0 ? (view.block - lane + step - 1) / step : lane / -step + 1;
  }
  // Whether a whole block can be copied from element i on.
  bool beginsBlock(std::int64_t i) const { return !view.blocked(dimension) || (step == 1 && (start + i) % view.block == 0); }
  std::int64_t stepStride() const { return step * view.stride(dimension); }
  std::int64_t strideOf(std::int64_t block) const { return view.blocked(dimension) ? view.blockStride() : block * stepStride(); }
};

template <class Piece>
std::vector<Piece> piecesOf(const Side& from, const Side& to, std::int64_t extent) {
  std::vector<Piece> pieces;
  for (std::int64_t i = 0; i < extent;) {
    Piece piece;
    piece.from = from.place(i);
    piece.to = to.place(i);
    const std::int64_t run = std::min({extent - i, from.inBlock(i), to.inBlock(i)});
    const bool fromBlocked = from.view.blocked(from.dimension), toBlocked = to.view.blocked(to.dimension);
    const std::int64_t block = fromBlocked ? from.view.block : to.view.block;
    const bool whole = (fromBlocked || toBlocked) && from.beginsBlock(i) && to.beginsBlock(i) && run == block &&
                       (!fromBlocked || !toBlocked || from.view.block == to.view.block);
    const std::int64_t blocks = whole ? (extent - i) / block : 1;
    if (blocks > 1) piece.steps.push_back({blocks, from.strideOf(block), to.strideOf(block)});
    piece.steps.push_back({run, from.stepStride(), to.stepStride()});
    pieces.push_back(std::move(piece));
    i += blocks * run;
  }
  return pieces;
}

}  // namespace

void BoxList::product(const std::vector<std::vector<Piece>>& pieces, std::size_t dimension, kernels::Box box) {
  if (dimension == pieces.size()) {
    boxes_.push_back(kernels::normalized(box));
    return;
  }
  for (const Piece& piece : pieces[dimension]) {
    kernels::Box next = box;
    next.fromOffset += piece.from;
    next.toOffset += piece.to;
    if (dimension == 0 && sharesOuter_) {
      next.fromOuter = piece.steps[0].from;
      next.toOuter = piece.steps[0].to;
    } else {
      for (const auto& step : piece.steps) {
        if (step.count == 1) continue;
        if (next.rank + 2 > kernels::Box::kDimensions) {
          fits_ = false;
          return;
        }
        next.add(step.count, step.from, step.to);
      }
    }
    product(pieces, dimension + 1, next);
  }
}

void BoxList::copy(int source, const TensorView& from, const PartOrigin& fromPart, int target, const TensorView& to, const PartOrigin& toPart,
                   const Shape& extent, const Shape& permutation) {
  if (std::find(extent.begin(), extent.end(), 0) != extent.end()) return;
  std::vector<std::vector<Piece>> pieces;
  for (std::size_t d = 0; d < extent.size(); ++d) {
    const std::size_t s = permutation.empty() ? d : static_cast<std::size_t>(permutation[d]);
    pieces.push_back(piecesOf<Piece>(Side{from, s, fromPart.start[s], fromPart.step[s]}, Side{to, d, toPart.start[d], toPart.step[d]}, extent[d]));
  }
  kernels::Box box;
  box.source = source;
  box.target = target;
  product(pieces, 0, box);
}

void BoxList::fill(float value, int target, const TensorView& to, const Shape& start, const Shape& extent) {
  if (std::find(extent.begin(), extent.end(), 0) != extent.end()) return;
  const Shape none(extent.size(), 0), one(extent.size(), 1);
  std::vector<std::vector<Piece>> pieces;
  for (std::size_t d = 0; d < extent.size(); ++d) pieces.push_back(piecesOf<Piece>(Side{to, d, start[d], 1}, Side{to, d, start[d], 1}, extent[d]));
  kernels::Box box;
  box.source = kernels::Box::kFill;
  box.target = target;
  box.value = value;
  product(pieces, 0, box);
}

void BoxList::fillPadding(int target, const TensorView& to) {
  const std::int64_t lanes = to.lanesOfPadding();
  if (lanes == 0) return;
  kernels::Box box;
  box.source = kernels::Box::kFill;
  box.target = target;
  box.toOffset = to.shape[1] / to.block * to.blockStride() + to.shape[1] % to.block;
  if (sharesOuter_) {
    box.toOuter = to.stride(0);
  } else {
    box.add(to.shape[0], 0, to.stride(0));
  }
  box.add(to.shape[2] * to.shape[3], 0, to.block);
  box.add(lanes, 0, 1);
  boxes_.push_back(kernels::normalized(box));
}

}  // namespace stepscope::cpu
