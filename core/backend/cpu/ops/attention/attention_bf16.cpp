#include "core/backend/cpu/ops/attention/attention_bf16.h"

#include <algorithm>
#include <cmath>

#include "core/backend/cpu/simd/bf16_instructions.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/bf16_product.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kBlock = 16;                  // columns of a vector
constexpr std::int64_t kRows = 48;                   // queries whose f32 scores exist at a time: whole register tiles and whole pairs of rows
constexpr std::int64_t kTaskRows = 96;               // queries of a task of the forward pass; threads divide the tasks
constexpr std::int64_t kGradientBytes = 512 * 1024;  // bytes of the probabilities and slopes of a block of queries, backward

constexpr std::int64_t roundTo(std::int64_t v, std::int64_t to) {
  return (v + to - 1) / to * to;
}

// Widths of rows of scores: the columns, rounded up to whole vectors, and the strides of f32 (`wide`) and bf16 (`narrow`) rows, which are not powers
// of two.
struct Widths {
  std::int64_t columns, wide, narrow;

  explicit Widths(const AttentionShape& s)
      : columns(roundTo(s.keys, kBlock)), wide(columns + kBlock), narrow(roundTo(columns, 2 * kBlock) + 2 * kBlock) {}
};

// Assigns parts of a thread's workspace; without memory (null) it only counts them.
class Parts {
 public:
  explicit Parts(std::byte* base) : base_(base) {}
  template <class T>
  T* take(std::int64_t count) {
    auto* part = base_ ? reinterpret_cast<T*>(base_ + used_) : nullptr;
    used_ += roundTo(count * static_cast<std::int64_t>(sizeof(T)), 64);
    return part;
  }
  std::int64_t used() const { return used_; }

 private:
  std::byte* base_;
  std::int64_t used_ = 0;
};

// `keys` and `values` are right operands (bf16_product.h): keys with one key per lane, values with one channel per lane.
struct ForwardBuffers {
  std::uint16_t *keys, *values, *p;
  float *scores, *bias;

  ForwardBuffers(const AttentionShape& s, const Widths& w, Parts& parts)
      : keys(parts.take<std::uint16_t>(w.columns * s.headSize)),
        values(parts.take<std::uint16_t>(roundTo(s.keys, 2) * s.headSize)),
        p(parts.take<std::uint16_t>(kRows * w.narrow)),
        scores(parts.take<float>(kRows * w.wide)),
        bias(parts.take<float>(w.columns)) {}
};

// The number of queries of a block of the backward pass.
std::int64_t blockRows(const AttentionShape& s, const Widths& w) {
  const std::int64_t most = kGradientBytes / (3 * 2 * w.narrow) / kRows * kRows;
  return std::min(std::max(most, kRows), roundTo(s.queries, kRows));
}

// For a block of queries: `q` and `dy` as right operands, probabilities (p) and slopes (ds, the gradients of the scores) as left operands with keys
// as rows, and the slopes also with queries as rows.
struct BackwardBuffers {
  std::uint16_t *keys, *values, *keyRows, *q, *dy, *pColumns, *dsColumns, *ds;
  float *scores, *dp, *dk, *dv, *bias;

  BackwardBuffers(const AttentionShape& s, const Widths& w, Parts& parts)
      : keys(parts.take<std::uint16_t>(w.columns * s.headSize)),
        values(parts.take<std::uint16_t>(w.columns * s.headSize)),
        keyRows(parts.take<std::uint16_t>(roundTo(s.keys, 2) * s.headSize)),
        q(parts.take<std::uint16_t>(blockRows(s, w) * s.headSize)),
        dy(parts.take<std::uint16_t>(blockRows(s, w) * s.headSize)),
        pColumns(parts.take<std::uint16_t>(blockRows(s, w) * w.columns)),
        dsColumns(parts.take<std::uint16_t>(blockRows(s, w) * w.columns)),
        ds(parts.take<std::uint16_t>(blockRows(s, w) * w.narrow)),
        scores(parts.take<float>(kRows * w.wide)),
        dp(parts.take<float>(kRows * w.wide)),
        dk(parts.take<float>(blockRows(s, w) < s.queries ? s.keys * s.headSize : 0)),
        dv(parts.take<float>(blockRows(s, w) < s.queries ? s.keys * s.headSize : 0)),
        bias(parts.take<float>(w.columns)) {}
};

