// The forward pass of LSTM and GRU.
#include "core/backend/cpu/ops/sequence/recurrent.h"

#include "core/backend/cpu/ops/sequence/recurrent_blocks.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/sequence/recurrent.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/small_product-inl.h"
#include "core/backend/cpu/simd/vector_math-inl.h"

#ifndef STEPSCOPE_RECURRENT_STEP
#define STEPSCOPE_RECURRENT_STEP
namespace stepscope::kernels {

// One step of all samples. Pointers to sequences point to the position of the step; samples are `stride` floats apart (gates: gateStride).
struct ForwardStep {
  std::int64_t batch, hidden, stateStride;
  const float* weights;  // packed
  const float* before;   // (batch, stateStride); null: zeros
  float* after;          // (batch, stateStride)
  float *gates, *y, *kept;
  std::int64_t gateStride, stride;
  const float* cellsBefore;  // LSTM; null: zeros
  std::int64_t cellsBeforeStride;
  const float* freshBias;  // GRU; null: zeros
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// Rows (samples) of a register tile with one vector of units in all their gates.
inline constexpr std::int64_t kGateRows = HWY_TARGET <= HWY_AVX3 ? 6 : 2;

// sums[row][gate] = the state of a sample times the weights of a block of units, one vector of units per gate, for kRows samples.
template <std::int64_t kRows, std::int64_t kGates>
HWY_NOINLINE void gateTile(std::int64_t hidden, const float* before, std::int64_t stride, const float* panel, float* sums) {
  const F32 d;
  F32Vector sum[kRows][kGates];
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t g = 0; g < kGates; ++g) sum[i][g] = hn::Zero(d);
  multiplyTile<kRows, kGates>(hidden, {before, stride, 1}, panel, kGates * kLanes, sum);
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t g = 0; g < kGates; ++g) hn::Store(sum[i][g], d, sums + (i * kGates + g) * kLanes);
}

template <std::int64_t kGates>
void gateSums(std::int64_t rows, std::int64_t hidden, const float* before, std::int64_t stride, const float* panel, float* sums) {
  if (!before) {
    std::fill(sums, sums + rows * kGates * kLanes, 0.0f);
    return;
  }
  if constexpr (kGateRows == 6) {
    if (rows == 6) return gateTile<6, kGates>(hidden, before, stride, panel, sums);
    if (rows == 5) return gateTile<5, kGates>(hidden, before, stride, panel, sums);
    if (rows == 4) return gateTile<4, kGates>(hidden, before, stride, panel, sums);
    if (rows == 3) return gateTile<3, kGates>(hidden, before, stride, panel, sums);
  }
  if (rows == 2) return gateTile<2, kGates>(hidden, before, stride, panel, sums);
  return gateTile<1, kGates>(hidden, before, stride, panel, sums);
}

// Computes one vector of units of one sample, complete or partial.
template <class Lanes>
HWY_INLINE void lstmUnits(const ForwardStep& s, std::int64_t b, std::int64_t u, const float* sums, Lanes lanes) {
  const F32 d;
  float* gate = s.gates + b * s.gateStride + u;
  const auto input = [&](std::int64_t g) HWY_ATTR { return hn::Add(lanes.load(gate + g * s.hidden), hn::Load(d, sums + g * kLanes)); };
  const auto i = sigmoidOf(input(0)), f = sigmoidOf(input(1)), fresh = tanhOf(input(2)), o = sigmoidOf(input(3));
  auto cell = hn::Mul(i, fresh);
  if (s.cellsBefore) cell = hn::MulAdd(f, lanes.load(s.cellsBefore + b * s.cellsBeforeStride + u), cell);
  const auto h = hn::Mul(o, tanhOf(cell));
  lanes.store(i, gate);
  lanes.store(f, gate + s.hidden);
  lanes.store(fresh, gate + 2 * s.hidden);
  lanes.store(o, gate + 3 * s.hidden);
  lanes.store(cell, s.kept + b * s.stride + u);
  lanes.store(h, s.y + b * s.stride + u);
  lanes.store(h, s.after + b * s.stateStride + u);
}

