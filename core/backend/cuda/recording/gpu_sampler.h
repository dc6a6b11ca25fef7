// Samples a GPU's counters ten times a second into tracks of a recorder, on a thread of its own.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "core/backend/backend.h"
#include "core/backend/cuda/recording/nvml.h"

namespace stepscope {
class Recorder;
}

namespace stepscope::cuda {

class GpuSampler final : public CounterSampler {
 public:
  // The recorder must outlive the sampler. Tracks: "GPU busy" (%), "GPU memory" (bytes), "GPU power" (W), "GPU clock" and "GPU
  // memory clock" (MHz), "GPU temperature" (°C), "PCIe sent" and "PCIe received" (bytes/s), "GPU slowdown, reasons" (how many lower the
  // clock; which, stands in the notes); those that the device does not tell are left out.
  GpuSampler(std::unique_ptr<Nvml> nvml, Recorder& recorder);
  ~GpuSampler() override;
  GpuSampler(const GpuSampler&) = delete;
  GpuSampler& operator=(const GpuSampler&) = delete;

  std::int64_t samples() const { return samples_; }

 private:
  void run();

  std::unique_ptr<Nvml> nvml_;
  Recorder& recorder_;
  std::atomic<std::int64_t> samples_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace stepscope::cuda
