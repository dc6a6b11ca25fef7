#include "core/backend/cuda/recording/gpu_sampler.h"

#include <chrono>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/trace/recorder.h"

namespace stepscope::cuda {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(100);
constexpr int kSortOrder = 40;  // in a trace: after the streams and the loader

}  // namespace

void GpuMeans::Mean::add(double value) {
  if (value < 0) return;
  sum += value;
  ++count;
}

void GpuMeans::add(const GpuCounters& counters) {
  ++read_;
  busy_.add(counters.busy);
  watts_.add(counters.watts);
  celsius_.add(counters.celsius);
  megahertz_.add(counters.smMegahertz);
  if (counters.memoryUsed >= 0) memory_ = std::fmax(memory_, static_cast<double>(counters.memoryUsed));  // fmax ignores NaN
}

std::optional<DeviceSample> GpuMeans::take() {
  const GpuMeans since = std::exchange(*this, {});
  if (since.read_ == 0) return std::nullopt;
  return DeviceSample{since.busy_.value(), since.memory_, since.watts_.value(), since.celsius_.value(), since.megahertz_.value()};
}

GpuSampler::GpuSampler(std::unique_ptr<Nvml> nvml, Recorder& recorder) : nvml_(std::move(nvml)), recorder_(recorder), thread_([this] { run(); }) {}

GpuSampler::~GpuSampler() {
  stop_ = true;
  thread_.join();
}

std::optional<DeviceSample> GpuSampler::takeSample() {
  const std::lock_guard lock(meansMutex_);
  return means_.take();
}

void GpuSampler::run() {
  const auto put = [&](const char* track, double value, double scale = 1.0) {
    if (value >= 0) recorder_.track(track, kSortOrder, true).sample(nowNs(), value * scale);
  };
  std::set<std::string> told;
  auto next = std::chrono::steady_clock::now();
  while (!stop_) {
    const GpuCounters c = nvml_->read();
    {
      const std::lock_guard lock(meansMutex_);
      means_.add(c);
    }
    put("GPU busy", c.busy, 100.0);
    put("GPU memory", static_cast<double>(c.memoryUsed));
    put("GPU power", c.watts);
    put("GPU clock", c.smMegahertz);
    put("GPU memory clock", c.memoryMegahertz);
    if (c.tellsSlowdown) {
      const std::vector<std::string> reasons = slowdownReasons(c.slowdown);
      put("GPU slowdown, reasons", static_cast<double>(reasons.size()));
      // Each reason is added to the notes of a recording once.
      const bool recording = recorder_.enabled();
      if (!recording) told.clear();
      for (const std::string& reason : reasons)
        if (recording && told.insert(reason).second) recorder_.note("the GPU's clock was lowered meanwhile: " + reason, 1, false);
    }
    put("GPU temperature", c.celsius);
    put("PCIe sent", c.pcieSentBytesPerSecond);
    put("PCIe received", c.pcieReceivedBytesPerSecond);
    ++samples_;
    next += kPeriod;
    // Short sleeps, so that the thread ends soon when asked.
    while (!stop_ && std::chrono::steady_clock::now() < next) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace stepscope::cuda