template <class Lanes>
HWY_INLINE void gruUnits(const ForwardStep& s, std::int64_t b, std::int64_t u, const float* sums, Lanes lanes) {
  const F32 d;
  float* gate = s.gates + b * s.gateStride + u;
  const auto sum = [&](std::int64_t g) HWY_ATTR { return hn::Load(d, sums + g * kLanes); };
  const auto r = sigmoidOf(hn::Add(lanes.load(gate), sum(0)));
  const auto z = sigmoidOf(hn::Add(lanes.load(gate + s.hidden), sum(1)));
  const auto part = s.freshBias ? hn::Add(sum(2), lanes.load(s.freshBias + u)) : sum(2);
  const auto fresh = tanhOf(hn::MulAdd(r, part, lanes.load(gate + 2 * s.hidden)));
  const auto old = s.before ? lanes.load(s.before + b * s.stateStride + u) : hn::Zero(d);
  const auto h = hn::MulAdd(z, hn::Sub(old, fresh), fresh);
  lanes.store(r, gate);
  lanes.store(z, gate + s.hidden);
  lanes.store(fresh, gate + 2 * s.hidden);
  lanes.store(part, s.kept + b * s.stride + u);
  lanes.store(h, s.y + b * s.stride + u);
  lanes.store(h, s.after + b * s.stateStride + u);
}

template <std::int64_t kGates, class Units>
HWY_INLINE void stepOf(const ForwardStep& s, WorkRange blocks, const Units& units) {
  HWY_ALIGN float sums[kGateRows * kGates * kLanes];
  for (std::int64_t block = blocks.begin; block < blocks.end; ++block) {
    const float* panel = s.weights + block * s.hidden * kGates * kLanes;
    const std::int64_t u = block * kLanes, count = std::min(kLanes, s.hidden - u);
    for (std::int64_t b = 0; b < s.batch; b += kGateRows) {
      const std::int64_t rows = std::min(kGateRows, s.batch - b);
      gateSums<kGates>(rows, s.hidden, s.before ? s.before + b * s.stateStride : nullptr, s.stateStride, panel, sums);
      for (std::int64_t i = 0; i < rows; ++i) {
        if (count == kLanes) {
          units(b + i, u, sums + i * kGates * kLanes, AllLanes{});
        } else {
          units(b + i, u, sums + i * kGates * kLanes, FirstLanes{count});
        }
      }
    }
  }
}

}  // namespace

std::int64_t unitsOfBlock() {
  return kLanes;
}

// Packs, for each block of units and each element of the state, the weights of all gates side by side: `gates` vectors.
void packGates(const float* weights, std::int64_t gates, std::int64_t hidden, WorkRange blocks, float* packed) {
  for (std::int64_t block = blocks.begin; block < blocks.end; ++block) {
    const std::int64_t u = block * kLanes, present = std::min(kLanes, hidden - u);
    for (std::int64_t g = 0; g < gates; ++g)
      transposeTile(weights + (g * hidden + u) * hidden, hidden, present, kLanes, hidden, packed + (block * hidden * gates + g) * kLanes,
                    gates * kLanes);
  }
}

void lstmStep(const ForwardStep& s, WorkRange blocks) {
  stepOf<4>(s, blocks, [&](std::int64_t b, std::int64_t u, const float* sums, auto lanes) HWY_ATTR { lstmUnits(s, b, u, sums, lanes); });
}

