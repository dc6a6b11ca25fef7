// LSTM and GRU, one layer, one direction, a step and a unit at a time.
#include <cmath>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

double sigmoid(double v) {
  return 1.0 / (1.0 + std::exp(-v));
}

struct Recurrent {
  Call& c;
  std::size_t batch, steps, hidden, gates;
  bool reverse;

  // y: the operand of the shape (batch, steps, hidden).
  Recurrent(Call& call, const Shape& y, std::size_t gateCount)
      : c(call),
        batch(static_cast<std::size_t>(y[0])),
        steps(static_cast<std::size_t>(y[1])),
        hidden(static_cast<std::size_t>(y[2])),
        gates(gateCount),
        reverse(call.flag("reverse")) {}

  // The position of step number s, and element u of a (batch, steps, hidden) value there.
  std::size_t position(std::size_t s) const { return reverse ? steps - 1 - s : s; }
  std::size_t at(std::size_t b, std::size_t s, std::size_t u) const { return (b * steps + position(s)) * hidden + u; }
  std::size_t gateAt(std::size_t b, std::size_t s, std::size_t gate, std::size_t u) const {
    return (b * steps + position(s)) * gates * hidden + gate * hidden + u;
  }
  // The state before step s.
  double before(const Tensor& sequence, const Tensor* initial, std::size_t b, std::size_t s, std::size_t u) const {
    if (s > 0) return sequence[at(b, s - 1, u)];
    return initial ? (*initial)[b * hidden + u] : 0.0;
  }
  const Tensor* optional(std::size_t i) const { return c.has(i) ? c.in[i] : nullptr; }

  double inputPart(std::size_t b, std::size_t s, std::size_t row) const {
    const auto inputs = static_cast<std::size_t>(c.inShape(0)[2]);
    double sum = c.has(3) ? (*c.in[3])[row] : 0.0;
    if (!c.has(1)) return sum + (*c.in[0])[(b * steps + position(s)) * inputs + row];  // the input's part comes made
    for (std::size_t i = 0; i < inputs; ++i) sum += (*c.in[1])[row * inputs + i] * (*c.in[0])[(b * steps + position(s)) * inputs + i];
    return sum;
  }
  double statePart(std::size_t b, std::size_t s, std::size_t row) const {
    double sum = c.has(4) ? (*c.in[4])[row] : 0.0;
    for (std::size_t v = 0; v < hidden; ++v) sum += (*c.in[2])[row * hidden + v] * before(*c.out[0], optional(5), b, s, v);
    return sum;
  }
};

void lstm(Call& c) {
  const Recurrent r(c, c.outShape(0), 4);
  Tensor &y = *c.out[0], &gates = *c.out[3], &cells = *c.out[4];
  for (std::size_t b = 0; b < r.batch; ++b)
    for (std::size_t s = 0; s < r.steps; ++s)
      for (std::size_t u = 0; u < r.hidden; ++u) {
        double gate[4];
        for (std::size_t g = 0; g < 4; ++g) {
          const double sum = r.inputPart(b, s, g * r.hidden + u) + r.statePart(b, s, g * r.hidden + u);
          gate[g] = gates[r.gateAt(b, s, g, u)] = g == 2 ? std::tanh(sum) : sigmoid(sum);
        }
        const double cell = gate[1] * r.before(cells, r.optional(6), b, s, u) + gate[0] * gate[2];
        cells[r.at(b, s, u)] = cell;
        y[r.at(b, s, u)] = gate[3] * std::tanh(cell);
        if (s + 1 < r.steps) continue;
        (*c.out[1])[b * r.hidden + u] = y[r.at(b, s, u)];
        (*c.out[2])[b * r.hidden + u] = cell;
      }
}

void gru(Call& c) {
  const Recurrent r(c, c.outShape(0), 3);
  Tensor &y = *c.out[0], &gates = *c.out[2], &hiddenPart = *c.out[3];
  for (std::size_t b = 0; b < r.batch; ++b)
    for (std::size_t s = 0; s < r.steps; ++s)
      for (std::size_t u = 0; u < r.hidden; ++u) {
        const double reset = sigmoid(r.inputPart(b, s, u) + r.statePart(b, s, u));
        const double update = sigmoid(r.inputPart(b, s, r.hidden + u) + r.statePart(b, s, r.hidden + u));
        const double part = r.statePart(b, s, 2 * r.hidden + u);
        const double fresh = std::tanh(r.inputPart(b, s, 2 * r.hidden + u) + reset * part);
        gates[r.gateAt(b, s, 0, u)] = reset;
        gates[r.gateAt(b, s, 1, u)] = update;
        gates[r.gateAt(b, s, 2, u)] = fresh;
        hiddenPart[r.at(b, s, u)] = part;
        y[r.at(b, s, u)] = (1 - update) * fresh + update * r.before(y, r.optional(5), b, s, u);
        if (s + 1 == r.steps) (*c.out[1])[b * r.hidden + u] = y[r.at(b, s, u)];
      }
}