template <class Buffers>
std::int64_t threadBytes(const AttentionShape& s) {
  Parts parts(nullptr);
  const Buffers buffers(s, Widths(s), parts);
  static_cast<void>(buffers);
  return parts.used();
}

int teamFor(const AttentionShape& s, std::int64_t tasks, int threads) {
  const std::int64_t products = s.batch * s.heads * s.queries * s.keys * s.headSize;
  return static_cast<int>(std::min<std::int64_t>(teamForBytes(products / 2, threads), std::max<std::int64_t>(tasks, 1)));
}

std::int64_t tasksOfHead(const AttentionShape& s) {
  return (s.queries + kTaskRows - 1) / kTaskRows;
}

#if defined(__x86_64__)

// One head of one sample. Positions are queryStride (q) or keyStride (k, v) elements apart.
struct Head {
  const std::uint16_t *q, *k, *v;
  std::int64_t queryStride, keyStride;
};

Head headOf(const AttentionShape& s, const std::uint16_t* q, const std::uint16_t* k, const std::uint16_t* v, std::int64_t b, std::int64_t h) {
  const std::int64_t width = s.width();
  if (s.packed) {
    const std::uint16_t* first = q + b * s.queries * 3 * width + h * s.headSize;
    return {first, first + width, first + 2 * width, 3 * width, 3 * width};
  }
  const std::int64_t keys = b * s.keys * width + h * s.headSize;
  return {q + b * s.queries * width + h * s.headSize, k + keys, v + keys, width, width};
}

// The number of keys that the queries before `last` see at most.
std::int64_t keysSeen(const AttentionShape& s, std::int64_t last) {
  return s.causal ? std::min(last, s.keys) : s.keys;
}

std::int64_t seenBy(const AttentionShape& s, std::int64_t query) {
  return keysSeen(s, query + 1);
}

void fillBias(const std::uint8_t* mask, std::int64_t keys, float* bias) {
  for (std::int64_t j = 0; j < keys; ++j) bias[j] = mask[j] ? 0.0f : -HUGE_VALF;
}

// ---- rows of scores

constexpr float kLog2E = 1.44269504f;

// 2^x: a minimax polynomial for the fractional part of x (relative error 2.4e-7 in f32); the integer part goes to the exponent.
STEPSCOPE_BF16_INLINE __m512 exp2Of(__m512 x) {
  const __m512 fraction = _mm512_reduce_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);  // 0 if x is infinite
  __m512 y = _mm512_set1_ps(0.00132764713f);
  y = _mm512_fmadd_ps(y, fraction, _mm512_set1_ps(0.00967554096f));
  y = _mm512_fmadd_ps(y, fraction, _mm512_set1_ps(0.0555071309f));
  y = _mm512_fmadd_ps(y, fraction, _mm512_set1_ps(0.240221202f));
  y = _mm512_fmadd_ps(y, fraction, _mm512_set1_ps(0.693146944f));
  y = _mm512_fmadd_ps(y, fraction, _mm512_set1_ps(1.0f));
  return _mm512_scalef_ps(y, _mm512_sub_ps(x, fraction));
}

// The first `count` of 16 lanes; none for a negative count.
STEPSCOPE_BF16_INLINE __mmask16 firstLanes(std::int64_t count) {
  return static_cast<__mmask16>(count >= kBlock ? 0xFFFF : count <= 0 ? 0 : (1 << count) - 1);
}

// scale * score, or -infinity if the mask hides the key.
STEPSCOPE_BF16_INLINE __m512 scaled(const float* scores, const float* bias, std::int64_t j, __m512 scale) {
  const __m512 score = _mm512_mul_ps(_mm512_loadu_ps(scores + j), scale);
  return bias ? _mm512_add_ps(score, _mm512_loadu_ps(bias + j)) : score;
}

