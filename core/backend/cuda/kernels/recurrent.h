// LSTM and GRU: a launch computes one step, with one thread per unit and sequence of the batch.
#pragma once

#include "core/backend/cuda/kernels/elementwise.h"

namespace stepscope::cuda {

struct RecurrentShape {
  Int batch = 0, steps = 0, inputs = 0, hidden = 0, gates = 4;
  bool reverse = false;

  STEPSCOPE_DEVICE Int position(Int s) const { return reverse ? steps - 1 - s : s; }
  STEPSCOPE_DEVICE Int at(Int b, Int s, Int u) const { return (b * steps + position(s)) * hidden + u; }
  STEPSCOPE_DEVICE Int gateAt(Int b, Int s, Int gate, Int u) const { return (b * steps + position(s)) * gates * hidden + gate * hidden + u; }
  // The state before step s.
  STEPSCOPE_DEVICE float before(In sequence, In initial, Int b, Int s, Int u) const {
    if (s > 0) return sequence[at(b, s - 1, u)];
    return initial.has() ? initial[b * hidden + u] : 0.0f;
  }
};

struct RecurrentInputs {
  RecurrentShape r;
  In x, weight, stateWeight, bias, stateBias, h0, c0;

  STEPSCOPE_DEVICE float inputPart(Int b, Int s, Int row) const {
    float sum = bias.has() ? bias[row] : 0.0f;
    if (!weight.has()) return sum + x[(b * r.steps + r.position(s)) * r.inputs + row];  // the input's term is already computed
    for (Int i = 0; i < r.inputs; ++i) sum += weight[row * r.inputs + i] * x[(b * r.steps + r.position(s)) * r.inputs + i];
    return sum;
  }
  STEPSCOPE_DEVICE float statePart(In y, Int b, Int s, Int row) const {
    float sum = stateBias.has() ? stateBias[row] : 0.0f;
    for (Int v = 0; v < r.hidden; ++v) sum += stateWeight[row * r.hidden + v] * r.before(y, h0, b, s, v);
    return sum;
  }
};

struct LstmStep {
  RecurrentInputs in;
  Int s = 0;
  Out y, lastState, lastCell, gates, cells;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const RecurrentShape& r = in.r;
    for (Int e = team.first(); e < r.batch * r.hidden; e += team.step()) {
      const Int b = e / r.hidden, u = e % r.hidden;
      float gate[4];
      for (int g = 0; g < 4; ++g) {
        const float sum = in.inputPart(b, s, g * r.hidden + u) + in.statePart(y.in(), b, s, g * r.hidden + u);
        gate[g] = g == 2 ? tanh(sum) : logistic(sum);
        gates.set(r.gateAt(b, s, g, u), gate[g]);
      }
      const float cell = gate[1] * r.before(cells.in(), in.c0, b, s, u) + gate[0] * gate[2], state = gate[3] * tanh(cell);
      cells.set(r.at(b, s, u), cell);
      y.set(r.at(b, s, u), state);
      if (s + 1 < r.steps) continue;
      lastState.set(e, state);
      lastCell.set(e, cell);
    }
  }
};

struct GruStep {
  RecurrentInputs in;
  Int s = 0;
  Out y, lastState, gates, hiddenPart;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const RecurrentShape& r = in.r;
    for (Int e = team.first(); e < r.batch * r.hidden; e += team.step()) {
      const Int b = e / r.hidden, u = e % r.hidden;
      const float reset = logistic(in.inputPart(b, s, u) + in.statePart(y.in(), b, s, u));
      const float update = logistic(in.inputPart(b, s, r.hidden + u) + in.statePart(y.in(), b, s, r.hidden + u));
      const float part = in.statePart(y.in(), b, s, 2 * r.hidden + u);
      const float fresh = tanh(in.inputPart(b, s, 2 * r.hidden + u) + reset * part);
      gates.set(r.gateAt(b, s, 0, u), reset);
      gates.set(r.gateAt(b, s, 1, u), update);
      gates.set(r.gateAt(b, s, 2, u), fresh);
      hiddenPart.set(r.at(b, s, u), part);
      const float state = (1.0f - update) * fresh + update * r.before(y.in(), in.h0, b, s, u);
      y.set(r.at(b, s, u), state);
      if (s + 1 == r.steps) lastState.set(e, state);
    }
  }
};

