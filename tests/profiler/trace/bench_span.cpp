// Prints the cost of a span in nanoseconds of this thread's CPU time: recorder on, on with another thread draining the rings, off, none.
// Median of several rounds. --json prints one JSON object.
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "profiler/trace/recorder.h"

using namespace stepscope;

namespace {

double cpuNs() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

template <typename Body>
double medianNs(int rounds, int iterations, Body body) {
  std::vector<double> ns;
  for (int round = 0; round < rounds; ++round) {
    const double begin = cpuNs();
    for (int i = 0; i < iterations; ++i) body(i);
    ns.push_back((cpuNs() - begin) / iterations);
  }
  std::nth_element(ns.begin(), ns.begin() + rounds / 2, ns.end());
  return ns[static_cast<std::size_t>(rounds / 2)];
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = argc > 1 && std::strcmp(argv[1], "--json") == 0;
  constexpr int kRounds = 15, kSpans = 60000;  // fewer spans than a ring holds
  Recorder recorder;
  SpanRing& ring = recorder.track("bench", 0);
  const std::uint32_t name = recorder.intern("span");
  std::atomic<std::int64_t> sink{0};

  const double clock = medianNs(kRounds, kSpans, [&](int) { sink.store(nowNs(), std::memory_order_relaxed); });

  recorder.enable(true);
  std::vector<double> on;
  for (int round = 0; round < kRounds; ++round) {
    on.push_back(medianNs(1, kSpans, [&](int i) { Span span(&recorder, &ring, name, Category::Forward, i & 63); }));
    recorder.clear();
  }
  std::sort(on.begin(), on.end());
  const double enabled = on[kRounds / 2];

  std::atomic<bool> stop{false};
  std::thread drain([&] {
    while (!stop) {
      recorder.clear();
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  });
  const double drained = medianNs(kRounds, kSpans, [&](int i) { Span span(&recorder, &ring, name, Category::Forward, i & 63); });
  stop = true;
  drain.join();

  recorder.enable(false);
  const double loop = medianNs(kRounds, kSpans * 10, [&](int i) { sink.store(i, std::memory_order_relaxed); });
  const double off = medianNs(kRounds, kSpans * 10, [&](int i) {
    Span span(&recorder, &ring, name, Category::Forward, i);
    sink.store(i, std::memory_order_relaxed);
  });
  const double disabled = std::max(0.0, off - loop);

  if (json)
    std::printf("{\"clock_ns\":%.1f,\"span_enabled_ns\":%.1f,\"span_drained_ns\":%.1f,\"span_disabled_ns\":%.2f}\n", clock, enabled, drained,
                disabled);
  else
    std::printf(
        "one clock read              %6.1f ns\nspan, recording             %6.1f ns\nspan, recording and drained %6.1f ns\nspan, recorder "
        "off          %6.2f ns\n",
        clock, enabled, drained, disabled);
  return 0;
}