// Writes the probabilities of a row in bf16, still to be multiplied by the returned factor, with zeros after the `seen` keys up to `width`; and the
// row's log sum. A score that is not finite makes the factor NaN, so that the result of the row becomes NaN.
STEPSCOPE_BF16_TARGET float probabilities(const float* scores, const float* bias, std::int64_t seen, std::int64_t width, float scale,
                                          std::uint16_t* p, float* logSum) {
  const __m512 factor = _mm512_set1_ps(scale), lowest = _mm512_set1_ps(-HUGE_VALF);
  __m512 largest = lowest, broken = _mm512_setzero_ps();
  for (std::int64_t j = 0; j < seen; j += kBlock) {
    const __mmask16 lanes = firstLanes(seen - j);
    const __m512 raw = _mm512_mul_ps(_mm512_loadu_ps(scores + j), factor);
    broken = _mm512_mask_add_ps(broken, lanes, broken, _mm512_sub_ps(raw, raw));
    largest = _mm512_mask_max_ps(largest, lanes, largest, bias ? _mm512_add_ps(raw, _mm512_loadu_ps(bias + j)) : raw);
  }
  const float shift = _mm512_reduce_max_ps(largest), lost = _mm512_reduce_add_ps(broken);
  if (shift == -HUGE_VALF) {
    std::fill(p, p + width, std::uint16_t{0});
    *logSum = -HUGE_VALF;
    return lost;
  }
  const __m512 toPowers = _mm512_set1_ps(scale * kLog2E), down = _mm512_set1_ps(shift * kLog2E);
  __m512 total = _mm512_setzero_ps();
  for (std::int64_t j = 0; j < width; j += kBlock) {
    const __m512 power = exp2Of(_mm512_sub_ps(scaled(scores, bias, j, toPowers), down));
    const __m512 e = _mm512_maskz_mov_ps(firstLanes(seen - j), power);
    total = _mm512_add_ps(total, e);
    storeBf16(e, p + j);
  }
  const float sum = _mm512_reduce_add_ps(total);
  *logSum = shift + std::log(sum);
  return 1.0f / sum + lost;
}

// A row of scores of the backward pass.
struct GradientRow {
  const float *scores, *dp;
  std::int64_t seen;
  __m512 shift, delta;  // log sum as an exponent of 2; the sum of y dy
};

STEPSCOPE_BF16_INLINE __m512 sumOfProducts(const std::uint16_t* a, const std::uint16_t* b, std::int64_t count) {
  __m512 total = _mm512_setzero_ps();
  for (std::int64_t c = 0; c < count; c += kBlock) total = _mm512_fmadd_ps(loadBf16(a + c), loadBf16(b + c), total);
  return _mm512_set1_ps(_mm512_reduce_add_ps(total));
}

// Where the probabilities and slopes of two neighbouring rows are written: both as pairs, with `block` elements from one block of keys to the next,
// and the slopes also as rows.
struct PairOfRows {
  std::uint16_t *p, *ds;
  std::int64_t block;
  std::uint16_t *first, *second;  // null: there is no second row
};

STEPSCOPE_BF16_TARGET void slopes(const GradientRow& a, const GradientRow& b, const float* bias, std::int64_t width, float scale,
                                  const PairOfRows& to) {
  const __m512 factor = _mm512_set1_ps(scale), toPowers = _mm512_set1_ps(scale * kLog2E);
  const bool both = to.second != nullptr;
  for (std::int64_t j = 0; j < width; j += kBlock) {
    const auto probability = [&](const GradientRow& row) STEPSCOPE_BF16_TARGET {
      const __m512 power = exp2Of(_mm512_sub_ps(scaled(row.scores, bias, j, toPowers), row.shift));
      return _mm512_maskz_mov_ps(firstLanes(row.seen - j), power);
    };
    const auto slope = [&](const GradientRow& row, __m512 p) STEPSCOPE_BF16_TARGET {
      const __m512 s = _mm512_mul_ps(_mm512_mul_ps(p, factor), _mm512_sub_ps(_mm512_loadu_ps(row.dp + j), row.delta));
      return _mm512_maskz_mov_ps(firstLanes(row.seen - j), s);
    };
    const __m512 p0 = probability(a), p1 = both ? probability(b) : _mm512_setzero_ps();
    const __m512 s0 = slope(a, p0), s1 = both ? slope(b, p1) : _mm512_setzero_ps();
    const auto ps = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(p1, p0)), ss = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(s1, s0));
    const std::int64_t at = j / kBlock * to.block;
    _mm512_store_si512(to.p + at, pairsOf(ps));
    _mm512_store_si512(to.ds + at, pairsOf(ss));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.first + j), _mm512_castsi512_si256(ss));
    if (both) _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.second + j), _mm512_extracti64x4_epi64(ss, 1));
  }
}

