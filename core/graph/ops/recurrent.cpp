// LSTM (Hochreiter & Schmidhuber 1997) and GRU (Cho et al. 2014, in cuDNN's form with a bias inside the reset gate): one layer, one direction,
// PyTorch's gate order. The backward node gives the gradients of the gates before their activation; the other gradients follow from them by matrix
// products as in fully connected layers.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

struct RecurrentShape {
  std::int64_t batch, steps, inputs, hidden;
};

// Inputs: x, [w_ih], w_hh, [b_ih], [b_hh], then `states` initial states. Without w_ih, x is already the input's term of the gates.
RecurrentShape recurrentShape(const Graph& g, const Node& node, std::int64_t gates, std::size_t states) {
  checkInputs(node, 1, 5 + states);
  check(hasInput(node, 2), node, "the recurrent weight is absent");
  checkFloat(g, node, 0);
  const Value &x = inputOf(g, node, 0), &wh = inputOf(g, node, 2), &w = hasInput(node, 1) ? inputOf(g, node, 1) : wh;
  check(x.shape.size() == 3, node, "the input is " + toString(x.shape) + ", (batch, steps, features) is needed");
  check(x.shape[1] >= 1, node, "the sequence is empty");
  check(w.dtype == x.dtype && wh.dtype == x.dtype, node, "input and weights differ in type");
  check(w.shape.size() == 2 && w.shape[0] % gates == 0 && w.shape[0] > 0, node,
        "the input weight is " + toString(w.shape) + ", (" + std::to_string(gates) + " * hidden, features) is needed");
  const RecurrentShape s{x.shape[0], x.shape[1], x.shape[2], w.shape[0] / gates};
  const std::int64_t taken = hasInput(node, 1) ? w.shape[1] : w.shape[0];
  check(taken == s.inputs, node, "the input has " + std::to_string(s.inputs) + " features, the weight takes " + std::to_string(taken));
  checkShape(g, node, 2, {gates * s.hidden, s.hidden}, "the recurrent weight");
  for (std::size_t i : {3u, 4u})
    if (hasInput(node, i)) checkShape(g, node, i, {gates * s.hidden}, "a bias");
  for (std::size_t i = 5; i < 5 + states; ++i)
    if (hasInput(node, i)) checkShape(g, node, i, {s.batch, s.hidden}, "an initial state");
  return s;
}

// Outputs: y, h_n, c_n; then, kept for backward, gates after activation, cell states.
std::vector<TensorType> inferLstm(const Graph& g, const Node& node) {
  const RecurrentShape s = recurrentShape(g, node, 4, 2);
  const DType type = inputOf(g, node, 0).dtype;
  const Shape sequence{s.batch, s.steps, s.hidden}, state{s.batch, s.hidden};
  return {{type, sequence}, {type, state}, {type, state}, {type, {s.batch, s.steps, 4 * s.hidden}}, {type, sequence}};
}

// Outputs: y, h_n; then, kept for backward, gates after activation, and the hidden term of the new gate before the reset gate is applied.
std::vector<TensorType> inferGru(const Graph& g, const Node& node) {
  const RecurrentShape s = recurrentShape(g, node, 3, 1);
  const DType type = inputOf(g, node, 0).dtype;
  const Shape sequence{s.batch, s.steps, s.hidden};
  return {{type, sequence}, {type, {s.batch, s.hidden}}, {type, {s.batch, s.steps, 3 * s.hidden}}, {type, sequence}};
}

// Inputs: w_hh, gates, the second kept value, y, initial states, dy, gradients of the last states. Gradients may be absent.
struct RecurrentGradShape {
  Shape gates, sequence, state;
};

RecurrentGradShape recurrentGradShape(const Graph& g, const Node& node, std::int64_t gates, std::size_t states) {
  checkInputs(node, 4, 5 + 2 * states);
  const Shape& y = inputOf(g, node, 3).shape;
  check(y.size() == 3, node, "the output of the forward pass is " + toString(y));
  RecurrentGradShape s{{y[0], y[1], gates * y[2]}, y, {y[0], y[2]}};
  checkShape(g, node, 0, {gates * y[2], y[2]}, "the recurrent weight");
  checkShape(g, node, 1, s.gates, "the saved values of the forward pass");
  checkShape(g, node, 2, s.sequence, "the saved values of the forward pass");
  bool any = false;
  for (std::size_t i = 4; i < 5 + 2 * states; ++i) {
    if (!hasInput(node, i)) continue;
    checkShape(g, node, i, i == 4 + states ? s.sequence : s.state, i < 4 + states ? "an initial state" : "a gradient");
    any = any || i >= 4 + states;
  }
  check(any, node, "has no gradient to pass on");
  return s;
}

// Outputs: gradients of the gates before activation, the state before each step, and the gradients of the initial states if there are any.
std::vector<TensorType> inferLstmGrad(const Graph& g, const Node& node) {
  const RecurrentGradShape s = recurrentGradShape(g, node, 4, 2);
  const DType type = inputOf(g, node, 0).dtype;
  std::vector<TensorType> types{{type, s.gates}, {type, s.sequence}};
  for (std::size_t i : {4u, 5u})
    if (hasInput(node, i)) types.push_back({type, s.state});
  return types;
}

// As above, but with two gradients of the gates: for the input and for the state, which differ in the new gate.
std::vector<TensorType> inferGruGrad(const Graph& g, const Node& node) {
  const RecurrentGradShape s = recurrentGradShape(g, node, 3, 1);
  const DType type = inputOf(g, node, 0).dtype;
  std::vector<TensorType> types{{type, s.gates}, {type, s.gates}, {type, s.sequence}};
  if (hasInput(node, 4)) types.push_back({type, s.state});
  return types;
}

