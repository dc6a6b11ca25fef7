#include "core/backend/cpu/kernels/attention_bf16.h"

#include <algorithm>
#include <cmath>

#include "core/backend/cpu/kernels/bf16_product.h"
#include "core/backend/cpu/kernels/parallel.h"
#include "core/backend/cpu/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/kernels/attention_bf16.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/kernels/attention_rows-inl.h"
#include "core/backend/cpu/kernels/storage-inl.h"

#ifndef STEPSCOPE_ATTENTION_BF16_ROWS
#define STEPSCOPE_ATTENTION_BF16_ROWS
namespace stepscope::kernels {

// Rows of scores of a block of queries: `width` columns in p and dp are written, zeros where a key is not seen.
struct Bf16Rows {
  std::int64_t first, count, width, stride, narrowStride;  // strides of f32 and of bf16 rows
  float *scores, *dp;
  const float* bias;
  Bf16 *p, *ds;
};

// Backward: y and dy of a head, rows `outStride` apart.
struct Bf16Outputs {
  const Bf16 *y, *dy;
  const float* logSum;
  std::int64_t outStride;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

HWY_INLINE void narrowRow(const float* from, std::int64_t count, Bf16* to) {
  for (std::int64_t j = 0; j < count; j += kLanes) storeLanes(AllLanes{}, hn::LoadU(F32(), from + j), to + j);
}

}  // namespace

// Probabilities but for the factors `inverse`, and the rows' log sums.
void attentionRowsBf16(const AttentionShape& s, const Bf16Rows& w, float* inverse, float* logSum) {
  for (std::int64_t i = 0; i < w.count; ++i) {
    float* p = w.scores + i * w.stride;
    const std::int64_t seen = seenBy(s, w.first + i);
    auto broken = hn::Zero(F32());
    const float largest = scaleRow(p, seen, s.scale, w.bias, &broken);
    if (largest == -HUGE_VALF) {
      std::fill(p, p + w.width, 0.0f);
      inverse[i] = 0;
      logSum[i] = -HUGE_VALF;
    } else {
      const float sum = exponentials(p, seen, w.width, largest);
      inverse[i] = 1.0f / sum;
      logSum[i] = largest + std::log(sum);
    }
    // A score that is not a number has lost itself in exp: the row shows it.
    inverse[i] += sumOfLanes(broken);
    narrowRow(p, w.width, w.p + i * w.narrowStride);
  }
}

void attentionGradRowsBf16(const AttentionShape& s, const Bf16Rows& w, const Bf16Outputs& x) {
  const F32 d;
  constexpr AllLanes all;
  for (std::int64_t i = 0; i < w.count; ++i) {
    float *p = w.scores + i * w.stride, *dp = w.dp + i * w.stride;
    const std::int64_t seen = x.logSum[i] == -HUGE_VALF ? 0 : seenBy(s, w.first + i);
    auto total = hn::Zero(d);
    for (std::int64_t c = 0; c < s.headSize; c += kLanes)
      total = hn::MulAdd(loadLanes(all, x.y + i * x.outStride + c), loadLanes(all, x.dy + i * x.outStride + c), total);
    const auto delta = hn::Set(d, sumOfLanes(total)), scale = hn::Set(d, s.scale), shift = hn::Set(d, x.logSum[i]);
    const float* bias = w.bias;
    overVectors(0, seen, [=](std::int64_t j, auto lanes) HWY_ATTR {
      auto score = hn::Mul(lanes.load(p + j), scale);
      if (bias) score = hn::Add(score, lanes.load(bias + j));
      const auto probability = hn::Exp(d, hn::Sub(score, shift));
      const auto slope = hn::Mul(hn::Mul(probability, hn::Sub(lanes.load(dp + j), delta)), scale);
      lanes.store(probability, p + j);
      lanes.store(slope, dp + j);
    });
    std::fill(p + seen, p + w.width, 0.0f);
    std::fill(dp + seen, dp + w.width, 0.0f);
    narrowRow(p, w.width, w.p + i * w.narrowStride);
    narrowRow(dp, w.width, w.ds + i * w.narrowStride);
  }
}

void attentionKeyBias(const std::uint8_t* mask, std::int64_t keys, float* bias) {
  maskBias(mask, keys, bias);
}

// to[r][c] = from[r][c] * factors[r], or as it is; columns a multiple of 16.
void attentionStoreBf16(const float* from, std::int64_t fromStride, std::int64_t rows, std::int64_t columns, const float* factors, Bf16* to,
                        std::int64_t toStride) {
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto factor = hn::Set(F32(), factors ? factors[r] : 1.0f);
    for (std::int64_t c = 0; c < columns; c += kLanes)
      storeLanes(AllLanes{}, hn::Mul(hn::LoadU(F32(), from + r * fromStride + c), factor), to + r * toStride + c);
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(attentionRowsBf16);
HWY_EXPORT(attentionGradRowsBf16);
HWY_EXPORT(attentionKeyBias);
HWY_EXPORT(attentionStoreBf16);

namespace {

constexpr std::int64_t kBlock = 16;     // columns of a vector
constexpr std::int64_t kMostRows = 96;  // queries of a block, a multiple of the rows of a product

constexpr std::int64_t roundTo(std::int64_t v, std::int64_t to) {
  return (v + to - 1) / to * to;
}

Bf16* bf16(std::uint16_t* p) {
  return reinterpret_cast<Bf16*>(p);
}
const Bf16* bf16(const std::uint16_t* p) {
  return reinterpret_cast<const Bf16*>(p);
}

struct Blocks {
  std::int64_t rows, width, stride, narrowStride;  // of a block of scores: columns up to whole vectors, steps of f32 and bf16 rows
  std::int64_t tasks;

  explicit Blocks(const AttentionShape& s)
      : rows(std::min(s.causal ? std::int64_t{36} : kMostRows, s.queries)),
        width(roundTo(s.keys, kBlock)),
        stride(width + kBlock),
        narrowStride(width + 2 * kBlock),
        tasks((s.queries + rows - 1) / rows) {}
};

// Hands out parts of a thread's workspace, or only counts them.
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

// keys and values as right sides (bf16_product.h): keys with a key a lane, values with a channel a lane.
struct ForwardBuffers {
  std::uint16_t *keys, *values, *p;
  float *scores, *heads, *bias;

  ForwardBuffers(const AttentionShape& s, const Blocks& b, Parts& parts)
      : keys(parts.take<std::uint16_t>(b.width * s.headSize)),
        values(parts.take<std::uint16_t>(roundTo(s.keys, 2) * s.headSize)),
        p(parts.take<std::uint16_t>(b.rows * b.narrowStride)),
        scores(parts.take<float>(b.rows * b.stride)),
        heads(parts.take<float>(b.rows * s.headSize)),
        bias(parts.take<float>(s.keys)) {}
};

// Of a block of queries: q and dy as right sides, p and ds as left sides with keys as rows.
struct BackwardBuffers {
  std::uint16_t *keys, *values, *keyRows, *p, *ds, *q, *dy, *pColumns, *dsColumns;
  float *scores, *dp, *dq, *dk, *dv, *bias;

  BackwardBuffers(const AttentionShape& s, const Blocks& b, Parts& parts)
      : keys(parts.take<std::uint16_t>(b.width * s.headSize)),
        values(parts.take<std::uint16_t>(b.width * s.headSize)),
        keyRows(parts.take<std::uint16_t>(roundTo(s.keys, 2) * s.headSize)),
        p(parts.take<std::uint16_t>(b.rows * b.narrowStride)),
        ds(parts.take<std::uint16_t>(b.rows * b.narrowStride)),
        q(parts.take<std::uint16_t>(roundTo(b.rows, 2) * s.headSize)),
        dy(parts.take<std::uint16_t>(roundTo(b.rows, 2) * s.headSize)),
        pColumns(parts.take<std::uint16_t>(roundTo(b.rows, 2) * b.width)),
        dsColumns(parts.take<std::uint16_t>(roundTo(b.rows, 2) * b.width)),
        scores(parts.take<float>(b.rows * b.stride)),
        dp(parts.take<float>(b.rows * b.stride)),
        dq(parts.take<float>(b.rows * s.headSize)),
        dk(parts.take<float>(b.width * s.headSize)),
        dv(parts.take<float>(b.width * s.headSize)),
        bias(parts.take<float>(s.keys)) {}
};

template <class Buffers>
std::int64_t threadBytes(const AttentionShape& s) {
  Parts parts(nullptr);
  const Buffers buffers(s, Blocks(s), parts);
  static_cast<void>(buffers);
  return parts.used();
}

// One head of one sample: positions are `stride` elements apart.
struct Head {
  const std::uint16_t *q, *k, *v;
  std::int64_t queryStride, keyStride;
};

Head headOf(const AttentionShape& s, const std::uint16_t* q, const std::uint16_t* k, const std::uint16_t* v, std::int64_t b,
            std::int64_t h) {
  const std::int64_t width = s.width();
  if (s.packed) {
    const std::uint16_t* first = q + b * s.queries * 3 * width + h * s.headSize;
    return {first, first + width, first + 2 * width, 3 * width, 3 * width};
  }
  const std::int64_t keys = b * s.keys * width + h * s.headSize;
  return {q + b * s.queries * width + h * s.headSize, k + keys, v + keys, width, width};
}

// c (rows, columns) = a times a right side of `pairs` pairs, group by group; columns a multiple of 16.
void multiply(PairProduct product, std::int64_t rows, std::int64_t columns) {
  const std::uint16_t* right = product.b;
  float* c = product.c;
  for (std::int64_t first = 0; first < columns; first += 4 * kBlock) {
    product.b = right + 2 * first * product.pairs;
    product.c = c + first;
    multiplyBf16Pairs(product, rows, std::min<std::int64_t>(4, (columns - first) / kBlock));
  }
}

// The same with a left side made by packBf16Columns.
void multiplyColumns(const std::uint16_t* left, const std::uint16_t* right, std::int64_t pairs, float* c, std::int64_t rows,
                     std::int64_t columns, bool add) {
  for (std::int64_t block = 0; block < rows / kBlock; ++block)
    multiply({.a = left + block * pairs * 2 * kBlock,
              .aRow = 2,
              .aPair = 2 * kBlock,
              .b = right,
              .pairs = pairs,
              .c = c + block * kBlock * columns,
              .cRow = columns,
              .add = add},
             kBlock, columns);
}

int teamFor(const AttentionShape& s, std::int64_t tasks, int threads) {
  const std::int64_t products = s.batch * s.heads * s.queries * s.keys * s.headSize;
  return static_cast<int>(std::min<std::int64_t>(teamForBytes(products / 2, threads), std::max<std::int64_t>(tasks, 1)));
}

// Columns of scores that are computed for so many keys: the groups of a right side are whole.
std::int64_t computedFor(const Blocks& blocks, std::int64_t keys) {
  return std::min(roundTo(keys, 4 * kBlock), blocks.width);
}

// Keys that any query before `last` sees.
std::int64_t keysSeen(const AttentionShape& s, std::int64_t last) {
  return s.causal ? std::min(last, s.keys) : s.keys;
}

class Forward {
 public:
  Forward(const AttentionShape& s, const AttentionBf16Operands& x, std::byte* memory)
      : s_(s), x_(x), blocks_(s), parts_(memory), w_(s, blocks_, parts_) {}

  void run(WorkRange tasks, std::uint16_t* y, float* logSum) {
    std::int64_t packed = -1;
    for (std::int64_t task = tasks.begin; task < tasks.end; ++task) {
      const std::int64_t index = task / blocks_.tasks, b = index / s_.heads, h = index % s_.heads;
      const std::int64_t first = task % blocks_.tasks * blocks_.rows, last = std::min(first + blocks_.rows, s_.queries);
      const Head head = headOf(s_, x_.q, x_.k, x_.v, b, h);
      if (packed != index) pack(head, b);
      packed = index;
      block(head, first, last - first, y + (b * s_.queries + first) * s_.width() + h * s_.headSize, logSum + index * s_.queries + first);
    }
  }

 private:
  void pack(const Head& head, std::int64_t b) {
    packBf16Transposed(head.k, head.keyStride, s_.keys, s_.headSize, w_.keys);
    packBf16Rows(head.v, head.keyStride, s_.keys, s_.headSize, w_.values);
    if (x_.keyMask) HWY_DYNAMIC_DISPATCH(attentionKeyBias)(x_.keyMask + b * s_.keys, s_.keys, w_.bias);
  }

  void block(const Head& head, std::int64_t first, std::int64_t rows, std::uint16_t* y, float* logSum) {
    const std::int64_t keys = keysSeen(s_, first + rows), width = roundTo(keys, kBlock);
    multiply({.a = head.q + first * head.queryStride,
              .aRow = head.queryStride,
              .b = w_.keys,
              .pairs = s_.headSize / 2,
              .c = w_.scores,
              .cRow = blocks_.stride},
             rows, computedFor(blocks_, keys));
    float inverse[kMostRows];
    HWY_DYNAMIC_DISPATCH(attentionRowsBf16)
    (s_,
     {first, rows, width, blocks_.stride, blocks_.narrowStride, w_.scores, nullptr, x_.keyMask ? w_.bias : nullptr, bf16(w_.p), nullptr},
     inverse, logSum);
    // The right side was packed for all keys; of it the pairs that are seen.
    const std::int64_t allPairs = (s_.keys + 1) / 2;
    for (std::int64_t c = 0; c < s_.headSize; c += 4 * kBlock)
      multiplyBf16Pairs({.a = w_.p,
                         .aRow = blocks_.narrowStride,
                         .b = w_.values + 2 * c * allPairs,
                         .pairs = (keys + 1) / 2,
                         .c = w_.heads + c,
                         .cRow = s_.headSize},
                        rows, std::min<std::int64_t>(4, (s_.headSize - c) / kBlock));
    HWY_DYNAMIC_DISPATCH(attentionStoreBf16)(w_.heads, s_.headSize, rows, s_.headSize, inverse, bf16(y), s_.width());
  }

  const AttentionShape& s_;
  const AttentionBf16Operands& x_;
  const Blocks blocks_;
  Parts parts_;
  const ForwardBuffers w_;
};

class Backward {
 public:
  Backward(const AttentionShape& s, const AttentionBf16Operands& x, std::byte* memory)
      : s_(s), x_(x), blocks_(s), parts_(memory), w_(s, blocks_, parts_) {}

  // All queries of one head. Pointers stand at its first query.
  void run(std::int64_t b, const Head& head, const Head& gradients, const std::uint16_t* y, const float* logSum, const std::uint16_t* dy) {
    packBf16Transposed(head.k, head.keyStride, s_.keys, s_.headSize, w_.keys);
    packBf16Transposed(head.v, head.keyStride, s_.keys, s_.headSize, w_.values);
    packBf16Rows(head.k, head.keyStride, s_.keys, s_.headSize, w_.keyRows);
    if (x_.keyMask) HWY_DYNAMIC_DISPATCH(attentionKeyBias)(x_.keyMask + b * s_.keys, s_.keys, w_.bias);
    std::fill_n(w_.dk, blocks_.width * s_.headSize, 0.0f);
    std::fill_n(w_.dv, blocks_.width * s_.headSize, 0.0f);
    for (std::int64_t first = 0; first < s_.queries; first += blocks_.rows) {
      const std::int64_t rows = std::min(blocks_.rows, s_.queries - first), at = first * s_.width();
      block(head, first, rows, {bf16(y) + at, bf16(dy) + at, logSum + first, s_.width()}, dy + at,
            const_cast<std::uint16_t*>(gradients.q) + first * gradients.queryStride, gradients.queryStride);
    }
    const auto store = HWY_DYNAMIC_DISPATCH(attentionStoreBf16);
    store(w_.dk, s_.headSize, s_.keys, s_.headSize, nullptr, bf16(const_cast<std::uint16_t*>(gradients.k)), gradients.keyStride);
    store(w_.dv, s_.headSize, s_.keys, s_.headSize, nullptr, bf16(const_cast<std::uint16_t*>(gradients.v)), gradients.keyStride);
  }

 private:
  void block(const Head& head, std::int64_t first, std::int64_t rows, const Bf16Outputs& outputs, const std::uint16_t* dy,
             std::uint16_t* dq, std::int64_t dqStride) {
    const std::int64_t keys = keysSeen(s_, first + rows), width = roundTo(keys, kBlock), size = s_.headSize, pairs = (rows + 1) / 2;
    const std::uint16_t* q = head.q + first * head.queryStride;
    const std::int64_t computed = computedFor(blocks_, keys);
    multiply({.a = q, .aRow = head.queryStride, .b = w_.keys, .pairs = size / 2, .c = w_.scores, .cRow = blocks_.stride}, rows, computed);
    multiply({.a = dy, .aRow = s_.width(), .b = w_.values, .pairs = size / 2, .c = w_.dp, .cRow = blocks_.stride}, rows, computed);
    HWY_DYNAMIC_DISPATCH(attentionGradRowsBf16)
    (s_,
     {first, rows, width, blocks_.stride, blocks_.narrowStride, w_.scores, w_.dp, x_.keyMask ? w_.bias : nullptr, bf16(w_.p), bf16(w_.ds)},
     outputs);
    packBf16Columns(w_.p, blocks_.narrowStride, rows, width, w_.pColumns);
    packBf16Columns(w_.ds, blocks_.narrowStride, rows, width, w_.dsColumns);
    packBf16Rows(q, head.queryStride, rows, size, w_.q);
    packBf16Rows(dy, s_.width(), rows, size, w_.dy);
    multiplyColumns(w_.pColumns, w_.dy, pairs, w_.dv, width, size, true);
    multiplyColumns(w_.dsColumns, w_.q, pairs, w_.dk, width, size, true);
    const std::int64_t allPairs = (s_.keys + 1) / 2;
    for (std::int64_t c = 0; c < size; c += 4 * kBlock)
      multiplyBf16Pairs({.a = w_.ds,
                         .aRow = blocks_.narrowStride,
                         .b = w_.keyRows + 2 * c * allPairs,
                         .pairs = (keys + 1) / 2,
                         .c = w_.dq + c,
                         .cRow = size},
                        rows, std::min<std::int64_t>(4, (size - c) / kBlock));
    HWY_DYNAMIC_DISPATCH(attentionStoreBf16)(w_.dq, size, rows, size, nullptr, bf16(dq), dqStride);
  }

  const AttentionShape& s_;
  const AttentionBf16Operands& x_;
  const Blocks blocks_;
  Parts parts_;
  const BackwardBuffers w_;
};

}  // namespace

bool attentionBf16Supports(const AttentionShape& s) {
  return multipliesBf16Pairs() && s.p == 0 && s.headSize > 0 && s.headSize % kBlock == 0 && s.queries > 0 && s.keys > 0;
}

std::int64_t attentionBf16WorkspaceBytes(const AttentionShape& s, int threads) {
  return threadBytes<ForwardBuffers>(s) * threads;
}

void attentionBf16(const AttentionShape& s, const AttentionBf16Operands& x, std::uint16_t* y, float* logSum, void* workspace, int threads) {
  const std::int64_t tasks = s.batch * s.heads * Blocks(s).tasks, bytes = threadBytes<ForwardBuffers>(s);
  parallelParts(tasks, teamFor(s, tasks, threads), 1, [&](WorkRange range, int thread) {
    Forward(s, x, static_cast<std::byte*>(workspace) + thread * bytes).run(range, y, logSum);
  });
}

std::int64_t attentionGradBf16WorkspaceBytes(const AttentionShape& s, int threads) {
  return threadBytes<BackwardBuffers>(s) * threads;
}

void attentionGradBf16(const AttentionShape& s, const AttentionBf16Operands& x, const std::uint16_t* y, const float* logSum,
                       const std::uint16_t* dy, std::uint16_t* dq, std::uint16_t* dk, std::uint16_t* dv, void* workspace, int threads) {
  const std::int64_t tasks = s.batch * s.heads, bytes = threadBytes<BackwardBuffers>(s);
  parallelParts(tasks, teamFor(s, tasks, threads), 1, [&](WorkRange range, int thread) {
    Backward worker(s, x, static_cast<std::byte*>(workspace) + thread * bytes);
    for (std::int64_t index = range.begin; index < range.end; ++index) {
      const std::int64_t b = index / s.heads, h = index % s.heads, at = b * s.queries * s.width() + h * s.headSize;
      worker.run(b, headOf(s, x.q, x.k, x.v, b, h), headOf(s, dq, dk, dv, b, h), y + at, logSum + index * s.queries, dy + at);
    }
  });
}

}  // namespace stepscope::kernels
#endif
