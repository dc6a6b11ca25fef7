// Hardware counters sampled about once a millisecond (CUPTI PM sampling), and their conversion to the clock and the tracks of a
// recording.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>

namespace stepscope {
class Recorder;
}

namespace stepscope::cuda {

// The counters. Unit: percent of the maximum sustained rate of the hardware; for PCIe bytes/s, sent and received as seen from the device.
enum class Counter : std::int32_t { SmActive, TensorActive, DramThroughput, PcieSent, PcieReceived };
inline constexpr int kCounters = 5;

struct CounterSample {
  std::int64_t start = 0, end = 0;  // ns of the GPU's clock
  double values[kCounters] = {};    // below 0 or NaN: not available on this GPU
};

using CounterSink = void (*)(void* user, const CounterSample*);

// The name of a counter's track: "SM active", "tensor cores active", "DRAM throughput", "PCIe sent, sampled", "PCIe received, sampled".
const char* counterTrack(Counter counter);

// Converts times of the GPU's clock to ours. A sample is read some time after it ended, never before, so the smallest difference of all readings is
// the best one. The clocks drift, so only the last readings are used.
class CounterClock {
 public:
  void read(std::int64_t gpuEnd, std::int64_t hostNow);
  // Nullopt before the first reading.
  std::optional<std::int64_t> toHost(std::int64_t gpu) const;

 private:
  static constexpr std::size_t kReadings = 64;
  std::deque<std::int64_t> offsets_;  // host - GPU, ns: upper limits from the last readings
};

// Writes samples to the tracks of a recording, each at the middle of its interval. The first sample of a recording covers the time before it and is
// left out, as are samples out of order.
class CounterTracks {
 public:
  void put(const CounterSample& sample, const CounterClock& clock, Recorder& recorder);
  std::int64_t written() const { return written_; }
  std::int64_t leftOut() const { return leftOut_; }

 private:
  bool first_ = true;
  std::int64_t lastEnd_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t written_ = 0, leftOut_ = 0;
};

}  // namespace stepscope::cuda
