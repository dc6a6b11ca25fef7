// Prints how long each analysis takes on a trace of a million events: as PyTorch records a training on a GPU, and as we record one on the
// CPU. No test, since a test asserts no time.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>

#include "core/base/clock.h"
#include "profiler/analysis/diff/trace_diff.h"
#include "profiler/analysis/gpu_idle.h"
#include "profiler/analysis/kernel_table.h"
#include "profiler/analysis/ops/flame_graph.h"
#include "profiler/analysis/path/critical_path.h"
#include "profiler/analysis/step_breakdown.h"

using namespace stepscope;

namespace {

void add(TraceLane& lane, std::int64_t start, std::int64_t duration, std::uint32_t name, SpanKind kind, Category category, std::int32_t step,
         std::int32_t node = -1) {
  lane.start.push_back(start);
  lane.duration.push_back(duration);
  lane.name.push_back(name);
  lane.category.push_back(static_cast<std::uint8_t>(category));
  lane.node.push_back(node);
  lane.step.push_back(step);
  lane.kind.push_back(static_cast<std::uint8_t>(kind));
}

// Units of an op that holds an op that launches a kernel: four events each, 2500 units a step.
Trace onAGpu(int events, int slower) {
  Trace trace;
  trace.processes.push_back({"python", "1", "", 0});
  for (const char* name : {"main", "stream 7", "stream 20"}) trace.tracks.push_back({name, 0, false, TrackKind::Thread, 0, -1, 1});
  for (const std::size_t stream : {1, 2}) {
    trace.tracks[stream].kind = TrackKind::Stream;
    trace.tracks[stream].device = 0;
  }
  std::vector<std::uint32_t> ops, kernels;
  for (int i = 0; i < 40; ++i) {
    ops.push_back(trace.names.intern("aten::op" + std::to_string(i)));
    kernels.push_back(trace.names.intern("kernel_" + std::to_string(i) + (i % 3 == 0 ? "_s16816gemm" : "")));
  }
  const std::uint32_t step = trace.names.intern("ProfilerStep"), loader = trace.names.intern("enumerate(DataLoader)"),
                      call = trace.names.intern("cudaLaunchKernel"), inner = trace.names.intern("aten::inner"),
                      nccl = trace.names.intern("ncclDevKernel_AllReduce");
  trace.lanes.resize(6);
  for (std::int32_t l = 0; l < 6; ++l) {
    trace.lanes[static_cast<std::size_t>(l)].track = std::max(0, l - 3);
    trace.lanes[static_cast<std::size_t>(l)].depth = l <= 3 ? l : 0;
  }
  std::int64_t host = 0, gpu = 5'000;
  const int units = events / 4;
  for (int unit = 0, number = -1; unit < units; ++unit) {
    if (unit % 2500 == 0) {
      if (number >= 0) trace.lanes[0].duration.back() = host - trace.lanes[0].start.back();
      add(trace.lanes[0], host, 0, step, SpanKind::Annotation, Category::Step, ++number);
      add(trace.lanes[1], host, 2'000'000, loader, SpanKind::CpuOp, Category::Data, number);
      host += 2'000'000;
    }
    const auto name = static_cast<std::size_t>(unit % 40);
    add(trace.lanes[1], host, 20'000, ops[name], SpanKind::CpuOp, Category::Forward, number);
    add(trace.lanes[2], host + 2'000, 15'000, inner, SpanKind::CpuOp, Category::Forward, number);
    add(trace.lanes[3], host + 5'000, 5'000, call, SpanKind::Runtime, Category::Other, number);
    const bool collective = unit % 100 == 99;
    gpu = std::max(gpu, host + 12'000);
    TraceLane& lane = trace.lanes[collective ? 5 : 4];
    const std::int64_t duration = 8'000 + 500 * (unit % 37) + (name == 3 ? slower : 0);
    add(lane, gpu, duration, collective ? nccl : kernels[name], SpanKind::Kernel, Category::Forward, number);
    trace.flows.from.push_back({3, static_cast<std::uint32_t>(trace.lanes[3].size() - 1)});
    trace.flows.to.push_back({collective ? 5 : 4, static_cast<std::uint32_t>(lane.size() - 1)});
    trace.flows.kind.push_back(static_cast<std::uint8_t>(FlowKind::Launch));
    gpu += duration + 1'000;
    host += 22'000;
  }
  trace.lanes[0].duration.back() = host - trace.lanes[0].start.back();
  trace.end = std::max(host, gpu);
  sortFlows(trace.flows);
  return trace;
}

// 1000 nodes a step on the trainer's thread.
Trace onTheCpu(int events, int slower) {
  Trace trace;
  trace.tracks.push_back({"Trainer", 0, false, TrackKind::Thread, -1, -1, -1});
  for (int i = 0; i < 1000; ++i) {
    TraceNode node;
    node.op = node.title = "op" + std::to_string(i % 30);
    node.layer = "layer" + std::to_string(i / 10);
    node.phase = i < 400 ? "forward" : "backward";
    node.category = i < 400 ? Category::Forward : Category::Backward;
    node.flops = 1'000'000;
    if (i > 0) node.inputs.push_back(i - 1);
    trace.nodes.push_back(std::move(node));
  }
  const std::uint32_t step = trace.names.intern("step"), wait = trace.names.intern("data wait"), name = trace.names.intern("op");
  trace.lanes.resize(2);
  trace.lanes[1].depth = 1;
  std::int64_t now = 0;
  for (int number = 0; number < events / 1002; ++number) {
    const std::int64_t begin = now;
    add(trace.lanes[1], now, 500'000, wait, SpanKind::Annotation, Category::Data, number);
    now += 500'000;
    for (int i = 0; i < 1000; ++i) {
      const std::int64_t duration = 10'000 + 100 * ((i * 7 + number) % 50) + (i % 30 == 3 ? slower : 0);
      add(trace.lanes[1], now, duration, name, SpanKind::CpuOp, trace.nodes[static_cast<std::size_t>(i)].category, number, i);
      now += duration + 200;
    }
    add(trace.lanes[0], begin, now - begin, step, SpanKind::Annotation, Category::Step, number);
  }
  trace.end = now;
  return trace;
}

double cpuMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void time(const char* what, const std::function<double()>& work) {
  double wall = 1e300, cpu = 1e300, figure = 0;
  for (int i = 0; i < 5; ++i) {
    const std::int64_t begin = nowNs();
    const double cpuBegin = cpuMs();
    figure = work();
    cpu = std::min(cpu, cpuMs() - cpuBegin);
    wall = std::min(wall, static_cast<double>(nowNs() - begin) * 1e-6);
  }
  fmt::print("  {:<34} {:>7.1f} ms wall {:>7.1f} ms of processor   ({:.4g})\n", what, wall, cpu, figure);
}

void bench(const char* title, const Trace& a, const Trace& b) {
  fmt::print("{}: {} spans, {} arrows; best of 5\n", title, a.spanCount(), a.flows.size());
  time("exclusive breakdown", [&] { return 100 * exclusiveBreakdown(a).share(TimeClass::DataLoader).value_or(-1); });
  time("breakdown by phase and op", [&] { return breakDown(a).medianStepMs; });
  time("op table", [&] { return static_cast<double>(opTable(a, OpGrouping::Op).rows.size()); });
  time("kernel table (of the GPU tab)", [&] { return static_cast<double>(kernelTable(a).size()); });
  time("layer table", [&] { return static_cast<double>(opTable(a, OpGrouping::Layer).rows.size()); });
  time("GPU idle by reason", [&] { return static_cast<double>(gpuIdle(a).gaps); });
  time("critical path", [&] { return criticalPath(a).stepNs * 1e-6; });
  const StepReplay replay(a);
  time("one what-if more", [&] { return replay.stepNs(withoutClass(TimeClass::DataLoader)) * 1e-6; });
  time("diff of two such traces", [&] { return *diffTraces(a, b).stepNs[1] * 1e-6; });
  time("flame graph of the host", [&] { return static_cast<double>(hostFlames(a, {a.begin, a.end}).size()); });
  time("flame graph of the GPU", [&] { return static_cast<double>(deviceFlames(a, {a.begin, a.end}).size()); });
}

}  // namespace

int main() {
  bench("PyTorch on a GPU", onAGpu(1'000'000, 0), onAGpu(1'000'000, 4'000));
  bench("our own on the CPU", onTheCpu(1'000'000, 0), onTheCpu(1'000'000, 4'000));
}
