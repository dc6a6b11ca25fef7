#include "tests/dev/selftest/gradient_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/dev/selftest/comparison.h"
#include "tests/dev/selftest/op_checks.h"

namespace stepscope {
namespace {

using Tensors = std::map<std::string, std::vector<float>>;

// With a momentum that starts at zero the optimizer's state is the gradient, as the step that trains makes it: unscaled, nothing fused
// differently because somebody reads it. The rate is 1, so a parameter changes by as much.
struct GradientStep {
  Graph graph;
  reference::Bindings state;

  GradientStep(const TrainingStep& step, DType low) {
    OptimizerSpec sgd;
    sgd.momentum = 0.9;
    sgd.scalesLoss = low == DType::F16;
    sgd.gradScaler.initScale = 1024;
    const Graph forward = buildModel(step.model, step.input, step.batch, true);
    graph = buildTrainingStep(forward, sgd, optionsOf(low)).graph;
    // The formulas know f32 only: the weights are those of a step without a scaler.
    sgd.scalesLoss = false;
    state = reference::initialState(buildTrainingStep(forward, sgd).graph, 11);
    setNormBias(forward, step, state);
    if (low != DType::F16) return;
    state[kLossScale] = {sgd.gradScaler.initScale};
    state[kGrowthTracker] = {0};
  }

  Tensors after(Program& program, const TrainingStep& step, int n) const {
    give(program, graph, state);
    reference::Bindings batch = batchOf(graph, step, n);
    batch["lr"] = {1};
    give(program, graph, batch);
    program.run();
    Tensors tensors;
    for (const Value& value : graph.values()) {
      if (!isPersistent(value.role) || value.dtype != DType::F32 || value.name == kLossScale) continue;
      auto& tensor = tensors[value.name] = floatsOf(program, value.name, value.shape);
      const reference::Tensor& before = state.at(value.name);
      for (std::size_t i = 0; i < tensor.size() && value.role == Role::Parameter; ++i) tensor[i] -= static_cast<float>(before[i]);
    }
    tensors["loss"] = {static_cast<float>(program.scalar("loss"))};
    return tensors;
  }
};

double squaresOf(const std::vector<float>& tensor) {
  double sum = 0;
  for (const float v : tensor) sum += static_cast<double>(v) * v;
  return sum;
}

}  // namespace

void compareGradients(const Backend& device, const Backend& cpu, const TrainingStep& step, SelftestCheck& result) {
  const GradientStep tried(step, step.low), exact(step, DType::F32);
  const auto got = compiled(device, tried.graph, step.images, step.tuned), expected = compiled(cpu, exact.graph);
  result.bound = step.bound;
  if (!step.tuned && !allAgree(*got, result)) return;
  for (int n = 0; n < step.count; ++n) {
    const Tensors a = tried.after(*got, step, n), b = exact.after(*expected, step, n);
    // A tensor whose gradient is nothing but rounding (a bias before a norm, of keys) is held to a hundredth of the others' size.
    double squares = 0, count = 0;
    for (const auto& [name, tensor] : b) {
      if (!name.ends_with(".momentum")) continue;
      squares += squaresOf(tensor);
      count += static_cast<double>(tensor.size());
    }
    const double floor = 1e-4 * squares / count;
    for (const auto& [name, tensor] : b) {
      const double size = std::max(squaresOf(tensor), floor * static_cast<double>(tensor.size()));
      // Of a parameter its rounding is no error of its change.
      const auto start = name.ends_with(".momentum") ? exact.state.end() : exact.state.find(name);
      double error = 0;
      for (std::size_t i = 0; i < tensor.size(); ++i) {
        const double slack = start == exact.state.end() ? 0 : 0x1p-22 * std::abs(start->second[i]);
        const double distance = std::abs(static_cast<double>(a.at(name)[i]) - tensor[i]);
        error += distance <= slack ? 0 : (distance - slack) * (distance - slack);
      }
      error = std::isfinite(error) ? std::sqrt(error / size) : HUGE_VAL;
      if (error < result.error) continue;
      result.error = error;
      result.detail = fmt::format("batch {}, {}", n + 1, name);
    }
  }
}

}  // namespace stepscope