// ---- products

// Multiplies rows of a head (q or dy) by keys or values packed with one key per lane, for the groups of vectors that contain the first `keys`
// columns.
void scoresOf(const std::uint16_t* rows, std::int64_t stride, std::int64_t count, const std::uint16_t* right, std::int64_t size, std::int64_t keys,
              const Widths& w, float* scores) {
  PairProduct product{.a = rows, .aRow = stride, .pairs = size / 2, .cRow = w.wide};
  const std::int64_t vectors = w.columns / kBlock;
  for (std::int64_t g = 0; g < pairGroups(vectors); ++g) {
    const WorkRange group = pairGroup(vectors, g);
    if (group.begin * kBlock >= keys) break;
    product.b = right + group.begin * kBlock * size;
    product.c = scores + group.begin * kBlock;
    multiplyRows(product, count, group.end - group.begin);
  }
}

// Multiplies the left operand of `product` by channels packed from `allRows` rows, of which it reads product.pairs pairs from pair `skipped` on.
// Calls finish(row, channel, sum) for every sum.
template <class Finish>
void timesChannels(PairProduct product, std::int64_t rows, const std::uint16_t* right, std::int64_t allRows, std::int64_t skipped, std::int64_t size,
                   const Finish& finish) {
  const std::int64_t vectors = size / kBlock;
  for (std::int64_t g = 0; g < pairGroups(vectors); ++g) {
    const WorkRange group = pairGroup(vectors, g);
    product.b = right + (group.begin * ((allRows + 1) / 2) + (group.end - group.begin) * skipped) * 2 * kBlock;
    overTiles(product, rows, group.end - group.begin,
              [&](std::int64_t r, int v, __m512 sum) STEPSCOPE_BF16_TARGET { finish(r, (group.begin + v) * kBlock, sum); });
  }
}

// Prefetches rows of one head into the second-level cache: they are too far apart for the hardware prefetcher.
void fetchRows(const std::uint16_t* rows, std::int64_t stride, std::int64_t count, std::int64_t size) {
  for (std::int64_t r = 0; r < count; ++r)
    for (std::int64_t c = 0; c < size; c += 2 * kBlock) _mm_prefetch(reinterpret_cast<const char*>(rows + r * stride + c), _MM_HINT_T1);
}

// Prefetches positions [first, first + count) of the next head; called during each block of queries for some of them.
void fetchNext(const AttentionShape& s, const AttentionBf16Operands& x, std::int64_t index, std::int64_t first, std::int64_t count) {
  const std::int64_t next = std::min(index + 1, s.batch * s.heads - 1);
  const Head head = headOf(s, x.q, x.k, x.v, next / s.heads, next % s.heads);
  fetchRows(head.q + first * head.queryStride, head.queryStride, count, s.headSize);
  const std::int64_t keys = std::min(count, s.keys - first);
  fetchRows(head.k + first * head.keyStride, head.keyStride, keys, s.headSize);
  fetchRows(head.v + first * head.keyStride, head.keyStride, keys, s.headSize);
}

class Forward {
 public:
  Forward(const AttentionShape& s, const AttentionBf16Operands& x, std::byte* memory)
      : s_(s), x_(x), widths_(s), parts_(memory), w_(s, widths_, parts_) {}

