// Kernels that move elements without arithmetic, and look up rows of a table.
#pragma once

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

// y[to(e) + toOffset] = x[from(e) + fromOffset] for every e below `count`.
struct StridedCopy {
  In x;
  Out y;
  Int count = 0, fromOffset = 0, toOffset = 0;
  Walk from, to;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) y.set(to(e) + toOffset, x[from(e) + fromOffset]);
  }
};

// The geometry of padding that repeats the edge of a tensor of `sizes`, or mirrors it (reflect).
struct Borders {
  int rank = 0;
  Int sizes[kMaxRank] = {}, padded[kMaxRank] = {}, before[kMaxRank] = {};
  bool reflect = false;

  STEPSCOPE_DEVICE Int inside(int d, Int place) const {
    Int i = place - before[d];
    if (reflect && i < 0) i = -i;
    if (reflect && i >= sizes[d]) i = 2 * (sizes[d] - 1) - i;
    return i < 0 ? 0 : i >= sizes[d] ? sizes[d] - 1 : i;
  }
};

struct PadBorders {
  Borders s;
  In x;
  Out y;
  Int count = 0;  // elements of y

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) {
      Int rest = e, place = 0, step = 1;
      for (int d = s.rank - 1; d >= 0; --d) {
        place += s.inside(d, rest % s.padded[d]) * step;
        rest /= s.padded[d];
        step *= s.sizes[d];
      }
      y.set(e, x[place]);
    }
  }
};

// Every element of dx is the sum of dy at all positions that were copied from it: in each dimension a part of the border, or a few mirrored
// positions.
struct PadBordersGrad {
  Borders s;
  In dy;
  Out dx;
  Int count = 0;  // elements of dx

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) {
      Int index[kMaxRank] = {}, at[kMaxRank] = {}, rest = e;
      for (int d = s.rank - 1; d >= 0; --d) {
        index[d] = rest % s.sizes[d];
        rest /= s.sizes[d];
      }
      for (int d = 0; d < s.rank; ++d) at[d] = next(d, index[d], -1);
      float sum = 0;
      for (;;) {
        Int place = 0;
        for (int d = 0; d < s.rank; ++d) place = place * s.padded[d] + at[d];
        sum += dy[place];
        int d = s.rank - 1;
        for (; d >= 0; --d) {
          at[d] = next(d, index[d], at[d]);
          if (at[d] < s.padded[d]) break;
          at[d] = next(d, index[d], -1);
        }
        if (d < 0) break;
      }
      dx.set(e, sum);
    }
  }
  // The next padded position after `place` that is a copy of element i along dimension d.
  STEPSCOPE_DEVICE Int next(int d, Int i, Int place) const {
    for (++place; place < s.padded[d]; ++place)
      if (s.inside(d, place) == i) return place;
    return place;
  }
};

// y (count, width): rows of a table by index. An index outside the table sets *badIndex and gives zeros.
struct Embedding {
  In table;
  const int* indices = nullptr;
  Out y;
  int* badIndex = nullptr;
  Int rows = 0, count = 0, width = 0;  // rows of the table; number of indices

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count * width; e += team.step()) {
      const Int row = indices[e / width];
      const bool good = row >= 0 && row < rows;
      if (!good) *badIndex = 1;
      y.set(e, good ? table[row * width + e % width] : 0.0f);
    }
  }
};

// Prepares the gradient of an embedding in an order that does not depend on the threads: every index is linked to the next one with the same row, and
// EmbeddingGrad follows the chain from the first one. `next` and `heads` have `count` numbers: next is -1 at the end of a chain, heads is 1 where a
// chain begins.
struct EmbeddingChains {
  const int* indices = nullptr;
  int *next = nullptr, *heads = nullptr;
  Int count = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) {
      const int row = indices[e];
      int head = 1, following = -1;
      for (Int j = 0; j < e && head; ++j) head = indices[j] != row;
      for (Int j = e + 1; j < count && following < 0; ++j)
        if (indices[j] == row) following = static_cast<int>(j);
      heads[e] = head;
      next[e] = following;
    }
  }
};

// The gradient of an embedding; dtable must be zero before.
struct EmbeddingGrad {
  In dy;
  const int *indices = nullptr, *next = nullptr, *heads = nullptr;
  Out dtable;
  Int rows = 0, count = 0, width = 0, padding = -1;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.block; e < count; e += team.blocks) {
      const Int row = indices[e];
      if (!heads[e] || row < 0 || row >= rows || row == padding) continue;
      for (Int column = team.lane; column < width; column += team.lanes) {
        float sum = 0;
        for (Int j = e; j >= 0; j = next[j]) sum += dy[j * width + column];
        dtable.set(row * width + column, sum);
      }
    }
  }
};

}  // namespace stepscope::cuda
