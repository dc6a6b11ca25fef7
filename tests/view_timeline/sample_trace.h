// Three steps of a small net with two loader workers and a queue: round numbers, so that tests can say where everything is.
#pragma once

#include <memory>

#include "tests/analysis/trace_builder.h"

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

}  // namespace stepscope