  void run(WorkRange tasks, std::uint16_t* y, float* logSum) {
    std::int64_t packed = -1;
    for (std::int64_t task = tasks.begin; task < tasks.end; ++task) {
      const std::int64_t index = task / tasksOfHead(s_), b = index / s_.heads, h = index % s_.heads;
      const std::int64_t begin = task % tasksOfHead(s_) * kTaskRows, end = std::min(begin + kTaskRows, s_.queries);
      const Head head = headOf(s_, x_.q, x_.k, x_.v, b, h);
      if (packed != index) pack(head, b);
      packed = index;
      for (std::int64_t first = begin; first < end; first += kRows) {
        const std::int64_t rows = std::min(kRows, end - first);
        fetchNext(s_, x_, index, first, rows);
        block(head, first, rows, y + (b * s_.queries + first) * s_.width() + h * s_.headSize, logSum + index * s_.queries + first);
      }
    }
  }

 private:
  void pack(const Head& head, std::int64_t b) {
    packBf16Transposed(head.k, head.keyStride, s_.keys, s_.headSize, w_.keys);
    packBf16Rows(head.v, head.keyStride, s_.keys, s_.headSize, w_.values);
    if (x_.keyMask) fillBias(x_.keyMask + b * s_.keys, s_.keys, w_.bias);
  }

  void block(const Head& head, std::int64_t first, std::int64_t rows, std::uint16_t* y, float* logSum) {
    const std::int64_t keys = keysSeen(s_, first + rows), width = roundTo(keys, kBlock), size = s_.headSize;
    scoresOf(head.q + first * head.queryStride, head.queryStride, rows, w_.keys, size, keys, widths_, w_.scores);
    float inverse[kRows];
    for (std::int64_t i = 0; i < rows; ++i)
      inverse[i] = probabilities(w_.scores + i * widths_.wide, x_.keyMask ? w_.bias : nullptr, seenBy(s_, first + i), width, s_.scale,
                                 w_.p + i * widths_.narrow, logSum + i);
    // The right operand was packed for all keys; only pairs of visible keys are used.
    timesChannels({.a = w_.p, .aRow = widths_.narrow, .pairs = (keys + 1) / 2}, rows, w_.values, s_.keys, 0, size,
                  [&](std::int64_t r, std::int64_t c, __m512 sum)
                      STEPSCOPE_BF16_TARGET { storeBf16(_mm512_mul_ps(sum, _mm512_set1_ps(inverse[r])), y + r * s_.width() + c); });
  }

  const AttentionShape& s_;
  const AttentionBf16Operands& x_;
  const Widths widths_;
  Parts parts_;
  const ForwardBuffers w_;
};

// Inputs and outputs of a head, with pointers to its first position.
struct HeadGradient {
  const std::uint16_t *y, *dy;
  const float* logSum;
  std::uint16_t *dq, *dk, *dv;
  std::int64_t queryStride, keyStride;  // strides of dq; of dk and dv
};

// The operands of attentionGradBf16.
struct Gradients {
  const std::uint16_t *y, *dy;
  const float* logSum;
  std::uint16_t *dq, *dk, *dv;

  HeadGradient of(const AttentionShape& s, std::int64_t index) const {
    const std::int64_t b = index / s.heads, h = index % s.heads, at = b * s.queries * s.width() + h * s.headSize;
    const Head to = headOf(s, dq, dk, dv, b, h);
    const auto written = [](const std::uint16_t* p) { return const_cast<std::uint16_t*>(p); };
    return {y + at, dy + at, logSum + index * s.queries, written(to.q), written(to.k), written(to.v), to.queryStride, to.keyStride};
  }
};

class Backward {
 public:
  Backward(const AttentionShape& s, const AttentionBf16Operands& x, const Gradients& gradients, std::byte* memory)
      : s_(s), x_(x), gradients_(gradients), widths_(s), parts_(memory), w_(s, widths_, parts_), block_(blockRows(s, widths_)) {}