void gruStep(const ForwardStep& s, WorkRange blocks) {
  stepOf<3>(s, blocks, [&](std::int64_t b, std::int64_t u, const float* sums, auto lanes) HWY_ATTR { gruUnits(s, b, u, sums, lanes); });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(unitsOfBlock);
HWY_EXPORT(packGates);
HWY_EXPORT(lstmStep);
HWY_EXPORT(gruStep);

namespace {

constexpr std::int64_t kWidestVector = 16;

// Bytes for packed weights and two states, the one before and the one after a step.
std::int64_t workspaceBytes(const RecurrentShape& shape, std::int64_t gates) {
  const std::int64_t weights = roundedTo(shape.hidden, kWidestVector) * gates * shape.hidden;
  return (weights + 2 * shape.batch * stateStride(shape.hidden)) * static_cast<std::int64_t>(sizeof(float));
}

// Runs step(s, blocks) for all steps of the sequence. The caller sets the fields of `s` that do not change from step to step.
template <class Step>
void forward(const RecurrentShape& shape, std::int64_t gates, const float* weights, const float* h0, float* lastH, void* workspace, int threads,
             ForwardStep s, float* gateValues, float* y, float* kept, const float* c0, const Step& step) {
  const std::int64_t hidden = shape.hidden, width = gates * hidden, stride = stateStride(hidden);
  const std::int64_t lanes = HWY_DYNAMIC_DISPATCH(unitsOfBlock)(), blocks = (hidden + lanes - 1) / lanes;
  auto* packed = static_cast<float*>(workspace);
  float* states[2] = {packed + roundedTo(hidden, kWidestVector) * width, nullptr};
  states[1] = states[0] + shape.batch * stride;
  const int team = teamForStep(shape, gates, blocks, threads);
  parallelParts(blocks, team, 1, [&](WorkRange range, int) { HWY_DYNAMIC_DISPATCH(packGates)(weights, gates, hidden, range, packed); });
  s.batch = shape.batch;
  s.hidden = hidden;
  s.stateStride = stride;
  s.weights = packed;
  s.gateStride = shape.steps * width;
  s.stride = shape.steps * hidden;
  s.before = nullptr;
  if (h0) {
    for (std::int64_t b = 0; b < shape.batch; ++b) std::copy_n(h0 + b * hidden, hidden, states[1] + b * stride);
    s.before = states[1];
  }
  s.cellsBefore = c0;
  s.cellsBeforeStride = hidden;
  for (std::int64_t n = 0; n < shape.steps; ++n) {
    const std::int64_t position = positionOf(shape, n);
    s.after = states[n % 2];
    s.gates = gateValues + position * width;
    s.y = y + position * hidden;
    s.kept = kept + position * hidden;
    parallelParts(blocks, team, 1, [&](WorkRange range, int) { step(s, range); });
    s.before = s.after;
    s.cellsBefore = s.kept;
    s.cellsBeforeStride = s.stride;
  }
  for (std::int64_t b = 0; b < shape.batch; ++b) std::copy_n(s.after + b * stride, hidden, lastH + b * hidden);
}

}  // namespace

std::int64_t lstmWorkspaceBytes(const RecurrentShape& shape) {
  return workspaceBytes(shape, 4);
}

void lstm(const RecurrentShape& shape, const float* weights, const float* h0, const float* c0, float* gates, float* cells, float* y, float* lastH,
          float* lastC, void* workspace, int threads) {
  forward(shape, 4, weights, h0, lastH, workspace, threads, {}, gates, y, cells, c0, [](const ForwardStep& s, WorkRange blocks) {
    HWY_DYNAMIC_DISPATCH(lstmStep)(s, blocks);
  });
  const std::int64_t last = positionOf(shape, shape.steps - 1);
  for (std::int64_t b = 0; b < shape.batch; ++b) std::copy_n(cells + (b * shape.steps + last) * shape.hidden, shape.hidden, lastC + b * shape.hidden);
}

std::int64_t gruWorkspaceBytes(const RecurrentShape& shape) {
  return workspaceBytes(shape, 3);
}

void gru(const RecurrentShape& shape, const float* weights, const float* freshBias, const float* h0, float* gates, float* part, float* y,
         float* lastH, void* workspace, int threads) {
  ForwardStep s{};
  s.freshBias = freshBias;
  forward(shape, 3, weights, h0, lastH, workspace, threads, s, gates, y, part, nullptr, [](const ForwardStep& step, WorkRange blocks) {
    HWY_DYNAMIC_DISPATCH(gruStep)(step, blocks);
  });
}

}  // namespace stepscope::kernels
#endif
