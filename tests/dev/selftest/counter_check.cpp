#include "tests/dev/selftest/counter_check.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <vector>

#include "core/base/clock.h"
#include "profiler/trace/recorder.h"
#include "tests/dev/selftest/comparison.h"

namespace stepscope {
namespace {

// Samples stand for a millisecond each: a few of them before the first run and behind the last.
constexpr auto kAround = std::chrono::milliseconds(20);

}  // namespace

void checkDramCounter(const Backend& device, std::int64_t bytes, int runs, SelftestCheck& result) {
  Graph graph;
  const std::int64_t count = bytes / sizeOf(DType::F32);
  const ValueId x = graph.addPersistent(Role::Buffer, "x", DType::F32, {count}, {});
  graph.markOutput("y", graph.add("relu", {x}, {}, "layer"));
  const auto program = compiled(device, graph);
  {
    std::vector<float> numbers(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 1021) - 510;
    program->write("x", std::as_bytes(std::span(numbers)));
  }
  Recorder recorder;
  recorder.trainerTrack();
  recorder.enable(true);
  program->run(&recorder);  // sets the profiler up
  program->settleRecording(recorder);
  recorder.clear();
  std::this_thread::sleep_for(kAround);
  const std::int64_t begin = nowNs();
  for (int n = 0; n < runs; ++n) {
    recorder.setStep(n);
    program->run(&recorder);
  }
  const std::int64_t end = nowNs();
  std::this_thread::sleep_for(kAround);
  program->settleRecording(recorder);
  recorder.enable(false);
  const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "self-test");
  double percentMs = 0;
  std::int64_t samples = 0;
  for (const TraceCounter& counter : trace.counters) {
    if (trace.tracks[static_cast<std::size_t>(counter.track)].name != "DRAM throughput") continue;
    // A sample's time is its middle, and they follow each other without a gap.
    for (std::size_t i = 1; i < counter.time.size(); ++i, ++samples)
      percentMs += counter.value[i] * static_cast<double>(counter.time[i] - counter.time[i - 1]) * 1e-6;
  }
  if (samples == 0) {
    result.result = SelftestCheck::Result::Skipped;
    result.detail = "The recording has no samples of DRAM throughput: the device tells none, or they may not be read here.";
    return;
  }
  result.detail = fmt::format("{:.6g} % ms of DRAM throughput in {} samples, for {} bytes in {:.6g} ms.", percentMs, samples, 2 * bytes * runs,
                              static_cast<double>(end - begin) * 1e-6);
  // More than the peak all the time, or nothing at all, is wrong whatever the peak.
  result.error = percentMs / (static_cast<double>(end - begin) * 1e-6 + 2 * static_cast<double>(kAround.count())) / 100;
  result.bound = percentMs > 0 ? 1 : -1;
}

}  // namespace stepscope
