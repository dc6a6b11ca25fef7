// The optimizer that docs/adding.md adds: steps of its op in double precision, and of its rule as each backend computes it against those.
// Compiled by guide_test.cpp with the page's changes in place; Highway's baseline stands for all instruction sets.
#include <cmath>
#include <cstdio>

#include "core/backend/cpu/simd/targets.h"
#include "core/graph/optimizer.h"
#include "tests/dev/reference/interpreter.h"

#include <hwy/highway.h>

#include "core/backend/cpu/ops/optimizer/updates-inl.h"
#include "core/backend/cuda/kernels/optimizer.h"

using namespace stepscope;
namespace cpu = kernels::HWY_NAMESPACE;

namespace {

int failures = 0, compared = 0;

void compare(const char* what, double is, double expected) {
  ++compared;
  if (std::abs(is - expected) <= 1e-6 * std::max(1.0, std::abs(expected))) return;
  std::printf("%s is %.9g, not %.9g\n", what, is, expected);
  ++failures;
}

}  // namespace

int main() {
  OptimizerSpec spec;
  spec.kind = UpdateRule::Lion;
  const OptimizerDef& def = optimizerDef(spec.kind);
  Attributes attrs = def.attributes(spec);
  attrs.set("weight_decay", 0.1);
  Graph graph;
  const ValueId p = graph.addPersistent(Role::Parameter, "p", DType::F32, {3}, {}), g = graph.addInput("g", DType::F32, {3});
  const ValueId m = graph.addPersistent(Role::OptimizerState, "p.exp_avg", DType::F32, {3}, {}), lr = graph.addScalar("lr", DType::F32);
  graph.addNode(def.name, {p, g, m, lr}, attrs, "optimizer", Phase::Optimizer);

  reference::Bindings values{{"p", {1.0, -2.0, 0.5}}, {"p.exp_avg", {0.0, 0.0, 0.0}}, {"lr", {0.25}}, {"g", {}}};
  UpdateStep step{updateSettings(attrs), 0.25, 0};
  const cpu::updates::Lion onCpu(step);
  const cuda::Lion onGpu(step);
  const bool has[3] = {true, true, true};
  float gpu[3][3], lanes[3][3];  // element, operand
  for (std::size_t e = 0; e < 3; ++e) {
    gpu[e][0] = lanes[e][0] = static_cast<float>(values["p"][e]);
    gpu[e][2] = lanes[e][2] = 0;
  }
  for (int number = 0; number < 6; ++number) {
    values["g"] = {std::sin(number), -std::cos(2.0 * number), 0.5 - number};
    const auto result = reference::interpret(graph, values);
    values["p"] = result[p];
    values["p.exp_avg"] = result[m];
    for (std::size_t e = 0; e < 3; ++e) {
      const auto gradient = static_cast<float>(values["g"][e]);
      onGpu.element(gpu[e], has, gradient);
      cpu::F32Vector of[3];
      for (int k = 0; k < 3; ++k) of[k] = cpu::constant(lanes[e][k]);
      onCpu.element(of, has, cpu::constant(gradient));
      for (int k = 0; k < 3; ++k) lanes[e][k] = cpu::hn::GetLane(of[k]);
      compare("a weight on the CPU", lanes[e][0], values["p"][e]);
      compare("a weight on a GPU", gpu[e][0], values["p"][e]);
      compare("a moment on the CPU", lanes[e][2], values["p.exp_avg"][e]);
      compare("a moment on a GPU", gpu[e][2], values["p.exp_avg"][e]);
    }
  }
  return failures > 0 || compared != 72 ? 1 : 0;
}
