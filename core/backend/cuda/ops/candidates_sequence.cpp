// Kernels of attention, LSTM and GRU.
#include <cmath>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/attention.h"
#include "core/backend/cuda/kernels/recurrent.h"

namespace stepscope::cuda {
namespace {

// Inputs: q k v [key_mask] [seed], or only q with all three packed; backward also y, log-sum-exp and dy.
AttentionShape attentionOf(const Call& c) {
  AttentionShape s;
  const Shape& q = c.inShape(0);
  s.packed = !c.has(1);
  s.batch = q[0];
  s.queries = q[1];
  s.keys = s.packed ? q[1] : c.inShape(1)[1];
  s.width = s.packed ? q[2] / 3 : q[2];
  s.heads = c.node.attrs.integer("heads");
  s.size = s.width / s.heads;
  s.causal = c.flag("causal");
  const double scale = c.node.attrs.real("scale", 0.0), p = c.node.attrs.real("p", 0.0);
  s.scale = static_cast<float>(scale == 0 ? 1.0 / std::sqrt(static_cast<double>(s.size)) : scale);
  s.p = static_cast<float>(p);
  s.keepScale = static_cast<float>(1.0 / (1.0 - p));
  if (p > 0) s.opId = static_cast<Word>(c.node.attrs.integer("op_id"));
  s.seed = c.inAs<const Int>(4);
  s.mask = c.inAs<const Byte>(3);
  return s;
}

// Bytes of shared memory: a row of scores (forward) or two columns of them (backward) must fit.
constexpr Int kSharedBytes = 96 << 10;
bool fitsSharedMemory(const Call& c) {
  const AttentionShape s = attentionOf(c);
  return s.keys * 4 <= kSharedBytes && s.queries * 8 <= kSharedBytes;
}

void attention(const Call& c, LaunchList& list) {
  const AttentionShape s = attentionOf(c);
  list.add(Attention{s, c.in(0), c.in(s.packed ? 0 : 1), c.in(s.packed ? 0 : 2), c.out(0), c.outAs<float>(1)},
           perRow(s.batch * s.heads * s.queries, std::max(s.keys, s.size)), s.keys * 4);
}

Int deltaWorkspace(const Call& c) {
  const AttentionShape s = attentionOf(c);
  return 4 * s.batch * s.heads * s.queries;
}
void attentionGrad(const Call& c, LaunchList& list) {
  const AttentionShape s = attentionOf(c);
  const In q = c.in(0), k = c.in(s.packed ? 0 : 1), v = c.in(s.packed ? 0 : 2), dy = c.in(7);
  const float* logSums = c.inAs<const float>(6);
  float* const delta = c.work<float>();
  const Int rows = s.batch * s.heads * s.queries;
  list.add(AttentionDelta{s, c.in(5), dy, delta}, perElement(rows));
  list.add(AttentionGradQuery{s, q, k, v, dy, logSums, delta, c.out(0)}, perRow(rows, std::max(s.keys, s.size)), s.keys * 4);
  list.add(AttentionGradKeyValue{s, q, k, v, dy, logSums, delta, c.out(s.packed ? 0 : 1), c.out(s.packed ? 0 : 2)},
           perRow(s.batch * s.heads * s.keys, std::max(s.queries, s.size)), s.queries * 8);
}

// Bytes of the bias for a key mask, which is at the beginning of the workspace; backward the log-sum-exp of the rows follows.
Int biasBytes(const Call& c) {
  const AttentionShape s = attentionOf(c);
  return alignedToPlan(s.batch * s.keys * sizeOf(c.inputValue(0).dtype));
}
void keyBias(const Call& c, LaunchList& list) {
  const AttentionShape s = attentionOf(c);
  list.add(KeyBias{s.mask, Out{c.workspace, typeOf(c.inputValue(0).dtype)}, s.batch * s.keys}, perElement(s.batch * s.keys));
}
void blindRows(const Call& c, LaunchList& list) {
  const AttentionShape s = attentionOf(c);
  list.add(BlindRows{s, c.out(0), c.outAs<float>(1)}, perElement(s.batch * s.queries));
}
void keyBiasAndSums(const Call& c, LaunchList& list) {
  const AttentionShape s = attentionOf(c);
  const Int rows = s.batch * s.heads * s.queries;
  keyBias(c, list);
  list.add(SumsOfBlindRows{c.inAs<const float>(6), c.work<float>(biasBytes(c)), rows}, perElement(rows));
}

// cuDNN's kernel. Not with dropout, since its random numbers differ from ours.
std::optional<Planned> planAttention(const Call& c, const Library& library, bool backward) {
  const AttentionShape s = attentionOf(c);
  const bool masked = c.has(3);
  if (s.p > 0 || s.batch * s.queries * s.keys == 0) return std::nullopt;
  const DType dtype = c.inputValue(0).dtype;
  AttentionRequest r;
  r.backward = backward;
  r.causal = s.causal;
  r.deterministic = library.deterministic;
  r.batch = s.batch;
  r.heads = s.heads;
  r.queries = s.queries;
  r.keys = s.keys;
  r.size = s.size;
  r.stepQ = r.stepKV = s.packed ? 3 * s.width : s.width;
  r.scale = s.scale;
  r.keyBias = masked;
  r.type = elementTypeOf(dtype);
  r.workspaceLimit = Int{256} << 20;
  const Int third = s.packed ? s.width * sizeOf(dtype) : 0;
  const int k = s.packed ? 0 : 1, v = s.packed ? 0 : 2;
  std::vector<PlanOperand> operands{{0}, {k, third}, {v, 2 * third}};
  if (!backward) {
    operands.insert(operands.end(), {{-1}, {-2}});
  } else {
    operands.insert(operands.end(), {{5}, {6}, {7}, {-1}, {-1 - k, third}, {-1 - v, 2 * third}});
  }
  std::optional<Planned> made = plannedBy(library.api->makeAttention, r, library, std::move(operands));
  if (!made || !masked) return made;
  made->operands.resize(9, {kNoOperand});
  made->operands.push_back({kInWorkspace});
  made->ownBytes = biasBytes(c);
  made->before = keyBias;
  made->checked = true;
  if (!backward) {
    made->after = blindRows;
    return made;
  }
  made->operands[4] = {kInWorkspace, biasBytes(c)};
  made->ownBytes += 4 * s.batch * s.heads * s.queries;
  made->before = keyBiasAndSums;
  return made;
}
std::optional<Planned> planForward(const Call& c, const Library& library) {
  return planAttention(c, library, false);
}
std::optional<Planned> planBackward(const Call& c, const Library& library) {
  return planAttention(c, library, true);
}

// --- recurrent layers ---

RecurrentShape recurrentOf(const Call& c, const Shape& y, Int gates) {
  RecurrentShape r;
  r.batch = y[0];
  r.steps = y[1];
  r.hidden = y[2];
  r.gates = gates;
  r.reverse = c.flag("reverse");
  return r;
}
RecurrentInputs inputsOf(const Call& c, Int gates) {
  RecurrentInputs in{recurrentOf(c, c.outShape(0), gates), c.in(0), c.in(1), c.in(2), c.in(3), c.in(4), c.in(5), c.in(6)};
  in.r.inputs = c.inShape(0)[2];
  return in;
}

void lstm(const Call& c, LaunchList& list) {
  const RecurrentInputs in = inputsOf(c, 4);
  for (Int s = 0; s < in.r.steps; ++s)
    list.add(LstmStep{in, s, c.out(0), c.out(1), c.out(2), c.out(3), c.out(4)}, perElement(in.r.batch * in.r.hidden));
}
void gru(const Call& c, LaunchList& list) {
  const RecurrentInputs in = inputsOf(c, 3);
  for (Int s = 0; s < in.r.steps; ++s) list.add(GruStep{in, s, c.out(0), c.out(1), c.out(2), c.out(3)}, perElement(in.r.batch * in.r.hidden));
}

Int carryWorkspace(const Call& c) {
  return 4 * c.inShape(3)[0] * c.inShape(3)[2];
}
// Inputs: w_hh, gates, cells, y, h0, c0, dy, dh_n, dc_n.
void lstmGrad(const Call& c, LaunchList& list) {
  const RecurrentShape r = recurrentOf(c, c.inShape(3), 4);
  const Out dh0 = c.has(4) ? c.out(2) : Out{}, dc0 = c.has(5) ? c.out(c.has(4) ? 3 : 2) : Out{};
  // A further step, -1, gives the gradients of the initial states.
  for (Int s = r.steps - 1; s >= (c.has(4) || c.has(5) ? -1 : 0); --s)
    list.add(LstmGradStep{r, s, c.in(0), c.in(1), c.in(2), c.in(3), c.in(4), c.in(5), c.in(6), c.in(7), c.in(8), c.out(0), c.out(1), dh0, dc0,
                          c.work<float>()},
             perElement(r.batch * r.hidden));
}
// Inputs: w_hh, gates, hidden part, y, h0, dy, dh_n.
void gruGrad(const Call& c, LaunchList& list) {
  const RecurrentShape r = recurrentOf(c, c.inShape(3), 3);
  const Out dh0 = c.has(4) ? c.out(3) : Out{};
  for (Int s = r.steps - 1; s >= (c.has(4) ? -1 : 0); --s)
    list.add(GruGradStep{r, s, c.in(0), c.in(1), c.in(2), c.in(3), c.in(4), c.in(5), c.in(6), c.out(0), c.out(1), c.out(2), dh0, c.work<float>()},
             perElement(r.batch * r.hidden));
}

}  // namespace

std::span<const OpKernel> sequenceKernels() {
  static const OpKernel kernels[] = {
      {.op = "attention", .bind = attention, .supports = fitsSharedMemory, .plan = planForward},
      {.op = "attention_grad", .bind = attentionGrad, .workspaceBytes = deltaWorkspace, .supports = fitsSharedMemory, .plan = planBackward},
      {.op = "lstm", .bind = lstm},
      {.op = "lstm_grad", .bind = lstmGrad, .workspaceBytes = carryWorkspace},
      {.op = "gru", .bind = gru},
      {.op = "gru_grad", .bind = gruGrad, .workspaceBytes = carryWorkspace},
  };
  return kernels;
}

}  // namespace stepscope::cuda
