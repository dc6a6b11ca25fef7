// Common code of kernels that multiply pairs of bf16. Highway supports that instruction from version 1.1 on, but Debian 12 has 1.0, so these kernels
// use the compiler's intrinsics. Before starting such a kernel, call requireBf16Pairs() (bf16_pairs.h) in a function without STEPSCOPE_BF16_TARGET:
// in a function with it, the compiler may move AVX-512 instructions before the check.
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <type_traits>

#include "core/backend/cpu/simd/bf16_product.h"

#ifndef STEPSCOPE_BF16_TARGET  // tests that emulate the instructions define it as empty
#define STEPSCOPE_BF16_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")))
#endif
#define STEPSCOPE_BF16_INLINE inline __attribute__((always_inline)) STEPSCOPE_BF16_TARGET

namespace stepscope::kernels {

// Loads 16 bf16 as f32.
STEPSCOPE_BF16_INLINE __m512 loadBf16(const std::uint16_t* from) {
  const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
}

// 16 f32 rounded to bf16, to nearest, ties to even.
STEPSCOPE_BF16_INLINE __m256i toBf16(__m512 v) {
  return reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(v));
}

STEPSCOPE_BF16_INLINE void storeBf16(__m512 v, std::uint16_t* to) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), toBf16(v));
}

// Two vectors of 16, one after the other, as 16 pairs: (element i of the first, element i of the second).
STEPSCOPE_BF16_INLINE __m512i pairsOf(__m512i firstThenSecond) {
  alignas(64) static constexpr std::uint16_t kOrder[32] = {0, 16, 1, 17, 2,  18, 3,  19, 4,  20, 5,  21, 6,  22, 7,  23,
                                                           8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
  return _mm512_permutexvar_epi16(_mm512_load_si512(kOrder), firstThenSecond);
}

STEPSCOPE_BF16_INLINE __m512i joined(__m256i first, __m256i second) {
  return _mm512_maskz_inserti64x4(0xFF, _mm512_castsi256_si512(first), second, 1);  // with the unmasked form, GCC 12 warns about its own header
}

// Two rows of 32 elements as 32 pairs (upper, lower): `first` has those of the first 16 columns, `last` those of the last 16.
struct TwoBlocks {
  __m512i first, last;
};
STEPSCOPE_BF16_INLINE TwoBlocks pairsOf(__m512i upper, __m512i lower) {
  alignas(64) static constexpr std::uint16_t kOrder[32] = {0, 32, 1, 33, 2,  34, 3,  35, 4,  36, 5,  37, 6,  38, 7,  39,
                                                           8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47};
  const __m512i order = _mm512_load_si512(kOrder);
  return {_mm512_permutex2var_epi16(upper, order, lower), _mm512_permutex2var_epi16(upper, _mm512_add_epi16(order, _mm512_set1_epi16(16)), lower)};
}

// Transposes `count` rows of eight pairs, `row` elements apart, into eight vectors of 16 pairs, `step` elements apart. Of more than 16 rows the first
// 16 are used; missing rows are zeros.
STEPSCOPE_BF16_INLINE void transposePairs(const std::uint16_t* rows, std::int64_t row, std::int64_t count, std::uint16_t* to, std::int64_t step) {
  __m512i a[8], b[8];
#pragma GCC unroll 8
  for (int r = 0; r < 8; ++r) {
    const auto load = [&](std::int64_t i) { return reinterpret_cast<const __m256i*>(rows + i * row); };
    const __m256i low = r < count ? _mm256_loadu_si256(load(r)) : _mm256_setzero_si256();
    const __m256i high = r + 8 < count ? _mm256_loadu_si256(load(r + 8)) : _mm256_setzero_si256();
    a[r] = joined(low, high);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    b[2 * i] = _mm512_unpacklo_epi32(a[2 * i], a[2 * i + 1]);
    b[2 * i + 1] = _mm512_unpackhi_epi32(a[2 * i], a[2 * i + 1]);
  }
#pragma GCC unroll 2
  for (int i = 0; i < 2; ++i) {
    a[4 * i] = _mm512_unpacklo_epi64(b[4 * i], b[4 * i + 2]);
    a[4 * i + 1] = _mm512_unpackhi_epi64(b[4 * i], b[4 * i + 2]);
    a[4 * i + 2] = _mm512_unpacklo_epi64(b[4 * i + 1], b[4 * i + 3]);
    a[4 * i + 3] = _mm512_unpackhi_epi64(b[4 * i + 1], b[4 * i + 3]);
  }
  const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), second = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    _mm512_store_si512(to + i * step, _mm512_permutex2var_epi64(a[i], first, a[i + 4]));
    _mm512_store_si512(to + (i + 4) * step, _mm512_permutex2var_epi64(a[i], second, a[i + 4]));
  }
}

