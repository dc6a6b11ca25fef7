#include "core/backend/cpu/ops/attention/attention.h"

#include <algorithm>
#include <cmath>

#include "core/backend/cpu/ops/elementwise/dropout.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/attention/attention.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/attention/attention_rows-inl.h"
#include "core/backend/cpu/simd/small_product-inl.h"

#ifndef STEPSCOPE_ATTENTION_BLOCKS
#define STEPSCOPE_ATTENTION_BLOCKS
namespace stepscope::kernels {

constexpr std::int64_t roundUp(std::int64_t v, std::int64_t to) {
  return (v + to - 1) / to * to;
}

// Floats of the widest panel and vector of all targets: the size of a workspace must not depend on the target.
inline constexpr std::int64_t kWidestPanel = 64, kWidestVector = 16;
inline constexpr std::int64_t kMostRows = 96;  // queries of a block

// Sizes of a thread's buffers, in floats. Rows of scores are one cache line longer than necessary, since strides that are powers of two would use
// only a few cache sets.
struct AttentionBlocks {
  std::int64_t rows;                            // queries of a block
  std::int64_t scoreStride, headStride;         // floats from one row of scores to the next, and from one row of a head to the next
  std::int64_t scores, panels, keyRows, heads;  // of a block's scores; of a packed k or v; of its rows; of the rows of one head of a block

  explicit AttentionBlocks(const AttentionShape& s) {
    constexpr std::int64_t kScores = 24 * 1024;  // two blocks of scores fit in the second-level cache together with k and v
    scoreStride = roundUp(s.keys, kWidestPanel) + kWidestVector;
    headStride = roundUp(s.headSize, kWidestVector);
    // With the causal mask about half of the last columns of a block is computed in vain, so blocks have few rows.
    rows = std::min(std::clamp<std::int64_t>(kScores / scoreStride / 6 * 6, 6, s.causal ? 36 : kMostRows), s.queries);
    scores = rows * scoreStride;
    panels = roundUp(s.keys, kWidestPanel) * s.headSize;
    keyRows = s.keys * headStride;
    heads = rows * headStride;
  }
  std::int64_t count(std::int64_t queries) const { return (queries + rows - 1) / rows; }
};

// One head of one sample. Positions are queryStride (q) or keyStride (k, v) floats apart.
struct HeadView {
  const float *q, *k, *v;
  std::int64_t queryStride, keyStride;
  const std::uint8_t* mask;
};

// A thread's workspace. `bias` is the key mask as 0 or -infinity. `factors` are those of dropout for the queries of a block; null without dropout.
struct ForwardBuffers {
  float *panels, *values, *scores, *heads, *bias;
  const float* factors;
};

struct BackwardBuffers {
  float *keyPanels, *valuePanels, *keyRows, *dk, *dv;
  float *p, *dp, *q, *dy, *dq, *bias;
  const float* factors;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

HWY_INLINE void multiplyRow(float* p, const float* factors, std::int64_t count) {
  overVectors(0, count, [=](std::int64_t j, auto lanes) HWY_ATTR { lanes.store(hn::Mul(lanes.load(p + j), lanes.load(factors + j)), p + j); });
}

}  // namespace

void packForward(const AttentionShape& s, const HeadView& x, const ForwardBuffers& w) {
  const AttentionBlocks blocks(s);
  packTransposed(x.k, x.keyStride, s.keys, s.headSize, w.panels);
  packRows(x.v, x.keyStride, s.keys, s.headSize, blocks.headStride, w.values);
  if (x.mask) maskBias(x.mask, s.keys, w.bias);
}

// Computes y and logSum for the queries [first, last) of one head. `w.factors` has a row of s.keys dropout factors per query, or is null.
void forwardBlock(const AttentionShape& s, const HeadView& x, const ForwardBuffers& w, std::int64_t first, std::int64_t last, float* y,
                  std::int64_t yStride, float* logSum) {
  const AttentionBlocks blocks(s);
  const std::int64_t rows = last - first, keys = seenBy(s, last - 1), width = roundUp(keys, kLanes);
  smallProduct(rows, width, s.headSize, {x.q + first * x.queryStride, x.queryStride, 1}, {w.panels, kPanel, kPanel * s.headSize}, w.scores,
               blocks.scoreStride, false);
  HWY_ALIGN float inverse[kMostRows];
  for (std::int64_t i = 0; i < rows; ++i) {
    float* p = w.scores + i * blocks.scoreStride;
    const std::int64_t seen = seenBy(s, first + i);
    auto broken = hn::Zero(F32());
    const float largest = scaleRow(p, seen, s.scale, x.mask ? w.bias : nullptr, &broken);
    if (largest == -HUGE_VALF) {
      std::fill(p, p + width, 0.0f);
      inverse[i] = 0;
      logSum[i] = -HUGE_VALF;
    } else {
      const float sum = exponentials(p, seen, width, largest);
      inverse[i] = 1.0f / sum;
      logSum[i] = largest + std::log(sum);
      if (w.factors) multiplyRow(p, w.factors + i * s.keys, seen);
    }
    // Where exp() has removed a NaN score, the result of the row must still become NaN.
    inverse[i] += sumOfLanes(broken);
  }
  smallProduct(rows, blocks.headStride, keys, {w.scores, blocks.scoreStride, 1}, {w.values, blocks.headStride, kPanel}, w.heads, blocks.headStride,
               false);
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto factor = hn::Set(F32(), inverse[i]);
    const float* from = w.heads + i * blocks.headStride;
    float* to = y + i * yStride;
    overVectors(0, s.headSize, [=](std::int64_t c, auto lanes) HWY_ATTR { lanes.store(hn::Mul(lanes.load(from + c), factor), to + c); });
  }
}

