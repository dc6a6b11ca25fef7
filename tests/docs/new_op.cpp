// The op that docs/adding.md adds: its gradient against finite differences in double precision, and its formula as each backend computes it
// against that. Compiled by guide_test.cpp with the page's changes in place; Highway's baseline stands for all instruction sets.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/backend/cpu/simd/targets.h"
#include "core/graph/op.h"
#include "core/passes/step_graph.h"
#include "tests/dev/op_cases/case_builder.h"
#include "tests/dev/reference/call.h"

#include <hwy/highway.h>

#include "core/backend/cpu/ops/elementwise/formulas-inl.h"
#include "core/backend/cuda/kernels/elementwise.h"

using namespace stepscope;
namespace cpu = kernels::HWY_NAMESPACE;

namespace {

int failures = 0;

// x multiplies what the functions within are rounded to.
void compare(const char* what, double x, double is, double expected, double tolerance) {
  if (std::abs(is - expected) <= tolerance * std::max(1.0, std::abs(x))) return;
  std::printf("%s at %g is %.9g, not %.9g\n", what, x, is, expected);
  ++failures;
}

// The loss of a case with one element of its parameter moved.
double lossAt(const OpCase& c, std::size_t element, double moved) {
  reference::Bindings inputs = c.inputs;
  inputs["x"][element] += moved;
  return reference::interpret(c.graph, inputs).scalar("loss");
}

void checkGradient(const OpCase& c) {
  const AutodiffResult backward = autodiff(c.graph);
  const auto result = reference::interpret(backward.graph, c.inputs);
  const reference::Tensor& gradient = result[backward.gradients.at(0).second];
  constexpr double kStep = 1e-5;
  for (std::size_t e = 0; e < gradient.size(); ++e) {
    const double slope = (lossAt(c, e, kStep) - lossAt(c, e, -kStep)) / (2 * kStep);
    compare(c.name.c_str(), c.inputs.at("x")[e], gradient[e], slope, 1e-8);
  }
}

// The reference's op on a tensor of one element.
double meaning(const reference::Kernels& kernels, const char* op, std::vector<double> operands) {
  const Graph graph;
  const Node node;
  std::vector<reference::Tensor> tensors;
  for (const double operand : operands) tensors.push_back({operand});
  reference::Tensor out(1);
  reference::Call call{graph, node, {}, {&out}};
  for (reference::Tensor& tensor : tensors) call.in.push_back(&tensor);
  kernels.at(op)(call);
  return out[0];
}

}  // namespace

int main() {
  std::vector<OpCase> cases;
  addActivationCases(cases);
  int tried = 0;
  for (const OpCase& c : cases)
    if (c.name.starts_with("mish")) {
      checkGradient(c);
      ++tried;
    }
  reference::Kernels kernels;
  reference::addActivationKernels(kernels);
  const cpu::formulas::WithAttributes<cpu::formulas::Mish> onCpu(FormulaUse{Formula::Mish});
  for (double x = -20; x <= 20; x += 0.0625) {
    const double value = meaning(kernels, "mish", {x}), slope = meaning(kernels, "mish_grad", {1.0, x});
    const auto vector = cpu::constant(x);
    compare("the value on the CPU", x, cpu::hn::GetLane(onCpu.value(vector)), value, 2e-6);
    compare("the slope on the CPU", x, cpu::hn::GetLane(onCpu.slope(vector)), slope, 2e-6);
    const auto number = static_cast<float>(x);
    compare("the value on a GPU", x, cuda::Mish::value(number, 0, 0), value, 2e-6);
    compare("the slope on a GPU", x, cuda::Mish::slope(number, 0, 0), slope, 2e-6);
    compare("the gradient on a GPU", x, cuda::Slope<cuda::Mish>::value(3, number, 0, 0), 3 * slope, 2e-6);
  }
  std::printf("%d cases\n", tried);
  return failures > 0 || tried == 0 ? 1 : 0;
}