// Loads a pair of bf16 and repeats it 16 times.
STEPSCOPE_BF16_INLINE __m512bh pairEverywhere(const std::uint16_t* from) {
  std::int32_t pair;
  __builtin_memcpy(&pair, from, sizeof pair);
  return reinterpret_cast<__m512bh>(_mm512_set1_epi32(pair));
}

// Computes the sums of a product with kRows rows and kVectors vectors, and passes each to finish(row, vector, sum).
template <int kRows, int kVectors, class Finish>
STEPSCOPE_BF16_INLINE void sumPairs(const PairProduct& p, const Finish& finish) {
  __m512 sum[kRows][kVectors];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sum[r][v] = _mm512_setzero_ps();
  const std::uint16_t* b = p.b;
  const std::int64_t row = p.aRow, step = p.aPair;
  for (std::int64_t j = 0; j < p.runs; ++j) {
    const std::uint16_t* a = p.a + j * p.aRun;
    for (std::int64_t k = 0; k < p.pairs; ++k, a += step, b += 32 * kVectors) {
      __m512bh right[kVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) right[v] = reinterpret_cast<__m512bh>(_mm512_loadu_si512(b + 32 * v));
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) {
        const __m512bh left = pairEverywhere(a + r * row);
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) sum[r][v] = _mm512_dpbf16_ps(sum[r][v], left, right[v]);
      }
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) finish(r, v, sum[r][v]);
}

// Writes the sums of kRows by kVectors to p.c, or adds them if p.add is set. That memory may be in an outer cache, so it is prefetched.
template <int kRows, int kVectors>
STEPSCOPE_BF16_TARGET void multiplyPairs(const PairProduct& p) {
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) _mm_prefetch(reinterpret_cast<const char*>(p.c + r * p.cRow + 16 * v), _MM_HINT_T0);
  sumPairs<kRows, kVectors>(p, [&](int r, int v, __m512 sum) STEPSCOPE_BF16_TARGET {
    float* c = p.c + r * p.cRow + 16 * v;
    _mm512_storeu_ps(c, p.add ? _mm512_add_ps(_mm512_loadu_ps(c), sum) : sum);
  });
}

// Calls body(rows, vectors) with both as compile-time constants, which register tiles need; at most kPairRows and kPairVectors.
template <int kRows = kPairRows, int kVectors = kPairVectors, class Body>
inline void onTile(std::int64_t rows, std::int64_t vectors, const Body& body) {
  if constexpr (kRows > 1) {
    if (rows < kRows) return onTile<kRows - 1, kVectors>(rows, vectors, body);
  }
  if constexpr (kVectors > 1) {
    if (vectors < kVectors) return onTile<kRows, kVectors - 1>(rows, vectors, body);
  }
  body(std::integral_constant<int, kRows>{}, std::integral_constant<int, kVectors>{});
}

// Calls finish(row, vector, sum) for every sum, tile by tile; rows are counted from the first row of the product.
template <class Finish>
inline void overTiles(PairProduct p, std::int64_t rows, std::int64_t vectors, const Finish& finish) {
  for (std::int64_t row = 0; row < rows; row += kPairRows, p.a += kPairRows * p.aRow)
    onTile(std::min(kPairRows, rows - row), vectors, [&](auto r, auto v) STEPSCOPE_BF16_TARGET {
      sumPairs<r, v>(p, [&](int i, int j, __m512 sum) STEPSCOPE_BF16_TARGET { finish(row + i, j, sum); });
    });
}

// multiplyPairs() for any number of rows, and at most kPairVectors vectors.
inline void multiplyRows(PairProduct p, std::int64_t rows, std::int64_t vectors) {
  for (; rows > 0; rows -= kPairRows, p.a += kPairRows * p.aRow, p.c += kPairRows * p.cRow)
    onTile(std::min(kPairRows, rows), vectors, [&](auto r, auto v) { multiplyPairs<r, v>(p); });
}

}  // namespace stepscope::kernels

#endif