  void run(std::int64_t index) {
    const std::int64_t b = index / s_.heads;
    const Head head = headOf(s_, x_.q, x_.k, x_.v, b, index % s_.heads);
    const HeadGradient g = gradients_.of(s_, index), next = gradients_.of(s_, std::min(index + 1, s_.batch * s_.heads - 1));
    packBf16Transposed(head.k, head.keyStride, s_.keys, s_.headSize, w_.keys);
    packBf16Transposed(head.v, head.keyStride, s_.keys, s_.headSize, w_.values);
    packBf16Rows(head.k, head.keyStride, s_.keys, s_.headSize, w_.keyRows);
    if (x_.keyMask) fillBias(x_.keyMask + b * s_.keys, s_.keys, w_.bias);
    for (std::int64_t first = 0; first < s_.queries; first += block_) {
      const std::int64_t rows = std::min(block_, s_.queries - first);
      for (std::int64_t r = 0; r < rows; r += kRows) {
        const std::int64_t count = std::min(kRows, rows - r), at = (first + r) * s_.width();
        fetchNext(s_, x_, index, first + r, count);
        fetchRows(next.y + at, s_.width(), count, s_.headSize);
        fetchRows(next.dy + at, s_.width(), count, s_.headSize);
        scores(head, g, first, r, count, (rows + 1) / 2);
      }
      packBf16Rows(head.q + first * head.queryStride, head.queryStride, rows, s_.headSize, w_.q);
      packBf16Rows(g.dy + first * s_.width(), s_.width(), rows, s_.headSize, w_.dy);
      keyGradient(w_.pColumns, w_.dy, first, rows, w_.dv, g.dv, g.keyStride);
      keyGradient(w_.dsColumns, w_.q, first, rows, w_.dk, g.dk, g.keyStride);
      queryGradient(g, first, rows);
    }
  }

 private:
  // Computes the probabilities and slopes of the queries [first + r, first + r + count), in a block of `pairs` pairs of queries.
  void scores(const Head& head, const HeadGradient& g, std::int64_t first, std::int64_t r, std::int64_t count, std::int64_t pairs) {
    const std::int64_t query = first + r, keys = keysSeen(s_, query + count), width = roundTo(keys, kBlock);
    scoresOf(head.q + query * head.queryStride, head.queryStride, count, w_.keys, s_.headSize, keys, widths_, w_.scores);
    scoresOf(g.dy + query * s_.width(), s_.width(), count, w_.values, s_.headSize, keys, widths_, w_.dp);
    for (std::int64_t i = 0; i < count; i += 2) {
      const std::int64_t at = (r + i) / 2 * 2 * kBlock, row = (r + i) * widths_.narrow;
      slopes(rowOf(g, query, i), rowOf(g, query, std::min(i + 1, count - 1)), x_.keyMask ? w_.bias : nullptr, width, s_.scale,
             {w_.pColumns + at, w_.dsColumns + at, pairs * 2 * kBlock, w_.ds + row, i + 1 < count ? w_.ds + row + widths_.narrow : nullptr});
    }
  }

  STEPSCOPE_BF16_TARGET GradientRow rowOf(const HeadGradient& g, std::int64_t query, std::int64_t i) const {
    const float logSum = g.logSum[query + i];
    const std::int64_t at = (query + i) * s_.width();
    return {w_.scores + i * widths_.wide, w_.dp + i * widths_.wide, logSum == -HUGE_VALF ? 0 : seenBy(s_, query + i), _mm512_set1_ps(logSum * kLog2E),
            sumOfProducts(g.y + at, g.dy + at, s_.headSize)};
  }

  // dv = p^T dy or dk = ds^T q, one block of keys at a time. If there are several blocks of queries, their contributions are summed in f32.
  void keyGradient(const std::uint16_t* left, const std::uint16_t* right, std::int64_t first, std::int64_t rows, float* sums, std::uint16_t* to,
                   std::int64_t stride) const {
    const std::int64_t size = s_.headSize, pairs = (rows + 1) / 2;
    const bool add = first > 0, last = first + rows == s_.queries;
    for (std::int64_t key = 0; key < s_.keys; key += kBlock) {
      // Queries before the first key of the block do not see it.
      const std::int64_t skipped = s_.causal ? std::clamp<std::int64_t>((key - first) / 2, 0, pairs) : 0;
      timesChannels({.a = left + key * pairs * 2 + skipped * 2 * kBlock, .aRow = 2, .aPair = 2 * kBlock, .pairs = pairs - skipped},
                    std::min(kBlock, s_.keys - key), right, rows, skipped, size,
                    [&](std::int64_t r, std::int64_t c, __m512 sum) STEPSCOPE_BF16_TARGET {
                      float* kept = sums + (key + r) * size + c;
                      if (add) sum = _mm512_add_ps(sum, _mm512_loadu_ps(kept));
                      if (last) storeBf16(sum, to + (key + r) * stride + c);
                      else _mm512_storeu_ps(kept, sum);
                    });
    }
  }

