#include "core/backend/cpu/ops/structure/box_copy.h"

#include <algorithm>
#include <cstdlib>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/structure/box_copy.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/transpose-inl.h"

#ifndef STEPSCOPE_BOX_TILE
#define STEPSCOPE_BOX_TILE
namespace stepscope::kernels {

// The two innermost dimensions of a piece of a box.
struct BoxTile {
  const float* src;  // null: fill with value
  float* dst;
  std::int64_t rows, columns;
  std::int64_t fromRow, toRow, fromColumn, toColumn;
  float value;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

void moveTile(const BoxTile& t) {
  if (t.toColumn == 1 && t.src == nullptr) {
    const auto value = hn::Set(F32(), t.value);
    for (std::int64_t r = 0; r < t.rows; ++r)
      overVectors(0, t.columns, [&](std::int64_t c, auto lanes) HWY_ATTR { lanes.store(value, t.dst + r * t.toRow + c); });
  } else if (t.toColumn == 1 && t.fromColumn == 1) {
    for (std::int64_t r = 0; r < t.rows; ++r) {
      const float* from = t.src + r * t.fromRow;
      float* to = t.dst + r * t.toRow;
      overVectors(0, t.columns, [&](std::int64_t c, auto lanes) HWY_ATTR { lanes.store(lanes.load(from + c), to + c); });
    }
  } else if (t.toColumn == 1 && t.fromRow == 1 && t.rows > 1) {
    transposeTile(t.src, t.fromColumn, t.columns, t.columns, t.rows, t.dst, t.toRow);
  } else {
    for (std::int64_t r = 0; r < t.rows; ++r)
      for (std::int64_t c = 0; c < t.columns; ++c) t.dst[r * t.toRow + c * t.toColumn] = t.src ? t.src[r * t.fromRow + c * t.fromColumn] : t.value;
  }
}

// Writes one block of output channels: lane l of every pixel comes from x[offsets[l]] of that pixel, or is zero if the offset is negative.
void gatherLanes(const float* x, const std::int32_t* offsets, std::int64_t block, std::int64_t pixels, float* y) {
  const F32 d;
  const I32 di;
  if (block < kLanes) {
    for (std::int64_t p = 0; p < pixels; ++p)
      for (std::int64_t lane = 0; lane < block; ++lane) y[p * block + lane] = offsets[lane] < 0 ? 0.0f : x[p * block + offsets[lane]];
    return;
  }
  for (std::int64_t lane = 0; lane < block; lane += kLanes) {
    const auto index = hn::LoadU(di, offsets + lane);
    const auto absent = hn::RebindMask(d, hn::Lt(index, hn::Zero(di)));
    const auto safe = hn::IfThenZeroElse(hn::Lt(index, hn::Zero(di)), index);
    for (std::int64_t p = 0; p < pixels; ++p)
      hn::StoreU(hn::IfThenZeroElse(absent, hn::GatherIndex(d, x + p * block, safe)), d, y + p * block + lane);
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(moveTile);
HWY_EXPORT(gatherLanes);

namespace {

// Elements of a piece: enough that its overhead does not matter, few enough for an even division and for the first-level cache.
constexpr std::int64_t kPiece = 4096;

void swapDimensions(Box& b, int i, int j) {
  std::swap(b.extent[i], b.extent[j]);
  std::swap(b.from[i], b.from[j]);
  std::swap(b.to[i], b.to[j]);
}

std::int64_t elementsOf(const Box& b) {
  std::int64_t count = 1;
  for (int d = 0; d < b.rank; ++d) count *= b.extent[d];
  return count;
}

// Divides a box into pieces of its two innermost dimensions.
struct Pieces {
  std::int64_t rowsEach, columnsEach, rowPieces, columnPieces, outside;

  explicit Pieces(const Box& b) {
    const std::int64_t rows = b.extent[b.rank - 2], columns = b.extent[b.rank - 1];
    const bool transposed = b.from[b.rank - 2] == 1 && b.from[b.rank - 1] != 1;
    columnsEach = std::min<std::int64_t>(columns, transposed ? 256 : kPiece);
    rowsEach = std::clamp<std::int64_t>(kPiece / columnsEach, 1, rows);
    rowPieces = (rows + rowsEach - 1) / rowsEach;
    columnPieces = (columns + columnsEach - 1) / columnsEach;
    outside = 1;
    for (int d = 0; d < b.rank - 2; ++d) outside *= b.extent[d];
  }
  std::int64_t count() const { return outside * rowPieces * columnPieces; }
};

void movePieces(const Box& b, const Pieces& pieces, WorkRange range, const float* src, float* dst) {
  const int row = b.rank - 2, column = b.rank - 1;
  const std::int64_t inside = pieces.rowPieces * pieces.columnPieces;
  std::int64_t index[Box::kDimensions] = {};
  const float* from = src;
  float* to = dst;
  std::int64_t rest = range.begin / inside;
  for (int d = row - 1; d >= 0; --d) {
    index[d] = rest % b.extent[d];
    rest /= b.extent[d];
    if (from) from += index[d] * b.from[d];
    to += index[d] * b.to[d];
  }
  std::int64_t piece = range.begin % inside;
  for (std::int64_t i = range.begin; i < range.end; ++i) {
    const std::int64_t r = piece / pieces.columnPieces * pieces.rowsEach, c = piece % pieces.columnPieces * pieces.columnsEach;
    HWY_DYNAMIC_DISPATCH(moveTile)
    (BoxTile{from ? from + r * b.from[row] + c * b.from[column] : nullptr, to + r * b.to[row] + c * b.to[column],
             std::min(pieces.rowsEach, b.extent[row] - r), std::min(pieces.columnsEach, b.extent[column] - c), b.from[row], b.to[row], b.from[column],
             b.to[column], b.value});
    if (++piece < inside) continue;
    piece = 0;
    for (int d = row - 1; d >= 0; --d) {
      if (from) from += b.from[d];
      to += b.to[d];
      if (++index[d] < b.extent[d]) break;
      if (from) from -= b.extent[d] * b.from[d];
      to -= b.extent[d] * b.to[d];
      index[d] = 0;
    }
  }
}

}  // namespace

Box normalized(const Box& box) {
  Box b = box;
  b.rank = 0;
  for (int d = 0; d < box.rank; ++d)
    if (box.extent[d] != 1) b.add(box.extent[d], box.from[d], box.to[d]);
  // Sorts the dimensions in the target's memory order, outermost first.
  for (int i = 1; i < b.rank; ++i)
    for (int j = i; j > 0 && b.to[j - 1] < b.to[j]; --j) swapDimensions(b, j - 1, j);
  Box merged = b;
  merged.rank = 0;
  for (int d = 0; d < b.rank; ++d) {
    const int last = merged.rank - 1;
    if (last >= 0 && merged.to[last] == b.extent[d] * b.to[d] && (b.source == Box::kFill || merged.from[last] == b.extent[d] * b.from[d])) {
      merged.extent[last] *= b.extent[d];
      merged.from[last] = b.from[d];
      merged.to[last] = b.to[d];
    } else {
      merged.add(b.extent[d], b.from[d], b.to[d]);
    }
  }
  while (merged.rank < 2) {
    merged.add(1, 0, 1);
    for (int j = merged.rank - 1; j > 0; --j) swapDimensions(merged, j - 1, j);
  }
  // If the source is contiguous along another dimension than the target, that dimension is moved next to the innermost one, so that the two form
  // tiles to be transposed.
  const int column = merged.rank - 1;
  if (merged.to[column] == 1 && merged.from[column] != 1) {
    for (int d = 0; d < column; ++d)
      if (merged.from[d] == 1 && merged.extent[d] > 1) {
        for (int j = d; j + 1 < column; ++j) swapDimensions(merged, j, j + 1);
        break;
      }
  }
  return merged;
}

void copyBoxes(std::span<const Box> boxes, std::int64_t outer, const float* const* sources, float* const* targets, int threads) {
  std::int64_t elements = 0;
  for (const Box& b : boxes) elements += elementsOf(b);
  const int team = teamForBytes(elements * outer * 8, threads);
  const auto move = [&](const Box& b, std::int64_t o, int parts, int part) {
    const Pieces pieces(b);
    const WorkRange range = partOf(pieces.count(), parts, part);
    if (range.empty()) return;
    const float* src = b.source == Box::kFill ? nullptr : sources[b.source] + b.fromOffset + o * b.fromOuter;
    movePieces(b, pieces, range, src, targets[b.target] + b.toOffset + o * b.toOuter);
  };
  if (outer >= team) {
    // Index by index, so that boxes that share cache lines of the target find them in the cache.
    parallelParts(outer, team, 1, [&](WorkRange range, int) {
      for (std::int64_t o = range.begin; o < range.end; ++o)
        for (const Box& b : boxes) move(b, o, 1, 0);
    });
    return;
  }
  parallelParts(team, team, 1, [&](WorkRange, int thread) {
    for (std::int64_t o = 0; o < outer; ++o)
      for (const Box& b : boxes) move(b, o, team, thread);
  });
}

void padGrad(const PadShape& s, const float* dy, float* dx, int threads) {
  // Threads divide the leading dimensions that have no padding.
  int first = 0;
  std::int64_t outer = 1;
  while (first < s.rank && s.before[first] == 0 && s.after[first] == 0) outer *= s.size[first++];
  std::int64_t fromSize = s.inner, toSize = s.inner, rows = 1;
  for (int d = first; d < s.rank; ++d) {
    rows *= s.before[d] + s.size[d] + s.after[d];
    fromSize *= s.before[d] + s.size[d] + s.after[d];
    toSize *= s.size[d];
  }
  const auto sourceOf = [&](std::int64_t i, int d) {
    const std::int64_t at = i - s.before[d], last = s.size[d] - 1;
    if (!s.reflect) return std::clamp<std::int64_t>(at, 0, last);
    return at < 0 ? -at : at > last ? 2 * last - at : at;
  };
  parallelParts(outer, teamForBytes(outer * (fromSize + toSize) * 4, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t o = range.begin; o < range.end; ++o) {
      const float* from = dy + o * fromSize;
      float* to = dx + o * toSize;
      std::fill(to, to + toSize, 0.0f);
      std::int64_t index[PadShape::kDimensions] = {};
      for (std::int64_t row = 0; row < rows; ++row) {
        std::int64_t place = 0;
        for (int d = first; d < s.rank; ++d) place = place * s.size[d] + sourceOf(index[d], d);
        for (std::int64_t i = 0; i < s.inner; ++i) to[place * s.inner + i] += from[row * s.inner + i];
        for (int d = s.rank - 1; d >= first && ++index[d] == s.before[d] + s.size[d] + s.after[d]; --d) index[d] = 0;
      }
    }
  });
}

void shuffleBlockedChannels(std::int64_t n, std::int64_t c, std::int64_t spatial, std::int64_t block, std::int64_t groups, const float* x, float* y,
                            int threads) {
  const std::int64_t blocks = (c + block - 1) / block, plane = spatial * block, each = c / groups;
  parallelParts(n * blocks, teamForBytes(n * blocks * plane * 8, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t item = range.begin; item < range.end; ++item) {
      const std::int64_t image = item / blocks, b = item % blocks;
      std::int32_t offsets[16];
      for (std::int64_t lane = 0; lane < block; ++lane) {
        const std::int64_t to = b * block + lane, from = to % groups * each + to / groups;
        offsets[lane] = to < c ? static_cast<std::int32_t>(from / block * plane + from % block) : -1;
      }
      HWY_DYNAMIC_DISPATCH(gatherLanes)(x + image * blocks * plane, offsets, block, spatial, y + item * plane);
    }
  });
}

}  // namespace stepscope::kernels
#endif
