#include "core/backend/cuda/base/counter_samples.h"

#include <algorithm>

#include "profiler/trace/recorder.h"

namespace stepscope::cuda {
namespace {

constexpr int kSortOrder = 35;  // in a trace: after the streams, before the counters of NVML

}  // namespace

const char* counterTrack(Counter counter) {
  switch (counter) {
    case Counter::SmActive: return "SM active";
    case Counter::TensorActive: return "tensor cores active";
    case Counter::DramThroughput: return "DRAM throughput";
    case Counter::PcieSent: return "PCIe sent, sampled";
    case Counter::PcieReceived: return "PCIe received, sampled";
  }
  return "";
}

void CounterClock::read(std::int64_t gpuEnd, std::int64_t hostNow) {
  offsets_.push_back(hostNow - gpuEnd);
  if (offsets_.size() > kReadings) offsets_.pop_front();
}

std::optional<std::int64_t> CounterClock::toHost(std::int64_t gpu) const {
  if (offsets_.empty()) return std::nullopt;
  return gpu + *std::min_element(offsets_.begin(), offsets_.end());
}

void CounterTracks::put(const CounterSample& sample, const CounterClock& clock, Recorder& recorder) {
  const auto middle = clock.toHost(sample.start + (sample.end - sample.start) / 2);
  const bool usable = middle && !first_ && sample.end > sample.start && sample.start >= lastEnd_;
  first_ = false;
  if (!usable) {
    ++leftOut_;
    return;
  }
  lastEnd_ = sample.end;
  ++written_;
  for (int c = 0; c < kCounters; ++c)
    if (sample.values[c] >= 0) recorder.track(counterTrack(static_cast<Counter>(c)), kSortOrder, true).sample(*middle, sample.values[c]);
}

}  // namespace stepscope::cuda