  // dq = ds k.
  void queryGradient(const HeadGradient& g, std::int64_t first, std::int64_t rows) const {
    const std::int64_t size = s_.headSize;
    for (std::int64_t r = 0; r < rows; r += kRows) {
      const std::int64_t count = std::min(kRows, rows - r), keys = keysSeen(s_, first + r + count);
      std::uint16_t* to = g.dq + (first + r) * g.queryStride;
      timesChannels({.a = w_.ds + r * widths_.narrow, .aRow = widths_.narrow, .pairs = (keys + 1) / 2}, count, w_.keyRows, s_.keys, 0, size,
                    [&](std::int64_t i, std::int64_t c, __m512 sum) STEPSCOPE_BF16_TARGET { storeBf16(sum, to + i * g.queryStride + c); });
    }
  }

  const AttentionShape& s_;
  const AttentionBf16Operands& x_;
  const Gradients& gradients_;
  const Widths widths_;
  Parts parts_;
  const BackwardBuffers w_;
  const std::int64_t block_;
};

#endif

}  // namespace

bool attentionBf16Supports(const AttentionShape& s) {
  return multipliesBf16Pairs() && s.p == 0 && s.headSize > 0 && s.headSize % kBlock == 0 && s.queries > 0 && s.keys > 0;
}

std::int64_t attentionBf16WorkspaceBytes(const AttentionShape& s, int threads) {
  return threadBytes<ForwardBuffers>(s) * threads;
}

std::int64_t attentionGradBf16WorkspaceBytes(const AttentionShape& s, int threads) {
  return threadBytes<BackwardBuffers>(s) * threads;
}

#if defined(__x86_64__)

void attentionBf16(const AttentionShape& s, const AttentionBf16Operands& x, std::uint16_t* y, float* logSum, void* workspace, int threads) {
  requireBf16Pairs();
  const std::int64_t tasks = s.batch * s.heads * tasksOfHead(s), bytes = threadBytes<ForwardBuffers>(s);
  parallelParts(tasks, teamFor(s, tasks, threads), 1,
                [&](WorkRange range, int thread) { Forward(s, x, static_cast<std::byte*>(workspace) + thread * bytes).run(range, y, logSum); });
}

void attentionGradBf16(const AttentionShape& s, const AttentionBf16Operands& x, const std::uint16_t* y, const float* logSum, const std::uint16_t* dy,
                       std::uint16_t* dq, std::uint16_t* dk, std::uint16_t* dv, void* workspace, int threads) {
  requireBf16Pairs();
  const std::int64_t tasks = s.batch * s.heads, bytes = threadBytes<BackwardBuffers>(s);
  const Gradients gradients{y, dy, logSum, dq, dk, dv};
  parallelParts(tasks, teamFor(s, tasks, threads), 1, [&](WorkRange range, int thread) {
    Backward worker(s, x, gradients, static_cast<std::byte*>(workspace) + thread * bytes);
    for (std::int64_t index = range.begin; index < range.end; ++index) worker.run(index);
  });
}

#else

void attentionBf16(const AttentionShape&, const AttentionBf16Operands&, std::uint16_t*, float*, void*, int) {
  requireBf16Pairs();
}
void attentionGradBf16(const AttentionShape&, const AttentionBf16Operands&, const std::uint16_t*, const float*, const std::uint16_t*, std::uint16_t*,
                       std::uint16_t*, std::uint16_t*, void*, int) {
  requireBf16Pairs();
}

#endif

}  // namespace stepscope::kernels
