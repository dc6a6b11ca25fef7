// LSTM and GRU, one layer, one direction.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

struct Recurrent {
  const char* op;
  const char* name;
  std::int64_t batch, steps, inputs = 0, hidden;
  bool inputBias = true, stateBias = true, states = false, reverse = false;
  std::size_t output = 0;  // which output the loss reads: the sequence or a last state
  bool projected = false;  // no w_ih: the input is as wide as the gates
};

OpCase recurrentCase(const Recurrent& r) {
  CaseBuilder b(std::string(r.op) + " " + r.name);
  const bool lstm = std::string_view(r.op) == "lstm";
  const std::int64_t rows = (lstm ? 4 : 3) * r.hidden;
  std::vector<ValueId> inputs{b.parameter("x", {r.batch, r.steps, r.projected ? rows : r.inputs}),
                              r.projected ? kNone : b.parameter("w_ih", {rows, r.inputs}), b.parameter("w_hh", {rows, r.hidden}, 0.7)};
  inputs.push_back(r.inputBias ? b.parameter("b_ih", {rows}) : kNone);
  inputs.push_back(r.stateBias ? b.parameter("b_hh", {rows}) : kNone);
  if (r.states) {
    inputs.push_back(b.parameter("h0", {r.batch, r.hidden}));
    if (lstm) inputs.push_back(b.parameter("c0", {r.batch, r.hidden}));
  }
  return b.finish(b.output(r.op, std::move(inputs), {{"reverse", r.reverse}}, r.output));
}

}  // namespace

void addRecurrentCases(std::vector<OpCase>& cases) {
  for (const Recurrent& r : std::initializer_list<Recurrent>{
           {.op = "lstm", .name = "with biases", .batch = 2, .steps = 3, .inputs = 4, .hidden = 3},
           {.op = "lstm",
           .name = "one step, no biases",
           .batch = 3,
           .steps = 1,
           .inputs = 2,
           .hidden = 4,
           .inputBias = false,
           .stateBias = false,
           .states = true},
           {.op = "lstm", .name = "one bias", .batch = 2, .steps = 4, .inputs = 3, .hidden = 2, .stateBias = false},
           {.op = "lstm", .name = "initial states", .batch = 2, .steps = 3, .inputs = 2, .hidden = 3, .states = true},
           {.op = "lstm", .name = "reverse, initial states", .batch = 2, .steps = 4, .inputs = 3, .hidden = 2, .states = true, .reverse = true},
           {.op = "lstm", .name = "the last state", .batch = 3, .steps = 4, .inputs = 2, .hidden = 3, .output = 1},
           {.op = "lstm", .name = "the last cell", .batch = 2, .steps = 3, .inputs = 2, .hidden = 3, .states = true, .output = 2},
           {.op = "lstm", .name = "wide, odd sizes", .batch = 7, .steps = 5, .inputs = 11, .hidden = 37, .states = true},
           {.op = "lstm", .name = "input's part made", .batch = 2, .steps = 3, .hidden = 5, .inputBias = false, .projected = true},
           {.op = "lstm",
           .name = "input's part made, no biases, initial states",
           .batch = 3,
           .steps = 2,
           .hidden = 17,
           .inputBias = false,
           .stateBias = false,
           .states = true,
           .projected = true},
           {.op = "gru", .name = "input's part made", .batch = 2, .steps = 3, .hidden = 5, .inputBias = false, .projected = true},
           {.op = "gru", .name = "with biases", .batch = 2, .steps = 3, .inputs = 4, .hidden = 3},
           {.op = "gru",
           .name = "one step, no biases",
           .batch = 3,
           .steps = 1,
           .inputs = 2,
           .hidden = 4,
           .inputBias = false,
           .stateBias = false,
           .states = true},
           {.op = "gru", .name = "state bias only", .batch = 2, .steps = 4, .inputs = 3, .hidden = 2, .inputBias = false},
           {.op = "gru", .name = "reverse, initial state", .batch = 2, .steps = 4, .inputs = 3, .hidden = 2, .states = true, .reverse = true},
           {.op = "gru", .name = "the last state", .batch = 3, .steps = 4, .inputs = 2, .hidden = 3, .output = 1},
           {.op = "gru", .name = "wide, odd sizes", .batch = 7, .steps = 5, .inputs = 11, .hidden = 37, .states = true},
       })
    cases.push_back(recurrentCase(r));
}

}  // namespace stepscope
