// Training steps of small models on the emulated device: what the tests of programs, layouts, fused kernels and of timing set up.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/cuda/cuda_backend.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/reference/formula.h"

namespace stepscope {

// A classifier of images of ten classes, an mlp of small ones, or a gpt of 16 words.
struct StepRecipe {
  std::string model;
  DType low = DType::F32;  // autocast's
  Shape sample{3, 16, 16};
  std::int64_t batch = 3;
  OptimizerSpec::Kind optimizer = OptimizerSpec::Kind::Sgd;
};

inline StepOptions autocast(DType low) {
  StepOptions options;
  if (low == DType::F32) return options;
  options.lowType = low;
  options.ampClassOf = [](const OpDef& op) { return op.ampCuda; };
  return options;
}

inline Graph modelOf(const StepRecipe& recipe, bool training = true) {
  ModelSpec spec;
  spec.name = recipe.model;
  ModelInput input{recipe.sample, 10};
  if (spec.name == "gpt") {
    spec.integers = {{"layers", {2}}, {"width", {32}}, {"heads", {2}}};
    input.sample = {16};
    input.classes = 24;
    input.dtype = DType::I32;
    input.task = Task::LanguageModel;
  }
  if (spec.name == "mlp") {
    spec.integers = {{"hidden", {40, 24}}};
    input.sample = {1, 6, 6};
  }
  return buildModel(spec, input, recipe.batch, training);
}
inline Graph trainingStep(const StepRecipe& recipe) {
  OptimizerSpec rule;
  rule.kind = recipe.optimizer;
  if (rule.kind == OptimizerSpec::Kind::Sgd) rule.momentum = 0.9;
  return buildTrainingStep(modelOf(recipe), rule, autocast(recipe.low)).graph;
}
inline Graph evaluationStep(const StepRecipe& recipe) {
  return buildEvaluationStep(modelOf(recipe, false), autocast(recipe.low)).graph;
}
// LeNet on two images.
inline Graph lenetStep(std::int64_t batch = 2) {
  return trainingStep({.model = "lenet5", .sample = {1, 28, 28}, .batch = batch});
}

// Convolution, norm with relu, convolution, norm with relu, head: a step with its updates.
inline Graph convolutionsWithNorms(DType low, int kernel) {
  Graph g;
  ValueId x = g.addInput("x", DType::F32, {4, 8, 10, 10});
  const auto parameter = [&](const std::string& name, const Shape& shape) { return g.addPersistent(Role::Parameter, name, DType::F32, shape, {}); };
  for (const int layer : {1, 2}) {
    const std::string name = "layer" + std::to_string(layer);
    const std::int64_t size = layer == 1 ? 3 : kernel, channels = 16;
    const ValueId w = parameter(name + ".conv.weight", {channels, g.value(x).shape[1], size, size});
    x = g.add("conv2d", {x, w},
              {{"stride", Shape{1, 1}}, {"padding", Shape{size / 2, size / 2}}, {"dilation", Shape{1, 1}}, {"groups", std::int64_t{1}}},
              name + ".conv");
    const ValueId gamma = parameter(name + ".norm.weight", {channels}), beta = parameter(name + ".norm.bias", {channels}),
                  mean = g.addPersistent(Role::Buffer, name + ".norm.running_mean", DType::F32, {channels}, {}),
                  variance = g.addPersistent(Role::Buffer, name + ".norm.running_var", DType::F32, {channels}, {});
    x = g.add("batch_norm", {x, gamma, beta, mean, variance}, {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", true}}, name + ".norm");
  }
  const ValueId pooled = g.add("reshape", {g.add("global_avg_pool", {x}, {}, "pool")}, {{"shape", Shape{4, 16}}}, "flatten");
  const ValueId y = g.add("linear", {pooled, parameter("head.weight", {10, 16})}, {}, "head");
  g.markOutput("loss", g.add("softmax_cross_entropy", {y, g.addInput("labels", DType::I32, {4})}, {}, "loss"));
  OptimizerSpec sgd;
  sgd.momentum = 0.9;
  return buildTrainingStep(g, sgd, autocast(low)).graph;
}

// The batch and the scalars of a step, from a formula.
inline reference::Bindings inputsOf(const Graph& graph, std::uint32_t step) {
  reference::Bindings inputs;
  for (const Value& value : graph.values()) {
    if (value.role == Role::Input && value.dtype == DType::I32) inputs[value.name] = reference::formulaLabels(200 + step, numel(value.shape), 10);
    if (value.role == Role::Input && value.dtype != DType::I32) inputs[value.name] = reference::formulaTensor(100 + step, numel(value.shape));
    if (value.role == Role::Scalar)
      inputs[value.name] = {value.name == "lr" ? 0.05 : value.name == "seed" ? static_cast<double>(step + 7) : step + 1.0};
  }
  return inputs;
}

inline void attach(Program& program) {
  program.attach(program.makeArena(program.plan().stateBytes), program.makeArena(program.plan().stepBytes));
}

// By a backend that has tried nothing yet.
inline std::unique_ptr<Program> freshlyCompiled(const Graph& graph, const CompileOptions& options = {}) {
  auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, options);
  cuda::emulation().graphLaunches = 0;  // of trials
  return program;
}
// With memory of its own and parameters from a formula.
inline void start(Program& program, const Graph& graph, std::uint32_t seed = 5) {
  attach(program);
  bindState(program, graph, reference::initialState(graph, seed));
}
inline std::unique_ptr<Program> started(const Graph& graph, const CompileOptions& options = {}) {
  auto program = freshlyCompiled(graph, options);
  start(*program, graph);
  return program;
}
inline void runStep(Program& program, const Graph& graph, std::uint32_t step) {
  bindInputs(program, graph, inputsOf(graph, step));
  program.run();
}

inline std::string notesOf(const Program& program) {
  std::string text;
  for (const std::string& note : program.notes()) text += note + "\n";
  return text;
}
inline int count(const Graph& graph, const std::function<bool(const Node&)>& test) {
  return static_cast<int>(std::count_if(graph.nodes().begin(), graph.nodes().end(), test));
}

}  // namespace stepscope