ValueId sumOfRows(GradientEmitter& e, ValueId dy) {
  const Shape shape = e.graph().value(dy).shape;
  const ValueId rows = e.graph().node(e.emitNode("reshape", {dy}, {{"shape", Shape{shape[0] * shape[1], shape[2]}}})).outputs[0];
  return e.graph().node(e.emitNode("channel_sum", {rows}, {})).outputs[0];
}

// Computes the gradients of input, weights and biases from the gradients of the gates.
void contributeProducts(GradientEmitter& e, ValueId towardsInput, ValueId towardsState, ValueId before) {
  const Node& forward = e.forward();
  const auto make = [&](std::string_view op, ValueId a, ValueId b) { return e.graph().node(e.emitNode(op, {a, b}, {})).outputs[0]; };
  if (e.wants(2)) e.contribute(2, make("linear_grad_weight", before, towardsState));
  const bool inputBias = hasInput(forward, 3) && e.wants(3), stateBias = hasInput(forward, 4) && e.wants(4);
  ValueId sum = kNone;
  if (inputBias) e.contribute(3, sum = sumOfRows(e, towardsInput));
  if (stateBias) e.contribute(4, sum != kNone && towardsInput == towardsState ? sum : sumOfRows(e, towardsState));
  if (e.wants(1)) e.contribute(1, make("linear_grad_weight", forward.inputs[0], towardsInput));
  if (e.wants(0)) e.contribute(0, hasInput(forward, 1) ? make("linear_grad_input", towardsInput, forward.inputs[1]) : towardsInput);
}

// Emits the backward node, contributes the gradients of the initial states and returns the outputs of the node.
std::vector<ValueId> emitBackward(GradientEmitter& e, std::string_view op, std::size_t states, std::size_t kept) {
  const Node& forward = e.forward();
  const auto input = [&](std::size_t i) { return hasInput(forward, i) ? forward.inputs[i] : kNone; };
  std::vector<ValueId> inputs{forward.inputs[2], forward.outputs[kept], forward.outputs[kept + 1], forward.outputs[0]};
  for (std::size_t i = 0; i < states; ++i) inputs.push_back(input(5 + i));
  for (std::size_t i = 0; i <= states; ++i) inputs.push_back(e.gradientOf(static_cast<int>(i)));
  const NodeId id = e.emitNode(op, std::move(inputs), {{"reverse", forward.attrs.flag("reverse")}});
  const std::vector<ValueId> made = e.graph().node(id).outputs;
  std::size_t next = made.size();
  for (std::size_t i = states; i-- > 0;) {
    if (!hasInput(forward, 5 + i)) continue;
    --next;
    if (e.wants(static_cast<int>(5 + i))) e.contribute(static_cast<int>(5 + i), made[next]);
  }
  return made;
}

void lstmGradient(GradientEmitter& e) {
  const std::vector<ValueId> made = emitBackward(e, "lstm_grad", 2, 3);
  contributeProducts(e, made[0], made[0], made[1]);
}
void gruGradient(GradientEmitter& e) {
  const std::vector<ValueId> made = emitBackward(e, "gru_grad", 1, 2);
  contributeProducts(e, made[0], made[1], made[2]);
}

// Per token: both matrix products, and a few operations per element for activations and state.
template <int gates, int perElement>
Cost recurrentCost(const Graph& g, const Node& node) {
  const Shape &x = inputOf(g, node, 0).shape, &wh = inputOf(g, node, 2).shape;
  const std::int64_t tokens = x[0] * x[1], hidden = wh[1], inputs = hasInput(node, 1) ? x[2] : 0;
  return movedBytes(g, node, tokens * (2 * gates * hidden * (inputs + hidden) + perElement * hidden));
}
template <int gates, int perElement>
Cost recurrentGradCost(const Graph& g, const Node& node) {
  const Shape& y = inputOf(g, node, 3).shape;
  return movedBytes(g, node, y[0] * y[1] * (2 * gates * y[2] * y[2] + perElement * y[2]));
}

}  // namespace

std::span<const OpDef> recurrentOps() {
  static const OpDef ops[] = {
      {.name = "lstm",
       .title = "LSTM",
       .attrs = "reverse",
       .infer = inferLstm,
       .gradient = lstmGradient,
       .cost = recurrentCost<4, 24>,
       .ampCuda = AmpClass::Low,
       .ampCpu = AmpClass::Low,
       .workspaceOutputs = {3, 4}},
      {.name = "lstm_grad",
       .title = "LSTM backward",
       .attrs = "reverse",
       .infer = inferLstmGrad,
       .cost = recurrentGradCost<4, 24>,
       .inPlace = {{1, 0}}},
      {.name = "gru",
       .title = "GRU",
       .attrs = "reverse",
       .infer = inferGru,
       .gradient = gruGradient,
       .cost = recurrentCost<3, 20>,
       .ampCuda = AmpClass::Low,
       .ampCpu = AmpClass::Widest,  // PyTorch has no narrow CPU version of it; the layers before it may be narrow
       .workspaceOutputs = {2, 3}},
      {.name = "gru_grad", .title = "GRU backward", .attrs = "reverse", .infer = inferGruGrad, .cost = recurrentGradCost<3, 20>, .inPlace = {{1, 0}}},
  };
  return ops;
}

}  // namespace stepscope
