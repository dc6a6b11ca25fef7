#include "tests/dev/selftest/recording_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/base/clock.h"
#include "core/graph/op.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/trace/recorder.h"
#include "tests/dev/selftest/comparison.h"

namespace stepscope {
namespace {

// A node of nothing starts nothing.
bool launches(const Program& program, std::size_t n) {
  const Graph& graph = program.graph();
  const Node& node = graph.nodes()[n];
  return std::any_of(node.outputs.begin(), node.outputs.end(), [&](ValueId v) { return numel(graph.value(v).shape) > 0; }) || node.op->repeat > 0;
}

}  // namespace

void checkRecording(const Backend& device, const TrainingStep& step, SelftestCheck& result) {
  const Graph graph = graphOf(step);
  const auto program = compiled(device, graph, step.images);
  give(*program, graph, reference::initialState(graph, 11));
  Recorder recorder;
  SpanRing& trainer = recorder.trainerTrack();
  recorder.enable(true);
  constexpr int kSteps = 3;
  std::vector<TimeRange> ran;
  for (int n = 0; n < kSteps + 1; ++n) {
    give(*program, graph, batchOf(graph, step, n));
    program->settleRecording(recorder);
    if (n == 1) recorder.clear();  // the first step sets libraries up
    recorder.setStep(n);
    const std::int64_t begin = nowNs();
    program->run(&recorder);
    program->scalar("loss");
    ran.push_back({begin, nowNs()});
    trainer.write({begin, nowNs() - begin, recorder.intern("train step"), -1, n, Category::Step});
  }
  program->settleRecording(recorder);
  recorder.enable(false);
  const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "self-test");
  std::map<int, std::int64_t> kernels, kernelNs;
  std::set<std::int32_t> nodes;
  std::int64_t astray = 0, outside = 0;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (lane.kindOf(i) != SpanKind::Kernel) continue;
      ++kernels[lane.step[i]];
      kernelNs[lane.step[i]] += lane.duration[i];
      astray += lane.node[i] < 0;
      if (lane.node[i] >= 0) nodes.insert(lane.node[i]);
      // The clocks of host and GPU differ by some microseconds (8.1 to 8.9 on an H200, tile-ai/TileOPs PR#1838).
      constexpr std::int64_t kSkewNs = 50'000;
      const auto n = static_cast<std::size_t>(lane.step[i]);
      outside += n >= ran.size() || lane.start[i] < ran[n].begin - kSkewNs || lane.start[i] + lane.duration[i] > ran[n].end + kSkewNs;
    }
  if (kernels.empty()) {
    result.result = SelftestCheck::Result::Skipped;
    result.detail = "The recording has no kernels: the device has none, or their profiler (CUPTI) may not be used here.";
    return;
  }
  std::int64_t missing = 0, uneven = 0;
  for (std::size_t n = 0; n < program->kernels().size(); ++n)
    missing += program->kernels()[n].kernel != "view" && launches(*program, n) && !nodes.contains(static_cast<std::int32_t>(n));
  for (int n = 1; n <= kSteps; ++n) {
    uneven += kernels[n] != kernels[1];
    outside += kernelNs[n] > ran[static_cast<std::size_t>(n)].end - ran[static_cast<std::size_t>(n)].begin;
  }
  result.error = static_cast<double>(astray + missing + uneven + outside + trace.dropped);
  result.bound = 0;
  result.detail = fmt::format(
      "{} kernels a step; {} without a layer, {} nodes without a kernel, {} steps with another number of kernels, {} outside their step, "
      "{} records lost",
      kernels[1], astray, missing, uneven, outside, trace.dropped);
}

}  // namespace stepscope
