// Three steps of a small net with two loader workers and a queue: round numbers, so that tests can say where everything is.
#pragma once

#include <memory>

#include "tests/profiler/analysis/trace_builder.h"

namespace stepscope {

inline constexpr std::int64_t kTraceBegin = 7'000'000'000'000;  // as of a machine that has run for two hours
inline constexpr std::int64_t kMs = 1'000'000;

// A step lasts 100, 102 and 110 ms and begins 120 ms after the one before. In it: data wait 0-2, conv1 5-25, bn1 25-30, reorder 30-32,
// conv2 32-50, conv2 backward weights 50-75, conv1 backward weights 75-90, sgd 90-95.
inline std::shared_ptr<const Trace> sampleTrace() {
  TraceBuilder b;
  b.node("conv2d", "layer1.0.conv1", Category::Forward, 1'000'000'000, 4'000'000)
      .node("batch norm", "layer1.0.bn1", Category::Forward)
      .node("reorder", "layer2.0.conv2", Category::Copy)
      .node("conv2d", "layer2.0.conv2", Category::Forward)
      .node("conv2d backward weights", "layer2.0.conv2", Category::Backward)
      .node("conv2d backward weights", "layer1.0.conv1", Category::Backward)
      .node("sgd", "layer1.0.conv1", Category::Optimizer);
  const int lengths[] = {100, 102, 110};
  for (int s = 0; s < 3; ++s) {
    const std::int64_t t = kTraceBegin + s * 120 * kMs;
    const int step = 418 + s;
    const auto op = [&](const char* name, std::int64_t from, std::int64_t to, int node, Category category = Category::Forward) {
      b.span("Trainer", name, category, t + from * kMs, (to - from) * kMs, node, step);
    };
    op("data wait", 0, 2, -1, Category::Data);
    op("conv2d", 5, 25, 0);
    op("batch_norm", 25, 30, 1);
    op("reorder", 30, 32, 2);
    op("conv2d", 32, 50, 3);
    op("conv2d_grad_weight", 50, 75, 4);
    op("conv2d_grad_weight", 75, 90, 5);
    op("sgd", 90, 95, 6);
    b.span("Trainer", "step", Category::Step, t, lengths[s] * kMs, -1, step);
    b.span("Loader worker 1", "load batch", Category::Data, t + 10 * kMs, 60 * kMs, -1, step);
    b.sample("loader queue", t + 70 * kMs, s + 1);
  }
  Trace trace = b.build();
  trace.nodes[0].shapes = "64x3x32x32, 16x3x3x3 -> 64x16x32x32";
  trace.nodes[0].kernel = "winograd";
  trace.nodes[0].candidateMs = {{"direct", 30}, {"winograd", 20}};
  return std::make_shared<const Trace>(std::move(trace));
}

// As a profiler of another program would leave it: a process with a thread and two loader workers, and a GPU with one stream on which two
// kernels overlap. aten::conv2d (10-60) calls cudaLaunchKernel (20-24 and 30-33), which launch the kernels (40-90 and 70-120); µs.
inline std::shared_ptr<const Trace> importedTrace() {
  constexpr std::int64_t kUs = 1000;
  auto trace = std::make_shared<Trace>();
  trace->begin = kTraceBegin;
  trace->end = kTraceBegin + 200 * kUs;
  trace->source = "/somewhere/resnet50.pt.trace.json";
  trace->events = 14;
  trace->dropped = 3;
  trace->notes = {{"the duration is negative", 2, true}, {"the name is missing", 1, true}, {"the end lies before the begin", 4, false}};
  trace->processes = {{.name = "python", .id = "4711", .labels = ""}, {.name = "python", .id = "0", .labels = "GPU 0", .sortOrder = 5}};
  trace->tracks = {{.name = "", .process = 0, .id = 4711},
                   {.name = "Loader worker 1", .sortOrder = 1, .process = 0, .role = TrackRole::LoaderWorker},
                   {.name = "Loader worker 2", .sortOrder = 2, .process = 0, .role = TrackRole::LoaderWorker},
                   {.name = "stream 7", .kind = TrackKind::Stream, .process = 1, .device = 0, .id = 7},
                   {.name = "GPU memory bytes", .sortOrder = 3, .counter = true, .process = 1}};
  const auto lane = [&](std::int32_t track, std::int32_t depth) {
    TraceLane& made = trace->lanes.emplace_back();
    made.track = track;
    made.depth = depth;
  };
  const auto span = [&](const char* name, SpanKind kind, std::int64_t from, std::int64_t to, Category category = Category::Other,
                        std::int32_t step = -1) {
    TraceLane& to_ = trace->lanes.back();
    to_.start.push_back(kTraceBegin + from * kUs);
    to_.duration.push_back((to - from) * kUs);
    to_.name.push_back(trace->names.intern(name));
    to_.category.push_back(static_cast<std::uint8_t>(category));
    to_.node.push_back(-1);
    to_.step.push_back(step);
    to_.kind.push_back(static_cast<std::uint8_t>(kind));
  };
  lane(0, 0);
  span("ProfilerStep#5", SpanKind::Annotation, 0, 95, Category::Step, 5);
  span("ProfilerStep#6", SpanKind::Annotation, 95, 200, Category::Step, 6);
  lane(0, 1);
  span("aten::conv2d", SpanKind::CpuOp, 10, 60, Category::Other, 5);
  lane(0, 2);
  span("cudaLaunchKernel", SpanKind::Runtime, 20, 24, Category::Other, 5);
  span("cudaLaunchKernel", SpanKind::Runtime, 30, 33, Category::Other, 5);
  lane(1, 0);
  span("load", SpanKind::Other, 0, 50, Category::Data);
  lane(2, 0);
  span("load", SpanKind::Other, 20, 80, Category::Data);
  lane(3, 0);
  span("implicit_gemm", SpanKind::Kernel, 40, 90, Category::Other, 5);
  lane(3, 1);
  span("implicit_gemm", SpanKind::Kernel, 70, 120, Category::Other, 5);
  trace->counters.push_back({4, {kTraceBegin, kTraceBegin + 50 * kUs}, {1048576.0, 3 * 1048576.0}});
  trace->flows.from = {{2, 0}, {2, 1}};
  trace->flows.to = {{5, 0}, {6, 0}};
  trace->flows.kind = {static_cast<std::uint8_t>(FlowKind::Launch), static_cast<std::uint8_t>(FlowKind::Launch)};
  sortFlows(trace->flows);
  return trace;
}

}  // namespace stepscope
