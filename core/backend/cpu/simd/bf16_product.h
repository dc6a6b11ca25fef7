// Small matrix products of bf16, multiplied in pairs, for Highway kernels that have called requireBf16Pairs() (bf16_pairs.h).
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

// A product of small matrices, C = A * B or C += A * B: every element is a sum over `runs` runs of `pairs` pairs. A row of C has `vectors` vectors of
// 16. All offsets are in elements.
struct PairProduct {
  const std::uint16_t* a = nullptr;  // pair k of run j of row r at a + r * aRow + j * aRun + k * aPair
  std::int64_t aRow = 0, aRun = 0, aPair = 2;
  const std::uint16_t* b = nullptr;  // vector v of pair k of run j at b + 32 ((j * pairs + k) * vectors + v)
  std::int64_t runs = 1, pairs = 0;
  float* c = nullptr;  // vector v of row r at c + r * cRow + 16 v
  std::int64_t cRow = 0;
  bool add = false;
};

// The size of a register tile: the sums of this many rows and vectors, with their operands, exactly fill the registers.
constexpr std::int64_t kPairRows = 6, kPairVectors = 4;

// Any number of rows, at most kPairVectors vectors.
void multiplyBf16Pairs(const PairProduct& product, std::int64_t rows, std::int64_t vectors);

// Right operands are stored in groups of at most kPairVectors vectors of columns; the groups are as equal as possible, since a tile with few vectors
// is slow. The order inside a group is [pair][vector][16][2]; a group begins at element 32 * (its first vector) * (number of pairs). The memory is
// aligned to 64 bytes.
constexpr std::int64_t pairGroups(std::int64_t vectors) {
  return (vectors + kPairVectors - 1) / kPairVectors;
}
constexpr WorkRange pairGroup(std::int64_t vectors, std::int64_t index) {
  return partOf(vectors, static_cast<int>(pairGroups(vectors)), static_cast<int>(index));
}

// Pack a matrix with `columns` columns, a multiple of 16.
//   packBf16Rows: pairs of rows, one column per lane; an odd last row is paired with zeros
//   packBf16Transposed: pairs of columns, one row per lane; rows are filled up to whole vectors with zeros
void packBf16Rows(const std::uint16_t* from, std::int64_t stride, std::int64_t rows, std::int64_t columns, std::uint16_t* to);
void packBf16Transposed(const std::uint16_t* from, std::int64_t stride, std::int64_t rows, std::int64_t columns, std::uint16_t* to);

}  // namespace stepscope::kernels
