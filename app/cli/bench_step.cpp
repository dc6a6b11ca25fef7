#include "app/cli/bench_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/backend/machine_speed.h"
#include "core/backend/node_times.h"
#include "core/base/clock.h"
#include "core/base/philox.h"
#include "core/base/process_memory.h"
#include "core/data/dataset.h"
#include "core/graph/op.h"
#include "core/train/kernel_cache.h"
#include "core/train/kernel_times.h"
#include "core/train/program_state.h"
#include "core/train/step_program.h"
#include "core/train/step_watch.h"

namespace stepscope::cli {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kMostNodeSteps = 30;      // a median needs no more
constexpr std::size_t kMostNodes = 40;  // of the slowest that are told

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

// A step is one update of the weights, after as many batches as the switch says.
double timedStep(Program& program, StepWatch& watch, std::int64_t batches, std::int64_t step) {
  const std::int64_t begin = nowNs();
  program.setScalar("lr", 0.001);
  if (program.graph().find("step") != kNone) program.setScalar("step", static_cast<double>(step));
  if (program.graph().find("seed") != kNone) program.setScalar("seed", static_cast<double>(step));
  for (std::int64_t batch = 0; batch < batches; ++batch) {
    if (batches > 1) program.setScalar("batch_share", 1.0 / static_cast<double>(batch + 1));
    watch.begin(batch + 1 == batches);
    program.run();
  }
  static_cast<void>(program.scalar("loss"));  // a GPU is waited for where a result is read
  return static_cast<double>(nowNs() - begin) * 1e-6;
}

std::vector<double> timeNodes(Program& program, std::int64_t step, int steps) {
  NodeTimes times(program);
  program.observe(&times);
  if (program.graph().find("batch_share") != kNone) program.setScalar("batch_share", 1);
  if (program.graph().find("step") != kNone) program.setScalar("step", static_cast<double>(step));
  for (int i = 0; i < steps; ++i) program.run();
  program.observe(nullptr);
  return times.medianMs();
}

std::vector<BenchNode> slowestNodes(const Program& program, const std::vector<double>& ms, const Machine& machine) {
  const Graph& graph = program.graph();
  std::vector<std::size_t> order;
  for (std::size_t n = 0; n < ms.size(); ++n)
    if (ms[n] > 0) order.push_back(n);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ms[a] > ms[b]; });
  order.resize(std::min(order.size(), kMostNodes));
  std::vector<BenchNode> nodes;
  for (const std::size_t n : order) {
    const Node& node = graph.nodes()[n];
    nodes.push_back({node.scope, std::string(node.op->title), program.kernels()[n].kernel, ms[n], limitMs(graph, node, machine)});
  }
  return nodes;
}

}  // namespace

BenchResult benchStep(const ModelSpec& model, const ModelInput& input, const Switches& switches, const BenchOptions& bench,
                      const Backend& backend) {
  const std::int64_t bare = processMemory().resident;
  Project project;
  project.model = model;
  project.switches = switches;
  project.train.optimizer.momentum = 0.9;
  std::string said;
  KernelChoices choices = loadKernelCache(backend, &said);
  if (!said.empty()) fmt::print(stderr, "stepscope-cli: {}\n", said);
  const std::size_t known = choices.entries().size();
  CompileOptions options;
  options.threads = bench.threads;
  options.choices = &choices;
  StepProgram program = compileStep(project, input, false, backend, options);
  if (choices.entries().size() > known) extendKernelCache(backend, choices);
  forgetPeakMemory();
  program.attach();
  initializeState(program, kSeed);
  fillBatch(*program.train, input);
  StepWatch watch(*program.train);

  // Warm up for half a second and at least three steps: pages, caches, clock frequency.
  std::int64_t step = 0;
  const std::int64_t begin = nowNs();
  double fastest = 1e9;
  while (step < 3 || nowNs() - begin < 500'000'000)
    fastest = std::min(fastest, timedStep(*program.train, watch, switches.accumulation, ++step));
  int steps = bench.steps;
  if (steps <= 0) steps = static_cast<int>(std::clamp(5000.0 / std::max(fastest, 1e-3), 10.0, 1000.0));

  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(steps));
  for (int i = 0; i < steps; ++i) times.push_back(timedStep(*program.train, watch, switches.accumulation, ++step));
  // What the kernels took, for predictions: apart from the steps above, so that asking the clock is not in their times. A GPU's kernels are
  // only launched between two looks at the clock.
  if (backend.name() == "cpu") {
    NodeTimer timer(*program.train);
    watch.time(&timer);
    for (int i = 0; i < std::min(steps, 5); ++i) timedStep(*program.train, watch, switches.accumulation, ++step);
    watch.time(nullptr);
    KernelTimes kernelTimes(machineName(backend, bench.threads));
    timer.note(kernelTimes);
    kernelTimes.save(KernelTimes::defaultPath(backend));
  }

  std::sort(times.begin(), times.end());
  BenchResult result;
  result.minMs = times.front();
  const std::size_t middle = times.size() / 2;
  result.medianMs = times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  result.steps = steps;
  result.threads = program.train->threads();
  result.peakBytes = program.measuredPeakBytes();
  result.flopsPerStep = switches.accumulation * forwardAndBackwardFlops(program.train->graph());
  result.processBytes = processMemory().peak - bare;
  if (bench.roofline) {
    const Machine machine{backend.measuredPeakFlops(result.threads), backend.measuredBandwidth(result.threads)};
    const std::vector<double> ms = timeNodes(*program.train, step, std::min(steps, kMostNodeSteps));
    result.roofline = roofline(program.train->graph(), ms, machine);
    result.slowest = slowestNodes(*program.train, ms, machine);
  }
  return result;
}

}  // namespace stepscope::cli
