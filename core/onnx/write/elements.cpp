// Element-wise ops, reductions and softmax.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/onnx/write/emitter.h"

namespace stepscope::onnx {

namespace {

constexpr char kRelu[] = "Relu", kSigmoid[] = "Sigmoid", kTanh[] = "Tanh", kHardSwish[] = "HardSwish", kNeg[] = "Neg", kExp[] = "Exp", kLog[] = "Log",
               kSqrt[] = "Sqrt", kErf[] = "Erf", kFloor[] = "Floor", kAdd[] = "Add", kSub[] = "Sub", kMul[] = "Mul", kDiv[] = "Div", kPow[] = "Pow",
               kEqual[] = "Equal", kLess[] = "Less", kMean[] = "ReduceMean", kMax[] = "ReduceMax", kSoftmax[] = "Softmax",
               kLogSoftmax[] = "LogSoftmax";

// For an op that is one operator without attributes.
template <const auto& op>
void same(Emitter& e) {
  e.set(0, e.add(op, e.inputs()));
}
template <const auto& op>
void comparison(Emitter& e) {
  e.set(0, e.cast(e.add(op, e.inputs()), kFloatType));
}

void add(Emitter& e) {
  e.set(0, e.relu(e.add(kAdd, e.inputs())));
}

// y = a != 0 ? b : 0. A NaN is not 0, in C as in the cast to a boolean.
void select(Emitter& e) {
  e.set(0, e.add("Where", {e.cast(e.in(0), kBoolType), e.in(1), e.scalar(0)}));
}

void clamp(Emitter& e) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double low = e.attrs().real("min", -infinity), high = e.attrs().real("max", infinity);
  e.set(0, e.add("Clip", {e.in(0), low == -infinity ? "" : e.scalar(low), high == infinity ? "" : e.scalar(high)}));
}

void leakyRelu(Emitter& e) {
  e.set(0, e.add("LeakyRelu", e.inputs(), {{"alpha", static_cast<float>(e.attrs().real("alpha"))}}));
}
void elu(Emitter& e) {
  e.set(0, e.add("Elu", e.inputs(), {{"alpha", static_cast<float>(e.attrs().real("alpha"))}}));
}
void hardSigmoid(Emitter& e) {
  e.set(0, e.add("HardSigmoid", e.inputs(), {{"alpha", 1.0F / 6.0F}, {"beta", 0.5F}}));
}
void silu(Emitter& e) {
  const std::string x = e.in(0);
  e.set(0, e.add(kMul, {x, e.add(kSigmoid, {x})}));
}

// Gelu is one operator only from opset 20 on. The nodes and their order are those of torch.onnx.export, which runtimes fuse again.
void gelu(Emitter& e) {
  const std::string x = e.in(0);
  if (e.attrs().text("approximate") == "tanh") {
    const std::string cube = e.add(kMul, {e.add(kMul, {x, x}), x});
    const std::string inner = e.add(kMul, {e.add(kAdd, {x, e.add(kMul, {cube, e.scalar(0.044715)})}), e.scalar(std::sqrt(2 * std::numbers::inv_pi))});
    return e.set(0, e.add(kMul, {e.add(kMul, {x, e.scalar(0.5)}), e.add(kAdd, {e.add(kTanh, {inner}), e.scalar(1)})}));
  }
  const std::string twice = e.add(kAdd, {e.add(kErf, {e.add(kDiv, {x, e.scalar(std::numbers::sqrt2)})}), e.scalar(1)});
  e.set(0, e.add(kMul, {e.add(kMul, {x, twice}), e.scalar(0.5)}));
}

// log(1 + exp(beta x)) / beta, and x itself where beta x is above the threshold. ONNX has no threshold. One of 16 or more needs none, because both
// formulas then give the same float: exp(-16) is below half of its last digit.
void softplus(Emitter& e) {
  const std::string x = e.in(0);
  const double beta = e.attrs().real("beta"), threshold = e.attrs().real("threshold");
  const std::string scaled = beta == 1 ? x : e.add(kMul, {x, e.scalar(beta)});
  std::string y = e.add("Softplus", {scaled});
  if (beta != 1) y = e.add(kMul, {y, e.scalar(1 / beta)});
  if (threshold < 16) y = e.add("Where", {e.add("Greater", {scaled, e.scalar(threshold)}), x, y});
  e.set(0, y);
}

void convert(Emitter& e) {
  e.set(0, e.cast(e.in(0), e.attrs().text("to") == "f32" ? kFloatType : kInt64Type));
}
void castNarrow(Emitter& e) {
  e.set(0, e.cast(e.in(0), e.typeOf(e.node().outputs[0])));
}

// Without axes nothing is reduced; ONNX would reduce everything.
bool reducesNothing(Emitter& e) {
  if (!e.attrs().integers("axes").empty()) return false;
  e.set(0, e.in(0));
  return true;
}
std::string summed(Emitter& e, const std::string& x) {
  return e.add("ReduceSum", {x, e.ints(e.attrs().integers("axes"))}, {{"keepdims", std::int64_t{e.attrs().flag("keepdim")}}});
}
void sum(Emitter& e) {
  if (!reducesNothing(e)) e.set(0, summed(e, e.in(0)));
}
void productSum(Emitter& e) {
  const std::string product = e.add(kMul, e.inputs());
  e.set(0, e.attrs().integers("axes").empty() ? product : summed(e, product));
}
template <const auto& op>
void reduce(Emitter& e) {
  if (reducesNothing(e)) return;
  e.set(0, e.add(op, {e.in(0)}, {{"axes", e.attrs().integers("axes")}, {"keepdims", std::int64_t{e.attrs().flag("keepdim")}}}));
}
void argmax(Emitter& e) {
  e.set(0, e.add("ArgMax", {e.in(0)},
                 {{"axis", e.attrs().integer("axis")},
                  {"keepdims", std::int64_t{e.attrs().flag("keepdim")}},
                  {"select_last_index", std::int64_t{e.attrs().flag("last")}}}));
}

template <const auto& op>
void alongAxis(Emitter& e) {
  e.set(0, e.add(op, {e.in(0)}, {{"axis", e.attrs().integer("axis")}}));
}

}  // namespace

std::span<const Exporter> elementExporters() {
  static const Exporter table[] = {
      {"relu", same<kRelu>},
      {"sigmoid", same<kSigmoid>},
      {"tanh", same<kTanh>},
      {"hardswish", same<kHardSwish>},
      {"hardsigmoid", hardSigmoid},
      {"leaky_relu", leakyRelu},
      {"elu", elu},
      {"gelu", gelu},
      {"silu", silu},
      {"softplus", softplus},
      {"clamp", clamp},
      {"neg", same<kNeg>},
      {"exp", same<kExp>},
      {"log", same<kLog>},
      {"sqrt", same<kSqrt>},
      {"erf", same<kErf>},
      {"floor", same<kFloor>},
      {"add", add},
      {"sub", same<kSub>},
      {"mul", same<kMul>},
      {"div", same<kDiv>},
      {"pow", same<kPow>},
      {"equal", comparison<kEqual>},
      {"less", comparison<kLess>},
      {"select", select},
      {"convert", convert},
      {"cast", castNarrow},
      {"sum", sum},
      {"product_sum", productSum},
      {"mean", reduce<kMean>},
      {"max", reduce<kMax>},
      {"argmax", argmax},
      {"softmax", alongAxis<kSoftmax>},
      {"log_softmax", alongAxis<kLogSoftmax>},
  };
  return table;
}

}  // namespace stepscope::onnx
