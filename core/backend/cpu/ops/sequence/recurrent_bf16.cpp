#include "core/backend/cpu/ops/sequence/recurrent_bf16.h"

#include <cstring>

#include "core/backend/cpu/ops/sequence/recurrent_blocks.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/bf16_product.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/sequence/recurrent_bf16.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/sequence/recurrent_slopes-inl.h"
#include "core/backend/cpu/simd/storage-inl.h"
#include "core/backend/cpu/simd/vector_math-inl.h"

#ifndef STEPSCOPE_RECURRENT_BF16_STEP
#define STEPSCOPE_RECURRENT_BF16_STEP
namespace stepscope::kernels {

inline constexpr std::int64_t kUnits = 16;  // units of a block

// The units of one block in one step. Pointers point to the position of the step and the first unit of the block; rows of sequences are `stride`
// elements apart, those of gates four times as far.
struct LstmUnits {
  std::int64_t batch, hidden, stride, stateStride;
  const float* sums;  // (batch, 4, 16); null: zeros
  const float *products, *bias;
  const Bf16* rows;
  float* cell;  // (batch, hidden): before the step, then after it
  bool first;   // the initial cells are zero
  Bf16 *gates, *kept, *y, *after;
};

// The same for the backward pass, which computes the gradients of the gates. dh and dc are the gradients of the state after the step at first, and of
// the state before it at the end.
struct LstmGradUnits {
  std::int64_t batch, hidden, stride, stateStride, gateRow;
  const Bf16 *gates, *kept, *before, *dy;  // `before` are the cells before the step; null: zeros
  float *dh, *dc;
  Bf16 *dgates, *now;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
void lstmUnitsBf16(const LstmUnits& s) {
  const F32 d;
  constexpr AllLanes all;
  for (std::int64_t b = 0; b < s.batch; ++b)
    for (std::int64_t u = 0; u < kUnits; u += kLanes) {
      const std::int64_t row = 4 * b * s.stride + u;
      const auto input = [&](std::int64_t g) HWY_ATTR {
        auto v = s.products ? hn::LoadU(d, s.products + row + g * s.hidden) : loadLanes(all, s.rows + row + g * s.hidden);
        if (s.bias) v = hn::Add(v, hn::LoadU(d, s.bias + g * s.hidden + u));
        return s.sums ? hn::Add(v, hn::LoadU(d, s.sums + (4 * b + g) * kUnits + u)) : v;
      };
      const auto i = sigmoidOf(input(0)), f = sigmoidOf(input(1)), fresh = tanhOf(input(2)), o = sigmoidOf(input(3));
      auto cell = hn::Mul(i, fresh);
      float* state = s.cell + b * s.hidden + u;
      if (!s.first) cell = hn::MulAdd(f, hn::LoadU(d, state), cell);
      const auto h = hn::Mul(o, tanhOf(cell));
      hn::StoreU(cell, d, state);
      storeLanes(all, i, s.gates + row);
      storeLanes(all, f, s.gates + row + s.hidden);
      storeLanes(all, fresh, s.gates + row + 2 * s.hidden);
      storeLanes(all, o, s.gates + row + 3 * s.hidden);
      storeLanes(all, cell, s.kept + b * s.stride + u);
      storeLanes(all, h, s.y + b * s.stride + u);
      storeLanes(all, h, s.after + b * s.stateStride + u);
    }
}

void lstmGradUnitsBf16(const LstmGradUnits& s) {
  const F32 d;
  constexpr AllLanes all;
  for (std::int64_t b = 0; b < s.batch; ++b)
    for (std::int64_t u = 0; u < kUnits; u += kLanes) {
      const std::int64_t row = 4 * b * s.stride + u, at = b * s.stride + u;
      const auto i = loadLanes(all, s.gates + row), f = loadLanes(all, s.gates + row + s.hidden),
                 fresh = loadLanes(all, s.gates + row + 2 * s.hidden), o = loadLanes(all, s.gates + row + 3 * s.hidden);
      float *dh = s.dh + b * s.stateStride + u, *dc = s.dc + b * s.stateStride + u;
      auto slope = hn::LoadU(d, dh);
      if (s.dy) slope = hn::Add(slope, loadLanes(all, s.dy + at));
      const auto t = tanhOf(loadLanes(all, s.kept + at));
      const auto cell = hn::Add(hn::LoadU(d, dc), throughTanh(hn::Mul(slope, o), t));
      const auto old = s.before ? loadLanes(all, s.before + at) : hn::Zero(d);
      const F32Vector made[4] = {throughSigmoid(hn::Mul(cell, fresh), i), throughSigmoid(hn::Mul(cell, old), f), throughTanh(hn::Mul(cell, i), fresh),
                                 throughSigmoid(hn::Mul(slope, t), o)};
      for (std::int64_t g = 0; g < 4; ++g) {
        storeLanes(all, made[g], s.dgates + row + g * s.hidden);
        storeLanes(all, made[g], s.now + b * s.gateRow + g * s.hidden + u);
      }
      hn::StoreU(hn::Mul(cell, f), d, dc);
    }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(lstmUnitsBf16);
HWY_EXPORT(lstmGradUnitsBf16);

namespace {

constexpr std::int64_t kGroup = 4;  // blocks of units whose sums stay in registers

std::int64_t lines(std::int64_t bytes) {
  return roundedTo(bytes, 64);
}

// The stride of bf16 rows, which is not a power of two.
std::int64_t narrowStride(std::int64_t width) {
  return roundedTo(width, 32) + 32;
}

// Bytes of the parts of the workspace, forward: packed weights [block][pair of states][gate][unit][2], two states, the cells, and the sums of a block
// for every thread.
struct ForwardParts {
  std::int64_t weights, state, cells, sums;

  explicit ForwardParts(const RecurrentShape& s)
      : weights(lines(4 * s.hidden * s.hidden * 2)),
        state(lines(s.batch * narrowStride(s.hidden) * 2)),
        cells(lines(s.batch * s.hidden * 4)),
        sums(lines(s.batch * 4 * kUnits * 4)) {}
  std::int64_t bytes(int threads) const { return weights + 2 * state + cells + threads * sums; }
};

void packForward(const RecurrentShape& shape, const std::uint16_t* weights, std::int64_t block, std::uint16_t* packed) {
  const std::int64_t hidden = shape.hidden;
  for (std::int64_t g = 0; g < 4; ++g)
    for (std::int64_t u = 0; u < kUnits; ++u) {
      const std::uint16_t* from = weights + (g * hidden + block * kUnits + u) * hidden;
      for (std::int64_t k = 0; k < hidden / 2; ++k) std::memcpy(packed + ((k * 4 + g) * kUnits + u) * 2, from + 2 * k, 4);
    }
}

// The same, backward: packed weights [group of four blocks][pair of gates][block of the group][unit][2], the gradients of the gates of two steps, dh
// and dc.
struct BackwardParts {
  std::int64_t weights, gateRow, gates, stateStride, state;

  explicit BackwardParts(const RecurrentShape& s)
      : weights(lines(4 * s.hidden * s.hidden * 2)),
        gateRow(narrowStride(4 * s.hidden)),
        gates(lines(s.batch * gateRow * 2)),
        stateStride(kernels::stateStride(s.hidden)),
        state(s.batch * stateStride * 4) {}
  std::int64_t bytes() const { return weights + 2 * gates + 2 * state; }
};

void packBackward(const RecurrentShape& shape, const std::uint16_t* weights, std::int64_t first, std::int64_t units, std::uint16_t* packed) {
  for (std::int64_t k = 0; k < 2 * shape.hidden; ++k) {
    const std::uint16_t *one = weights + 2 * k * shape.hidden + first, *two = one + shape.hidden;
    for (std::int64_t u = 0; u < units; ++u, packed += 2) {
      packed[0] = one[u];
      packed[1] = two[u];
    }
  }
}

void widenStates(const RecurrentShape& shape, const std::uint16_t* from, float* to, std::int64_t stride) {
  for (std::int64_t b = 0; b < shape.batch; ++b)
    for (std::int64_t u = 0; u < shape.hidden; ++u) to[b * stride + u] = from ? widened(Bf16{from[b * shape.hidden + u]}) : 0.0f;
}

Bf16* bf16(std::uint16_t* p) {
  return reinterpret_cast<Bf16*>(p);
}
const Bf16* bf16(const std::uint16_t* p) {
  return reinterpret_cast<const Bf16*>(p);
}

}  // namespace

bool lstmBf16Supports(const RecurrentShape& shape) {
  return multipliesBf16Pairs() && shape.hidden % kUnits == 0 && shape.hidden > 0;
}

std::int64_t lstmBf16WorkspaceBytes(const RecurrentShape& shape, int threads) {
  return ForwardParts(shape).bytes(threads);
}

void lstmBf16(const RecurrentShape& shape, const std::uint16_t* weights, const LstmBf16Input& input, std::uint16_t* gates, std::uint16_t* cells,
              std::uint16_t* y, std::uint16_t* lastH, std::uint16_t* lastC, void* workspace, int threads) {
  requireBf16Pairs();
  const ForwardParts parts(shape);
  const std::int64_t hidden = shape.hidden, blocks = hidden / kUnits, stateRow = narrowStride(hidden), pairs = hidden / 2;
  auto* const memory = static_cast<std::byte*>(workspace);
  auto* const packed = reinterpret_cast<std::uint16_t*>(memory);
  std::uint16_t* const states[2] = {reinterpret_cast<std::uint16_t*>(memory + parts.weights),
                                    reinterpret_cast<std::uint16_t*>(memory + parts.weights + parts.state)};
  auto* const cell = reinterpret_cast<float*>(memory + parts.weights + 2 * parts.state);
  std::byte* const sums = memory + parts.weights + 2 * parts.state + parts.cells;
  const int team = teamForStep(shape, 4, blocks, threads);
  const std::int64_t blockWeights = 4 * kUnits * hidden;
  parallelParts(blocks, team, 1, [&](WorkRange range, int) {
    for (std::int64_t block = range.begin; block < range.end; ++block) packForward(shape, weights, block, packed + block * blockWeights);
  });
  for (std::int64_t n = 0; n < shape.steps; ++n) {
    const std::int64_t position = positionOf(shape, n);
    parallelParts(blocks, team, 1, [&](WorkRange range, int thread) {
      auto* const own = reinterpret_cast<float*>(sums + thread * parts.sums);
      for (std::int64_t block = range.begin; block < range.end; ++block) {
        if (n > 0)
          multiplyBf16Pairs(
              {.a = states[(n + 1) % 2], .aRow = stateRow, .b = packed + block * blockWeights, .pairs = pairs, .c = own, .cRow = 4 * kUnits},
              shape.batch, 4);
        const std::int64_t u = block * kUnits, gate = position * 4 * hidden + u, unit = position * hidden + u;
        HWY_DYNAMIC_DISPATCH(lstmUnitsBf16)
        ({shape.batch, hidden, shape.steps * hidden, stateRow, n > 0 ? own : nullptr, input.products ? input.products + gate : nullptr,
          input.bias ? input.bias + u : nullptr, input.rows ? bf16(input.rows) + gate : nullptr, cell + u, n == 0, bf16(gates) + gate,
          bf16(cells) + unit, bf16(y) + unit, bf16(states[n % 2]) + u});
      }
    });
  }
  const std::int64_t last = positionOf(shape, shape.steps - 1);
  for (std::int64_t b = 0; b < shape.batch; ++b) {
    std::copy_n(y + (b * shape.steps + last) * hidden, hidden, lastH + b * hidden);
    std::copy_n(cells + (b * shape.steps + last) * hidden, hidden, lastC + b * hidden);
  }
}

std::int64_t lstmGradBf16WorkspaceBytes(const RecurrentShape& shape) {
  return BackwardParts(shape).bytes();
}

void lstmGradBf16(const RecurrentShape& shape, const std::uint16_t* weights, const std::uint16_t* gates, const std::uint16_t* cells,
                  const std::uint16_t* y, const std::uint16_t* dy, const std::uint16_t* dLastH, const std::uint16_t* dLastC, std::uint16_t* dgates,
                  std::uint16_t* before, void* workspace, int threads) {
  requireBf16Pairs();
  const BackwardParts parts(shape);
  const std::int64_t hidden = shape.hidden, blocks = hidden / kUnits, groups = (blocks + kGroup - 1) / kGroup, sample = shape.steps * hidden;
  auto* const memory = static_cast<std::byte*>(workspace);
  auto* const packed = reinterpret_cast<std::uint16_t*>(memory);
  std::uint16_t* const rows[2] = {reinterpret_cast<std::uint16_t*>(memory + parts.weights),
                                  reinterpret_cast<std::uint16_t*>(memory + parts.weights + parts.gates)};
  auto* const dh = reinterpret_cast<float*>(memory + parts.weights + 2 * parts.gates);
  float* const dc = dh + parts.state / 4;
  widenStates(shape, dLastH, dh, parts.stateStride);
  widenStates(shape, dLastC, dc, parts.stateStride);
  parallelParts(shape.batch, teamForBytes(shape.batch * sample * 4, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t b = range.begin; b < range.end; ++b) {
      std::uint16_t* to = before + b * sample;
      std::copy_n(y + b * sample + (shape.reverse ? hidden : 0), sample - hidden, to + (shape.reverse ? 0 : hidden));
      std::fill_n(shape.reverse ? to + sample - hidden : to, hidden, std::uint16_t{0});
    }
  });
  const int team = teamForStep(shape, 4, groups, threads);
  const auto vectorsOf = [&](std::int64_t group) { return std::min(kGroup, blocks - group * kGroup); };
  const std::int64_t groupWeights = kGroup * kUnits * 4 * hidden;
  parallelParts(groups, team, 1, [&](WorkRange range, int) {
    for (std::int64_t g = range.begin; g < range.end; ++g)
      packBackward(shape, weights, g * kGroup * kUnits, vectorsOf(g) * kUnits, packed + g * groupWeights);
  });
  for (std::int64_t n = shape.steps - 1; n >= 0; --n) {
    const std::int64_t position = positionOf(shape, n);
    parallelParts(groups, team, 1, [&](WorkRange range, int) {
      for (std::int64_t g = range.begin; g < range.end; ++g) {
        const std::int64_t first = g * kGroup * kUnits, vectors = vectorsOf(g);
        if (n + 1 < shape.steps)
          multiplyBf16Pairs({.a = rows[(n + 1) % 2],
                             .aRow = parts.gateRow,
                             .b = packed + g * groupWeights,
                             .pairs = 2 * hidden,
                             .c = dh + first,
                             .cRow = parts.stateStride},
                            shape.batch, vectors);
        for (std::int64_t u = first; u < first + vectors * kUnits; u += kUnits) {
          const std::int64_t gate = position * 4 * hidden + u, unit = position * hidden + u;
          HWY_DYNAMIC_DISPATCH(lstmGradUnitsBf16)
          ({shape.batch, hidden, sample, parts.stateStride, parts.gateRow, bf16(gates) + gate, bf16(cells) + unit,
            n > 0 ? bf16(cells) + positionOf(shape, n - 1) * hidden + u : nullptr, dy ? bf16(dy) + unit : nullptr, dh + u, dc + u,
            bf16(dgates) + gate, bf16(rows[n % 2]) + u});
        }
      }
    });
  }
}

}  // namespace stepscope::kernels
#endif
