#include "app/cli/bench_step.h"

#include <algorithm>
#include <span>

#include "core/base/clock.h"
#include "core/base/philox.h"
#include "core/data/dataset.h"
#include "core/graph/op.h"
#include "core/train/kernel_cache.h"
#include "core/train/program_state.h"
#include "core/train/step_program.h"

namespace stepscope::cli {
namespace {

constexpr std::uint64_t kSeed = 1;

void fillBatch(Program& program, const ModelInput& input) {
  PhiloxStream random(kSeed, 0);
  const std::span<std::byte> x = program.input("x"), labels = program.input("labels");
  const auto drawFloats = [&](std::span<float> values) {
    for (float& value : values) value = static_cast<float>(random.normal());
  };
  const auto drawClasses = [&](std::span<std::int32_t> values) {
    for (std::int32_t& value : values) value = static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(input.classes)));
  };
  if (input.dtype == DType::I32) {
    drawClasses(integersOf(x));
  } else {
    drawFloats(floatsOf(x));
  }
  if (input.task == Task::Regression) {
    drawFloats(floatsOf(labels));
  } else {
    drawClasses(integersOf(labels));
  }
}

std::int64_t forwardAndBackwardFlops(const Graph& graph) {
  std::int64_t flops = 0;
  for (const Node& node : graph.nodes())
    if (node.phase != Phase::Optimizer && node.op->cost) flops += node.op->cost(graph, node).flops;
  return flops;
}

double timedStep(Program& program, std::int64_t step) {
  const std::int64_t begin = nowNs();
  program.setScalar("lr", 0.001);
  if (program.graph().find("step") != kNone) program.setScalar("step", static_cast<double>(step));
  if (program.graph().find("seed") != kNone) program.setScalar("seed", static_cast<double>(step));
  program.run();
  return static_cast<double>(nowNs() - begin) * 1e-6;
}

}  // namespace

BenchResult benchStep(const ModelSpec& model, const ModelInput& input, const Switches& switches, int steps, int threads,
                      const Backend& backend) {
  Project project;
  project.model = model;
  project.switches = switches;
  project.train.optimizer.momentum = 0.9;
  KernelChoices choices = loadKernelCache(backend);
  const std::size_t known = choices.entries().size();
  CompileOptions options;
  options.threads = threads;
  options.choices = &choices;
  StepProgram program = compileStep(project, input, false, backend, options);
  if (choices.entries().size() > known) extendKernelCache(backend, choices);
  program.attach();
  initializeState(program, kSeed);
  fillBatch(*program.train, input);

  // Warm up for half a second and at least three steps: pages, caches, clock frequency.
  std::int64_t step = 0;
  const std::int64_t begin = nowNs();
  double fastest = 1e9;
  while (step < 3 || nowNs() - begin < 500'000'000) fastest = std::min(fastest, timedStep(*program.train, ++step));
  if (steps <= 0) steps = static_cast<int>(std::clamp(5000.0 / std::max(fastest, 1e-3), 10.0, 1000.0));

  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(steps));
  for (int i = 0; i < steps; ++i) times.push_back(timedStep(*program.train, ++step));
  std::sort(times.begin(), times.end());
  BenchResult result;
  result.minMs = times.front();
  const std::size_t middle = times.size() / 2;
  result.medianMs = times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  result.steps = steps;
  result.threads = program.train->threads();
  result.peakBytes = program.measuredPeakBytes();
  result.flopsPerStep = forwardAndBackwardFlops(program.train->graph());
  return result;
}

}  // namespace stepscope::cli