// dh(u) of the step before: the gates' gradients through the recurrent weight (inputs[0]).
double throughWeight(const Recurrent& r, const Tensor& gateGradients, std::size_t b, std::size_t s, std::size_t u) {
  double sum = 0;
  for (std::size_t row = 0; row < r.gates * r.hidden; ++row) sum += gateGradients[r.gateAt(b, s, 0, 0) + row] * (*r.c.in[0])[row * r.hidden + u];
  return sum;
}

void lstmGrad(Call& c) {
  const Recurrent r(c, c.inShape(3), 4);
  const Tensor &gates = *c.in[1], &cells = *c.in[2], &y = *c.in[3];
  Tensor& d = *c.out[0];
  for (std::size_t b = 0; b < r.batch; ++b) {
    Tensor dh(r.hidden), dc(r.hidden);
    for (std::size_t u = 0; u < r.hidden; ++u) {
      dh[u] = c.has(7) ? (*c.in[7])[b * r.hidden + u] : 0.0;
      dc[u] = c.has(8) ? (*c.in[8])[b * r.hidden + u] : 0.0;
    }
    for (std::size_t s = r.steps; s-- > 0;) {
      for (std::size_t u = 0; u < r.hidden; ++u) {
        const auto gate = [&](std::size_t g) { return gates[r.gateAt(b, s, g, u)]; };
        const double i = gate(0), f = gate(1), g = gate(2), o = gate(3), t = std::tanh(cells[r.at(b, s, u)]);
        const double slope = dh[u] + (c.has(6) ? (*c.in[6])[r.at(b, s, u)] : 0.0);
        dc[u] += slope * o * (1 - t * t);
        d[r.gateAt(b, s, 0, u)] = dc[u] * g * i * (1 - i);
        d[r.gateAt(b, s, 1, u)] = dc[u] * r.before(cells, r.optional(5), b, s, u) * f * (1 - f);
        d[r.gateAt(b, s, 2, u)] = dc[u] * i * (1 - g * g);
        d[r.gateAt(b, s, 3, u)] = slope * t * o * (1 - o);
        dc[u] *= f;
        (*c.out[1])[r.at(b, s, u)] = r.before(y, r.optional(4), b, s, u);
      }
      for (std::size_t u = 0; u < r.hidden; ++u) dh[u] = throughWeight(r, d, b, s, u);
    }
    for (std::size_t u = 0; u < r.hidden; ++u) {
      if (c.has(4)) (*c.out[2])[b * r.hidden + u] = dh[u];
      if (c.has(5)) (*c.out[c.has(4) ? 3 : 2])[b * r.hidden + u] = dc[u];
    }
  }
}

void gruGrad(Call& c) {
  const Recurrent r(c, c.inShape(3), 3);
  const Tensor &gates = *c.in[1], &hiddenPart = *c.in[2], &y = *c.in[3];
  Tensor &towardsInput = *c.out[0], &towardsState = *c.out[1];
  for (std::size_t b = 0; b < r.batch; ++b) {
    Tensor dh(r.hidden), direct(r.hidden);
    for (std::size_t u = 0; u < r.hidden; ++u) dh[u] = c.has(6) ? (*c.in[6])[b * r.hidden + u] : 0.0;
    for (std::size_t s = r.steps; s-- > 0;) {
      for (std::size_t u = 0; u < r.hidden; ++u) {
        const auto gate = [&](std::size_t g) { return gates[r.gateAt(b, s, g, u)]; };
        const double reset = gate(0), update = gate(1), fresh = gate(2);
        const double slope = dh[u] + (c.has(5) ? (*c.in[5])[r.at(b, s, u)] : 0.0);
        const double old = r.before(y, r.optional(4), b, s, u);
        const double dFresh = slope * (1 - update) * (1 - fresh * fresh);
        const double dReset = dFresh * hiddenPart[r.at(b, s, u)] * reset * (1 - reset);
        const double dUpdate = slope * (old - fresh) * update * (1 - update);
        for (Tensor* d : {&towardsInput, &towardsState}) {
          (*d)[r.gateAt(b, s, 0, u)] = dReset;
          (*d)[r.gateAt(b, s, 1, u)] = dUpdate;
        }
        towardsInput[r.gateAt(b, s, 2, u)] = dFresh;
        towardsState[r.gateAt(b, s, 2, u)] = dFresh * reset;
        direct[u] = slope * update;
        (*c.out[2])[r.at(b, s, u)] = old;
      }
      for (std::size_t u = 0; u < r.hidden; ++u) dh[u] = direct[u] + throughWeight(r, towardsState, b, s, u);
    }
    for (std::size_t u = 0; c.has(4) && u < r.hidden; ++u) (*c.out[3])[b * r.hidden + u] = dh[u];
  }
}

}  // namespace

void addRecurrentKernels(Kernels& k) {
  k["lstm"] = lstm;
  k["lstm_grad"] = lstmGrad;
  k["gru"] = gru;
  k["gru_grad"] = gruGrad;
}

}  // namespace stepscope::reference