// The part of dh of a unit before step s that comes from the gate gradients of step s, through the recurrent weight.
STEPSCOPE_DEVICE float throughWeight(const RecurrentShape& r, In gateGradients, In stateWeight, Int b, Int s, Int u) {
  float sum = 0;
  for (Int row = 0; row < r.gates * r.hidden; ++row) sum += gateGradients[r.gateAt(b, s, 0, 0) + row] * stateWeight[row * r.hidden + u];
  return sum;
}

// Step -1 gives the gradients of the initial states. `carry` is dc, passed backwards from step to step, one number per unit and sequence.
struct LstmGradStep {
  RecurrentShape r;
  Int s = 0;
  In stateWeight, gates, cells, y, h0, c0, dy, dLastState, dLastCell;
  Out d, stateBefore, dh0, dc0;
  float* carry = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < r.batch * r.hidden; e += team.step()) {
      const Int b = e / r.hidden, u = e % r.hidden;
      const bool last = s + 1 == r.steps;
      const float dh = last ? (dLastState.has() ? dLastState[e] : 0.0f) : throughWeight(r, d.in(), stateWeight, b, s + 1, u);
      float dc = last ? (dLastCell.has() ? dLastCell[e] : 0.0f) : carry[e];
      if (s < 0) {
        if (dh0.has()) dh0.set(e, dh);
        if (dc0.has()) dc0.set(e, dc);
        continue;
      }
      const float i = gates[r.gateAt(b, s, 0, u)], f = gates[r.gateAt(b, s, 1, u)], g = gates[r.gateAt(b, s, 2, u)], o = gates[r.gateAt(b, s, 3, u)],
                  t = tanh(cells[r.at(b, s, u)]);
      const float slope = dh + (dy.has() ? dy[r.at(b, s, u)] : 0.0f);
      dc += slope * o * (1.0f - t * t);
      d.set(r.gateAt(b, s, 0, u), dc * g * i * (1.0f - i));
      d.set(r.gateAt(b, s, 1, u), dc * r.before(cells, c0, b, s, u) * f * (1.0f - f));
      d.set(r.gateAt(b, s, 2, u), dc * i * (1.0f - g * g));
      d.set(r.gateAt(b, s, 3, u), slope * t * o * (1.0f - o));
      carry[e] = dc * f;
      stateBefore.set(r.at(b, s, u), r.before(y, h0, b, s, u));
    }
  }
};

struct GruGradStep {
  RecurrentShape r;
  Int s = 0;
  In stateWeight, gates, hiddenPart, y, h0, dy, dLastState;
  Out towardsInput, towardsState, stateBefore, dh0;
  float* carry = nullptr;  // the part of dh that bypasses the gates

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < r.batch * r.hidden; e += team.step()) {
      const Int b = e / r.hidden, u = e % r.hidden;
      const float dh =
          s + 1 == r.steps ? (dLastState.has() ? dLastState[e] : 0.0f) : carry[e] + throughWeight(r, towardsState.in(), stateWeight, b, s + 1, u);
      if (s < 0) {
        if (dh0.has()) dh0.set(e, dh);
        continue;
      }
      const float reset = gates[r.gateAt(b, s, 0, u)], update = gates[r.gateAt(b, s, 1, u)], fresh = gates[r.gateAt(b, s, 2, u)];
      const float slope = dh + (dy.has() ? dy[r.at(b, s, u)] : 0.0f), old = r.before(y, h0, b, s, u);
      const float dFresh = slope * (1.0f - update) * (1.0f - fresh * fresh);
      const float dReset = dFresh * hiddenPart[r.at(b, s, u)] * reset * (1.0f - reset);
      const float dUpdate = slope * (old - fresh) * update * (1.0f - update);
      towardsInput.set(r.gateAt(b, s, 0, u), dReset);
      towardsState.set(r.gateAt(b, s, 0, u), dReset);
      towardsInput.set(r.gateAt(b, s, 1, u), dUpdate);
      towardsState.set(r.gateAt(b, s, 1, u), dUpdate);
      towardsInput.set(r.gateAt(b, s, 2, u), dFresh);
      towardsState.set(r.gateAt(b, s, 2, u), dFresh * reset);
      carry[e] = slope * update;
      stateBefore.set(r.at(b, s, u), old);
    }
  }
};

}  // namespace stepscope::cuda
