#include "core/backend/cuda/cuda_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "core/backend/cuda/lowering.h"
#include "core/backend/cuda/plan_tuner.h"
#include "core/backend/cuda/program.h"
#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

class CudaBackend final : public Backend {
 public:
  CudaBackend(const DeviceApi& api, int number) : api_(api), number_(number) {}

  std::string_view name() const override { return "cuda"; }

  DeviceInfo device() const override {
    const DeviceProperties& p = opened()->properties();
    return {p.name, fmt::format("compute capability {}.{}", p.major, p.minor), p.multiprocessors, p.memoryBytes, p.libraries};
  }

  bool supports(const Graph& graph, const Node& node) const override { return supported(graph, node); }

  std::unique_ptr<Program> compile(const Graph& graph, const CompileOptions& options, const Program* stateFrom) const override {
    const auto* shared = dynamic_cast<const CudaProgram*>(stateFrom);
    require(!stateFrom || shared, "a state can only be shared between programs of the same backend");
    if (options.cancel && *options.cancel) throw Cancelled{};
    const auto device = opened();
    PlanTuner tuner(*device, options);
    const Library library{&api_, device->context(), options.deterministic, options.allowTf32, options.images, options.fusion, &tuner};
    Lowered lowered = lower(graph, library, shared ? &shared->stateLayouts() : nullptr);
    for (std::string& note : tuner.notes()) lowered.notes.push_back(std::move(note));
    return std::make_unique<CudaProgram>(device, std::move(lowered), shared);
  }

  std::int64_t availableBytes() const override {
    DeviceProperties now;
    const auto device = opened();
    device->check(api_.properties(device->context(), &now), "asking the GPU for its memory");
    return now.freeBytes;
  }

  // The libraries' best large f32 matrix product.
  double measuredPeakFlops(int) const override {
    const std::lock_guard lock(mutex_);
    if (flops_ == 0) flops_ = measureFlops(*opened());
    return flops_;
  }
  double measuredBandwidth(int) const override {
    const std::lock_guard lock(mutex_);
    if (bandwidth_ == 0) bandwidth_ = measureBandwidth(*opened());
    return bandwidth_;
  }

 private:
  // Opening takes memory and time on the device: only when it is used.
  std::shared_ptr<Device> opened() const {
    const std::lock_guard lock(deviceMutex_);
    if (!device_) device_ = std::make_shared<Device>(api_, number_);
    return device_;
  }

  // Best of several runs of `work` in seconds, timed by the device.
  template <class Work>
  double bestSeconds(Device& device, const Work& work) const {
    Event *begin = nullptr, *end = nullptr;
    device.check(api_.makeEvent(device.context(), &begin), "making an event");
    device.check(api_.makeEvent(device.context(), &end), "making an event");
    double best = 0;
    for (int run = 0; run < 8; ++run) {
      device.check(api_.record(device.context(), begin, Stream::Compute), "timing");
      work();
      device.check(api_.record(device.context(), end, Stream::Compute), "timing");
      device.check(api_.waitOnHost(device.context(), end), "timing");
      float ms = 0;
      device.check(api_.elapsedMs(device.context(), begin, end, &ms), "timing");
      if (ms > 0 && (best == 0 || ms * 1e-3 < best)) best = static_cast<double>(ms) * 1e-3;
    }
    api_.freeEvent(device.context(), begin);
    api_.freeEvent(device.context(), end);
    return best;
  }

  struct Block {
    Device& device;
    void* at = nullptr;
    Block(Device& d, std::int64_t bytes) : device(d) {
      device.check(device.api().allocate(device.context(), bytes, &at), "taking memory for a measurement");
    }
    ~Block() { device.api().release(device.context(), at); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
  };

  double measureFlops(Device& device) const {
    constexpr std::int64_t kSize = 4096;
    MatmulRequest request;
    request.m = request.n = request.k = kSize;
    request.workspaceLimit = std::int64_t{32} << 20;
    LibraryPlan* plan = nullptr;
    std::int64_t workspaceBytes = 0;
    device.check(api_.makeMatmul(device.context(), &request, &plan, &workspaceBytes), "measuring the GPU");
    const std::shared_ptr<LibraryPlan> owner(plan, api_.freePlan);
    const Block a(device, kSize * kSize * 4), b(device, kSize * kSize * 4), d(device, kSize * kSize * 4), workspace(device, workspaceBytes);
    void* const operands[kMaxOperands] = {a.at, b.at, d.at};
    const double seconds =
        bestSeconds(device, [&] { device.check(api_.runPlan(device.context(), plan, operands, workspace.at), "measuring the GPU"); });
    return seconds > 0 ? 2.0 * kSize * kSize * kSize / seconds : 0;
  }

  double measureBandwidth(Device& device) const {
    constexpr std::int64_t kBytes = std::int64_t{512} << 20;
    const Block from(device, kBytes), to(device, kBytes);
    const double seconds = bestSeconds(device, [&] {
      device.check(api_.copy(device.context(), to.at, from.at, kBytes, CopyKind::DeviceToDevice, Stream::Compute), "measuring the GPU");
    });
    return seconds > 0 ? 2.0 * static_cast<double>(kBytes) / seconds : 0;
  }

  const DeviceApi& api_;
  int number_;
  mutable std::mutex mutex_, deviceMutex_;
  mutable std::shared_ptr<Device> device_;
  mutable double flops_ = 0, bandwidth_ = 0;
};

}  // namespace

std::unique_ptr<Backend> makeBackend(const DeviceApi& api, int number) {
  return std::make_unique<CudaBackend>(api, number);
}

}  // namespace stepscope::cuda
