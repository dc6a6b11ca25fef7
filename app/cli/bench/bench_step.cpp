#include "app/cli/bench/bench_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/bench/bench_program.h"
#include "app/cli/speech.h"
#include "core/backend/machine_speed.h"
#include "core/backend/narrow_report.h"
#include "core/base/core_use.h"
#include "core/base/machine_limits.h"
#include "core/graph/op.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/prediction/kernel_times.h"
#include "profiler/trace/recorder.h"

namespace stepscope::cli {
namespace {

constexpr int kMostNodeSteps = 30;  // more steps hardly improve the medians

std::int64_t forwardAndBackwardFlops(const Graph& graph) {
  std::int64_t flops = 0;
  for (const Node& node : graph.nodes())
    if (node.phase != Phase::Optimizer && node.op->cost) flops += node.op->cost(graph, node).flops;
  return flops;
}

std::vector<BenchNode> slowestNodes(const Program& program, const std::vector<double>& ms, const Machine& machine) {
  const Graph& graph = program.graph();
  std::vector<std::size_t> order;
  for (std::size_t n = 0; n < ms.size(); ++n)
    if (ms[n] > 0) order.push_back(n);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ms[a] > ms[b]; });
  std::vector<BenchNode> nodes;
  for (const std::size_t n : order) {
    const Node& node = graph.nodes()[n];
    const NodeKernel& kernel = program.kernels()[n];
    nodes.push_back(
        {node.scope, titleOf(node), std::string(nameOf(node.phase)), kernel.kernel, ms[n], limitMs(graph, node, machine), kernel.candidateMs});
  }
  return nodes;
}

// The machine's measured peak rate (FLOP/s) in the type in which the program multiplies.
double peakOf(const Program& program, const Backend& backend) {
  const NarrowUse narrow = narrowUseOf(program, backend.kind());
  const double peak = backend.measuredPeakFlops(program.threads());
  return narrow.arithmetic > 0 ? std::max(peak, backend.measuredPeakOf(narrow.type, program.threads())) : peak;
}

}  // namespace

BenchResult benchStep(const ModelSpec& model, const ModelInput& input, const Switches& switches, const BenchOptions& bench, const Backend& backend) {
  const std::int64_t bare = processMemory().resident;
  std::string said;
  KernelChoices choices = loadKernelCache(backend, &said);
  if (!said.empty()) say(stderr, "stepscope-cli: {}\n", said);
  forgetPeakMemory();
  BenchProgram program(benchProject(model, switches, bench.threads), input, backend, choices);
  if (choices.changes() > 0) extendKernelCache(backend, choices);

  const double fastest = program.warmUp(bench.warmUp);
  int steps = bench.steps;
  if (steps <= 0) steps = static_cast<int>(std::clamp(5000.0 / std::max(fastest, 1e-3), 10.0, 1000.0));

  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(steps));
  for (int i = 0; i < steps; ++i) times.push_back(program.step());
  const Program& train = program.train();
  // Stores kernel times, from which the times of other programs are predicted.
  if (backend.runsNodeByNode()) {
    KernelTimes kernelTimes(machineName(backend, bench.threads));
    const Disturbance others(train.threads());
    const std::vector<double> ms = program.nodeMs(std::min(steps, 5));
    note(kernelTimes, train, ms, others.spoils());
    kernelTimes.save(KernelTimes::defaultPath(backend));
  }

  BenchResult result;
  result.stepMs = times;
  std::sort(times.begin(), times.end());
  result.minMs = times.front();
  const std::size_t middle = times.size() / 2;
  result.medianMs = times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  result.steps = steps;
  result.threads = train.threads();
  result.peakBytes = program.program().predictedPeakBytes;
  result.residentBytes = program.program().measuredPeakBytes();
  result.flopsPerStep = switches.accumulation * forwardAndBackwardFlops(train.graph());
  result.processBytes = processMemory().peak - bare;
  if (bench.record) {
    Recorder recorder;
    const auto median = [&](Recorder* into) {
      std::vector<double> ms;
      // The first three steps are not counted, because they may include the setup or the end of the recording.
      for (int i = 0; i < steps + 3; ++i) {
        const double took = program.step(into);
        if (i >= 3) ms.push_back(took);
        recorder.clear();
      }
      std::nth_element(ms.begin(), ms.begin() + static_cast<std::ptrdiff_t>(ms.size() / 2), ms.end());
      return ms[ms.size() / 2];
    };
    recorder.enable(true);
    result.recordedMs = median(&recorder);
    recorder.enable(false);
    result.afterMs = median(nullptr);
  }
  result.machine.flops = peakOf(train, backend);
  if (bench.roofline) {
    result.machine.bandwidth = backend.measuredBandwidth(result.threads);
    const Machine& machine = result.machine;
    const std::vector<double> ms = program.nodeMs(std::min(steps, kMostNodeSteps));
    for (std::size_t n = 0; n < ms.size(); ++n) {
      if (train.graph().nodes()[n].phase != Phase::Recompute || ms[n] <= 0) continue;
      ++result.recomputed;
      result.recomputedMs += ms[n];
    }
    result.roofline = roofline(train.graph(), ms, machine);
    result.nodes = slowestNodes(train, ms, machine);
  }
  return result;
}

}  // namespace stepscope::cli
