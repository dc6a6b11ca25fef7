// Samples a GPU's counters ten times a second on its own thread, for tracks of a recorder and for the series of a run.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/backend/backend.h"
#include "core/backend/cuda/recording/nvml.h"
#include "core/backend/device_sample.h"

namespace stepscope {
class Recorder;
}

namespace stepscope::cuda {

// Means of the counters since the last take(); for memory the maximum.
class GpuMeans {
 public:
  void add(const GpuCounters& counters);
  std::optional<DeviceSample> take();

 private:
  struct Mean {
    double sum = 0;
    int count = 0;
    void add(double value);  // ignores values below 0, which are not available
    double value() const { return count > 0 ? sum / count : DeviceSample::kUnknown; }
  };
  int read_ = 0;
  Mean busy_, watts_, celsius_, megahertz_;
  double memory_ = DeviceSample::kUnknown;
};

class GpuSampler final : public CounterSampler, public DeviceMeter {
 public:
  // The recorder must outlive the sampler. Tracks: "GPU busy" (%), "GPU memory" (bytes), "GPU power" (W), "GPU clock" and "GPU memory clock" (MHz),
  // "GPU temperature" (°C), "PCIe sent" and "PCIe received" (bytes/s), "GPU slowdown, reasons" (number of reasons for a lower clock; the notes list
  // them); unavailable ones are left out.
  GpuSampler(std::unique_ptr<Nvml> nvml, Recorder& recorder);
  ~GpuSampler() override;
  GpuSampler(const GpuSampler&) = delete;
  GpuSampler& operator=(const GpuSampler&) = delete;

  std::int64_t samples() const { return samples_; }
  std::optional<DeviceSample> takeSample() override;

 private:
  void run();

  std::unique_ptr<Nvml> nvml_;
  Recorder& recorder_;
  std::mutex meansMutex_;
  GpuMeans means_;
  std::atomic<std::int64_t> samples_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace stepscope::cuda
