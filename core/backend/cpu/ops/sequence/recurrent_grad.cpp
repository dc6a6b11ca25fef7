// The backward pass of LSTM and GRU through time.
#include "core/backend/cpu/ops/sequence/recurrent_blocks.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/sequence/recurrent_grad.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/sequence/recurrent_slopes-inl.h"
#include "core/backend/cpu/simd/small_product-inl.h"

#ifndef STEPSCOPE_RECURRENT_GRAD_STEP
#define STEPSCOPE_RECURRENT_GRAD_STEP
namespace stepscope::kernels {

// One step of all samples. First the gradient of the state is computed from the gate gradients of the next step, then the gate gradients of this
// step. Pointers to sequences point to the position of the step.
struct BackwardStep {
  std::int64_t batch, hidden, stateStride, gateRowStride;
  const float* weights;     // packed
  const float* gatesAfter;  // gradients of the gates of the next step, (batch, gateRowStride); null in the last step
  float* gatesNow;          // gradients of the gates of this step
  float *dh, *dc;           // (batch, stateStride): gradients of the state after this step, then of that before it; dc: LSTM
  const float *gates, *kept, *dy;
  float *towardsInput, *towardsState;  // `towardsState`: GRU only
  const float* before;                 // before this step: the state (GRU) or the cells (LSTM); null: zeros
  std::int64_t gateStride, stride, beforeStride;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

template <class Lanes>
HWY_INLINE void lstmUnits(const BackwardStep& s, std::int64_t b, std::int64_t u, Lanes lanes) {
  const F32 d;
  const float* gate = s.gates + b * s.gateStride + u;
  const auto i = lanes.load(gate), f = lanes.load(gate + s.hidden), fresh = lanes.load(gate + 2 * s.hidden), o = lanes.load(gate + 3 * s.hidden);
  float *dh = s.dh + b * s.stateStride + u, *dc = s.dc + b * s.stateStride + u;
  auto slope = lanes.load(dh);
  if (s.dy) slope = hn::Add(slope, lanes.load(s.dy + b * s.stride + u));
  const auto t = tanhOf(lanes.load(s.kept + b * s.stride + u));
  const auto cell = hn::Add(lanes.load(dc), throughTanh(hn::Mul(slope, o), t));
  const auto old = s.before ? lanes.load(s.before + b * s.beforeStride + u) : hn::Zero(d);
  const F32Vector made[4] = {throughSigmoid(hn::Mul(cell, fresh), i), throughSigmoid(hn::Mul(cell, old), f), throughTanh(hn::Mul(cell, i), fresh),
                             throughSigmoid(hn::Mul(slope, t), o)};
  for (std::int64_t g = 0; g < 4; ++g) {
    lanes.store(made[g], s.towardsInput + b * s.gateStride + g * s.hidden + u);
    lanes.store(made[g], s.gatesNow + b * s.gateRowStride + g * s.hidden + u);
  }
  lanes.store(hn::Mul(cell, f), dc);
}

template <class Lanes>
HWY_INLINE void gruUnits(const BackwardStep& s, std::int64_t b, std::int64_t u, Lanes lanes) {
  const F32 d;
  const float* gate = s.gates + b * s.gateStride + u;
  const auto r = lanes.load(gate), z = lanes.load(gate + s.hidden), fresh = lanes.load(gate + 2 * s.hidden);
  float* dh = s.dh + b * s.stateStride + u;
  auto slope = lanes.load(dh);
  if (s.dy) slope = hn::Add(slope, lanes.load(s.dy + b * s.stride + u));
  const auto old = s.before ? lanes.load(s.before + b * s.beforeStride + u) : hn::Zero(d);
  const auto dFresh = throughTanh(hn::NegMulAdd(slope, z, slope), fresh);
  const auto dReset = throughSigmoid(hn::Mul(dFresh, lanes.load(s.kept + b * s.stride + u)), r);
  const auto dUpdate = throughSigmoid(hn::Mul(slope, hn::Sub(old, fresh)), z);
  const auto put = [&](std::int64_t g, F32Vector towardsInput, F32Vector towardsState) HWY_ATTR {
    lanes.store(towardsInput, s.towardsInput + b * s.gateStride + g * s.hidden + u);
    lanes.store(towardsState, s.towardsState + b * s.gateStride + g * s.hidden + u);
    lanes.store(towardsState, s.gatesNow + b * s.gateRowStride + g * s.hidden + u);
  };
  put(0, dReset, dReset);
  put(1, dUpdate, dUpdate);
  put(2, dFresh, hn::Mul(dFresh, r));
  lanes.store(hn::Mul(slope, z), dh);  // direct contribution to the state before this step
}

// Computes dh of the units of these panels; with `keep` it is added to the old contents.
HWY_INLINE void stateGradient(const BackwardStep& s, std::int64_t gates, WorkRange panels, bool keep) {
  const std::int64_t first = panels.begin * kPanel, last = std::min(panels.end * kPanel, roundedTo(s.hidden, kLanes));
  if (!s.gatesAfter || first >= last) return;
  smallProduct(s.batch, last - first, gates * s.hidden, {s.gatesAfter, s.gateRowStride, 1},
               {s.weights + panels.begin * gates * s.hidden * kPanel, kPanel, gates * s.hidden * kPanel}, s.dh + first, s.stateStride, keep);
}

template <class Units>
HWY_INLINE void overUnits(const BackwardStep& s, WorkRange panels, const Units& units) {
  const std::int64_t first = panels.begin * kPanel, last = std::min(panels.end * kPanel, s.hidden);
  for (std::int64_t b = 0; b < s.batch; ++b) overVectors(first, last, [&](std::int64_t u, auto lanes) HWY_ATTR { units(b, u, lanes); });
}

}  // namespace

std::int64_t unitsOfPanel() {
  return kPanel;
}

// Packs the recurrent weights (gates * hidden, hidden) in panels of columns.
void packPanels(const float* weights, std::int64_t rows, std::int64_t hidden, WorkRange panels, float* packed) {
  for (std::int64_t p = panels.begin; p < panels.end; ++p)
    packRows(weights + p * kPanel, hidden, rows, std::min(kPanel, hidden - p * kPanel), kPanel, packed + p * rows * kPanel);
}

void lstmGradStep(const BackwardStep& s, WorkRange panels) {
  stateGradient(s, 4, panels, false);
  overUnits(s, panels, [&](std::int64_t b, std::int64_t u, auto lanes) HWY_ATTR { lstmUnits(s, b, u, lanes); });
}

void gruGradStep(const BackwardStep& s, WorkRange panels) {
  stateGradient(s, 3, panels, true);
  overUnits(s, panels, [&](std::int64_t b, std::int64_t u, auto lanes) HWY_ATTR { gruUnits(s, b, u, lanes); });
}

// Called after the first step of the sequence: computes the gradient of the initial state.
void lastStateGradient(const BackwardStep& s, std::int64_t gates, WorkRange panels) {
  stateGradient(s, gates, panels, gates == 3);
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(unitsOfPanel);
HWY_EXPORT(packPanels);
HWY_EXPORT(lstmGradStep);
HWY_EXPORT(gruGradStep);
HWY_EXPORT(lastStateGradient);

namespace {

constexpr std::int64_t kWidestPanel = 64;

// The sizes in floats of the packed weights, and of the rows of gate gradients (of two steps) and of dh and dc.
struct Blocks {
  std::int64_t weights, gateRow, state;

  Blocks(const RecurrentShape& s, std::int64_t gates)
      : weights(roundedTo(s.hidden, kWidestPanel) * gates * s.hidden), gateRow(stateStride(gates * s.hidden)), state(stateStride(s.hidden)) {}
  std::int64_t bytes(std::int64_t batch) const {
    return (weights + 2 * batch * gateRow + 2 * batch * state) * static_cast<std::int64_t>(sizeof(float));
  }
};

void copyStates(const RecurrentShape& shape, const float* from, std::int64_t fromStride, float* to, std::int64_t toStride) {
  for (std::int64_t b = 0; b < shape.batch; ++b) {
    if (from) {
      std::copy_n(from + b * fromStride, shape.hidden, to + b * toStride);
    } else {
      std::fill_n(to + b * toStride, shape.hidden, 0.0f);
    }
  }
}

// Writes the state before each step, for the whole sequence, to `before`.
void shiftStates(const RecurrentShape& shape, const float* y, const float* h0, float* before, int threads) {
  const std::int64_t hidden = shape.hidden, sample = shape.steps * hidden, rest = sample - hidden;
  parallelParts(shape.batch, teamForBytes(shape.batch * sample * 8, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t b = range.begin; b < range.end; ++b) {
      float* to = before + b * sample;
      float* start = shape.reverse ? to + rest : to;
      std::copy_n(y + b * sample + (shape.reverse ? hidden : 0), rest, to + (shape.reverse ? 0 : hidden));
      if (h0) {
        std::copy_n(h0 + b * hidden, hidden, start);
      } else {
        std::fill_n(start, hidden, 0.0f);
      }
    }
  });
}

struct Sequences {
  const float *gates, *kept, *dy, *history, *initial;  // history: for `before` of each step; initial: before the first
  float *towardsInput, *towardsState;
};

template <class Step>
void backward(const RecurrentShape& shape, std::int64_t gates, const float* weights, const Sequences& x, const float* dLastH, const float* dLastC,
              float* dh0, float* dc0, void* workspace, int threads, const Step& step) {
  const Blocks blocks(shape, gates);
  const std::int64_t hidden = shape.hidden, width = gates * hidden;
  const std::int64_t units = HWY_DYNAMIC_DISPATCH(unitsOfPanel)(), panels = (hidden + units - 1) / units;
  auto* packed = static_cast<float*>(workspace);
  float* rows = packed + blocks.weights;
  BackwardStep s{};
  s.batch = shape.batch;
  s.hidden = hidden;
  s.stateStride = blocks.state;
  s.gateRowStride = blocks.gateRow;
  s.weights = packed;
  s.dh = rows + 2 * shape.batch * blocks.gateRow;
  s.dc = s.dh + shape.batch * blocks.state;
  s.gateStride = shape.steps * width;
  s.stride = shape.steps * hidden;
  copyStates(shape, dLastH, hidden, s.dh, blocks.state);
  copyStates(shape, dLastC, hidden, s.dc, blocks.state);
  const int team = teamForStep(shape, gates, panels, threads);
  parallelParts(panels, team, 1, [&](WorkRange range, int) { HWY_DYNAMIC_DISPATCH(packPanels)(weights, width, hidden, range, packed); });
  for (std::int64_t n = shape.steps - 1; n >= 0; --n) {
    const std::int64_t position = positionOf(shape, n);
    s.gatesNow = rows + n % 2 * shape.batch * blocks.gateRow;
    s.gates = x.gates + position * width;
    s.kept = x.kept + position * hidden;
    s.dy = x.dy ? x.dy + position * hidden : nullptr;
    s.towardsInput = x.towardsInput + position * width;
    s.towardsState = x.towardsState ? x.towardsState + position * width : nullptr;
    s.before = n > 0 ? x.history + positionOf(shape, n - 1) * hidden : x.initial;
    s.beforeStride = n > 0 ? s.stride : hidden;
    parallelParts(panels, team, 1, [&](WorkRange range, int) { step(s, range); });
    s.gatesAfter = s.gatesNow;
  }
  if (dh0) {
    parallelParts(panels, team, 1, [&](WorkRange range, int) { HWY_DYNAMIC_DISPATCH(lastStateGradient)(s, gates, range); });
    copyStates(shape, s.dh, blocks.state, dh0, hidden);
  }
  if (dc0) copyStates(shape, s.dc, blocks.state, dc0, hidden);
}

}  // namespace

std::int64_t lstmGradWorkspaceBytes(const RecurrentShape& shape) {
  return Blocks(shape, 4).bytes(shape.batch);
}

void lstmGrad(const RecurrentShape& shape, const float* weights, const float* gates, const float* cells, const float* y, const float* h0,
              const float* c0, const float* dy, const float* dLastH, const float* dLastC, float* dgates, float* before, float* dh0, float* dc0,
              void* workspace, int threads) {
  shiftStates(shape, y, h0, before, threads);
  backward(shape, 4, weights, {gates, cells, dy, cells, c0, dgates, nullptr}, dLastH, dLastC, dh0, dc0, workspace, threads,
           [](const BackwardStep& s, WorkRange panels) {
             HWY_DYNAMIC_DISPATCH(lstmGradStep)
             (s, panels);
           });
}

std::int64_t gruGradWorkspaceBytes(const RecurrentShape& shape) {
  return Blocks(shape, 3).bytes(shape.batch);
}

void gruGrad(const RecurrentShape& shape, const float* weights, const float* gates, const float* part, const float* y, const float* h0,
             const float* dy, const float* dLastH, float* towardsInput, float* towardsState, float* before, float* dh0, void* workspace,
             int threads) {
  shiftStates(shape, y, h0, before, threads);
  backward(shape, 3, weights, {gates, part, dy, y, h0, towardsInput, towardsState}, dLastH, nullptr, dh0, nullptr, workspace, threads,
           [](const BackwardStep& s, WorkRange panels) {
             HWY_DYNAMIC_DISPATCH(gruGradStep)
             (s, panels);
           });
}

}  // namespace stepscope::kernels
#endif