void packBackward(const AttentionShape& s, const HeadView& x, const BackwardBuffers& w) {
  const AttentionBlocks blocks(s);
  packTransposed(x.k, x.keyStride, s.keys, s.headSize, w.keyPanels);
  packTransposed(x.v, x.keyStride, s.keys, s.headSize, w.valuePanels);
  packRows(x.k, x.keyStride, s.keys, s.headSize, blocks.headStride, w.keyRows);
  if (x.mask) maskBias(x.mask, s.keys, w.bias);
  std::fill(w.dk, w.dk + blocks.keyRows, 0.0f);
  std::fill(w.dv, w.dv + blocks.keyRows, 0.0f);
}

// Adds the contribution of a block of queries to dk and dv, and writes its dq. `y`, `logSum`, `dy` and `dq` point to the first query.
void backwardBlock(const AttentionShape& s, const HeadView& x, const BackwardBuffers& w, std::int64_t first, std::int64_t last, const float* y,
                   const float* logSum, const float* dy, std::int64_t yStride, float* dq) {
  const F32 d;
  const AttentionBlocks blocks(s);
  const std::int64_t rows = last - first, keys = seenBy(s, last - 1), width = roundUp(keys, kLanes), stride = blocks.scoreStride;
  const RightMatrix q = packRows(x.q + first * x.queryStride, x.queryStride, rows, s.headSize, blocks.headStride, w.q);
  const RightMatrix gradient = packRows(dy, yStride, rows, s.headSize, blocks.headStride, w.dy);
  smallProduct(rows, width, s.headSize, {w.q, blocks.headStride, 1}, {w.keyPanels, kPanel, kPanel * s.headSize}, w.p, stride, false);
  smallProduct(rows, width, s.headSize, {w.dy, blocks.headStride, 1}, {w.valuePanels, kPanel, kPanel * s.headSize}, w.dp, stride, false);
  for (std::int64_t i = 0; i < rows; ++i) {
    float *p = w.p + i * stride, *dp = w.dp + i * stride;
    const std::int64_t seen = seenBy(s, first + i);
    if (logSum[i] == -HUGE_VALF) {
      std::fill(p, p + width, 0.0f);
      std::fill(dp, dp + width, 0.0f);
      continue;
    }
    // The softmax gradient needs the sum of p * dp over a row. It equals the sum of y * dy, with and without dropout.
    auto total = hn::Zero(d);
    overVectors(0, s.headSize, [&](std::int64_t c, auto lanes) HWY_ATTR {
      total = hn::MulAdd(lanes.load(y + i * yStride + c), lanes.load(dy + i * yStride + c), total);
    });
    const auto delta = hn::Set(d, sumOfLanes(total)), scale = hn::Set(d, s.scale), shift = hn::Set(d, logSum[i]);
    const float* factors = w.factors ? w.factors + i * s.keys : nullptr;
    const float* bias = x.mask ? w.bias : nullptr;
    overVectors(0, seen, [=](std::int64_t j, auto lanes) HWY_ATTR {
      auto score = hn::Mul(lanes.load(p + j), scale);
      if (bias) score = hn::Add(score, lanes.load(bias + j));
      auto probability = hn::Exp(d, hn::Sub(score, shift));
      auto slope = lanes.load(dp + j);
      const auto whole = probability;
      if (factors) {
        const auto factor = lanes.load(factors + j);
        slope = hn::Mul(slope, factor);
        probability = hn::Mul(probability, factor);
      }
      lanes.store(probability, p + j);
      lanes.store(hn::Mul(hn::Mul(whole, hn::Sub(slope, delta)), scale), dp + j);
    });
    std::fill(p + seen, p + width, 0.0f);
    std::fill(dp + seen, dp + width, 0.0f);
  }
  smallProduct(keys, blocks.headStride, rows, {w.p, 1, stride}, gradient, w.dv, blocks.headStride, true);
  smallProduct(keys, blocks.headStride, rows, {w.dp, 1, stride}, q, w.dk, blocks.headStride, true);
  smallProduct(rows, blocks.headStride, keys, {w.dp, stride, 1}, {w.keyRows, blocks.headStride, kPanel}, w.dq, blocks.headStride, false);
  for (std::int64_t i = 0; i < rows; ++i)
    std::memcpy(dq + i * x.queryStride, w.dq + i * blocks.headStride, static_cast<std::size_t>(s.headSize) * sizeof(float));
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(packForward);
HWY_EXPORT(forwardBlock);
HWY_EXPORT(packBackward);
HWY_EXPORT(backwardBlock);

namespace {

HeadView headView(const AttentionShape& s, const AttentionOperands& x, std::int64_t b, std::int64_t h) {
  const std::int64_t width = s.width();
  const std::uint8_t* mask = x.keyMask ? x.keyMask + b * s.keys : nullptr;
  if (s.packed) {
    const float* q = x.q + b * s.queries * 3 * width + h * s.headSize;
    return {q, q + width, q + 2 * width, 3 * width, 3 * width, mask};
  }
  const std::int64_t keys = b * s.keys * width + h * s.headSize;
  return {x.q + b * s.queries * width + h * s.headSize, x.k + keys, x.v + keys, width, width, mask};
}

// Assigns parts of a thread's workspace; without memory (null) it only counts them.
class Parts {
 public:
  explicit Parts(float* base) : base_(base) {}
  float* take(std::int64_t floats) {
    float* part = base_ ? base_ + used_ : nullptr;
    used_ += roundUp(floats, kWidestVector);
    return part;
  }
  std::int64_t used() const { return used_; }

 private:
  float* base_;
  std::int64_t used_ = 0;
};

ForwardBuffers forwardBuffers(const AttentionShape& s, Parts& parts, float** factors) {
  const AttentionBlocks b(s);
  ForwardBuffers w{parts.take(b.panels), parts.take(b.keyRows), parts.take(b.scores), parts.take(b.heads), parts.take(s.keys), nullptr};
  w.factors = *factors = s.p > 0 ? parts.take(b.rows * s.keys) : nullptr;
  return w;
}

BackwardBuffers backwardBuffers(const AttentionShape& s, Parts& parts, float** factors) {
  const AttentionBlocks b(s);
  BackwardBuffers w{parts.take(b.panels),  parts.take(b.panels), parts.take(b.keyRows), parts.take(b.keyRows),
                    parts.take(b.keyRows), parts.take(b.scores), parts.take(b.scores),  parts.take(b.heads),
                    parts.take(b.heads),   parts.take(b.heads),  parts.take(s.keys),    nullptr};
  w.factors = *factors = s.p > 0 ? parts.take(b.rows * s.keys) : nullptr;
  return w;
}

template <class Buffers>
std::int64_t floatsOfThread(const AttentionShape& s, Buffers (*buffers)(const AttentionShape&, Parts&, float**)) {
  Parts parts(nullptr);
  float* factors = nullptr;
  buffers(s, parts, &factors);
  return parts.used();
}

// Another thread is worthwhile for about ten microseconds of multiplications.
int teamForProducts(const AttentionShape& s, std::int64_t tasks, int threads) {
  const std::int64_t products = s.batch * s.heads * s.queries * s.keys * s.headSize;
  return static_cast<int>(std::min<std::int64_t>(teamForBytes(products, threads), std::max<std::int64_t>(tasks, 1)));
}

void drawFactors(const AttentionShape& s, std::int64_t seed, std::int64_t head, std::int64_t first, std::int64_t rows, float* factors) {
  dropoutFactors(s.p, seed, s.opId, (head * s.queries + first) * s.keys, rows * s.keys, factors);
}

}  // namespace

std::int64_t attentionWorkspaceBytes(const AttentionShape& s, int threads) {
  return floatsOfThread(s, forwardBuffers) * threads * static_cast<std::int64_t>(sizeof(float));
}

void attention(const AttentionShape& s, const AttentionOperands& x, float* y, float* logSum, void* workspace, int threads) {
  const AttentionBlocks blocks(s);
  const std::int64_t each = blocks.count(s.queries), tasks = s.batch * s.heads * each, floats = floatsOfThread(s, forwardBuffers);
  parallelParts(tasks, teamForProducts(s, tasks, threads), 1, [&](WorkRange range, int thread) {
    Parts parts(static_cast<float*>(workspace) + thread * floats);
    float* factors = nullptr;
    const ForwardBuffers w = forwardBuffers(s, parts, &factors);
    std::int64_t packed = -1;
    for (std::int64_t task = range.begin; task < range.end; ++task) {
      const std::int64_t head = task / each, b = head / s.heads, h = head % s.heads;
      const std::int64_t first = task % each * blocks.rows, last = std::min(first + blocks.rows, s.queries);
      const HeadView view = headView(s, x, b, h);
      if (packed != head) HWY_DYNAMIC_DISPATCH(packForward)(s, view, w);
      packed = head;
      if (factors) drawFactors(s, *x.seed, head, first, last - first, factors);
      HWY_DYNAMIC_DISPATCH(forwardBlock)
      (s, view, w, first, last, y + (b * s.queries + first) * s.width() + h * s.headSize, s.width(), logSum + head * s.queries + first);
    }
  });
}

std::int64_t attentionGradWorkspaceBytes(const AttentionShape& s, int threads) {
  return floatsOfThread(s, backwardBuffers) * threads * static_cast<std::int64_t>(sizeof(float));
}

void attentionGrad(const AttentionShape& s, const AttentionOperands& x, const float* y, const float* logSum, const float* dy, float* dq, float* dk,
                   float* dv, void* workspace, int threads) {
  const AttentionBlocks blocks(s);
  const std::int64_t tasks = s.batch * s.heads, floats = floatsOfThread(s, backwardBuffers);
  const AttentionOperands gradients{dq, dk, dv, nullptr, nullptr};
  parallelParts(tasks, teamForProducts(s, tasks, threads), 1, [&](WorkRange range, int thread) {
    Parts parts(static_cast<float*>(workspace) + thread * floats);
    float* factors = nullptr;
    const BackwardBuffers w = backwardBuffers(s, parts, &factors);
    for (std::int64_t head = range.begin; head < range.end; ++head) {
      const std::int64_t b = head / s.heads, h = head % s.heads;
      const HeadView view = headView(s, x, b, h), out = headView(s, gradients, b, h);
      HWY_DYNAMIC_DISPATCH(packBackward)(s, view, w);
      for (std::int64_t first = 0; first < s.queries; first += blocks.rows) {
        const std::int64_t last = std::min(first + blocks.rows, s.queries);
        const std::int64_t at = (b * s.queries + first) * s.width() + h * s.headSize;
        if (factors) drawFactors(s, *x.seed, head, first, last - first, factors);
        HWY_DYNAMIC_DISPATCH(backwardBlock)
        (s, view, w, first, last, y + at, logSum + head * s.queries + first, dy + at, s.width(), const_cast<float*>(out.q) + first * out.queryStride);
      }
      for (std::int64_t j = 0; j < s.keys; ++j) {
        std::copy_n(w.dk + j * blocks.headStride, s.headSize, const_cast<float*>(out.k) + j * out.keyStride);
        std::copy_n(w.dv + j * blocks.headStride, s.headSize, const_cast<float*>(out.v) + j * out.keyStride);
      }
    }
  });
}

}  // namespace stepscope::kernels
#endif
