#include "core/backend/cuda/cuda_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/base/driver.h"
#include "core/backend/cuda/plan/lowering.h"
#include "core/backend/cuda/plan/program.h"
#include "core/backend/cuda/recording/gpu_sampler.h"
#include "core/backend/cuda/recording/nvml.h"
#include "core/backend/cuda/tuning/plan_tuner.h"
#include "core/base/clock.h"
#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

class CudaBackend final : public Backend {
 public:
  CudaBackend(const DeviceApi& api, int number) : api_(api), number_(number) {}

  std::string_view name() const override { return "cuda"; }
  DeviceKind kind() const override { return DeviceKind::Gpu; }
  AmpClass ampClassOf(const OpDef& op) const override { return op.ampCuda; }
  bool runsNodeByNode() const override { return false; }
  bool usesProcessMemory() const override { return false; }

  // Every input is there twice, so that the next batch can be copied while this one is computed.
  std::int64_t stagingBytes(const Graph& graph) const override {
    std::int64_t bytes = 0;
    for (const Value& value : graph.values())
      if (value.role == Role::Input) bytes += 2 * value.bytes;
    return bytes;
  }

  std::unique_ptr<CounterSampler> sampleCounters(Recorder& recorder) const override {
    const std::vector<DriverDevice> devices = findDriver().devices;
    const std::string bus = number_ < static_cast<int>(devices.size()) ? devices[static_cast<std::size_t>(number_)].pciBusId : "";
    auto nvml = Nvml::open(number_, nullptr, "libnvidia-ml.so.1", bus);
    return nvml ? std::make_unique<GpuSampler>(std::move(nvml), recorder) : nullptr;
  }

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
    const Library library{&api_,  device->context(), options.deterministic, options.allowTf32, options.images, options.fusion,
                          &tuner, !options.autotune};
    Lowered lowered = lower(graph, library, shared ? &shared->stateLayouts() : nullptr);
    for (std::string& note : tuner.notes()) lowered.notes.push_back(std::move(note));
    lowered.leftOut = tuner.leftOut();
    return std::make_unique<CudaProgram>(device, std::move(lowered), shared);
  }

  std::shared_ptr<std::byte> transferMemory(std::int64_t bytes) const override { return Device::transferMemory(opened(), bytes); }

  std::int64_t availableBytes() const override {
    DeviceProperties now;
    const auto device = opened();
    device->check(api_.properties(device->context(), &now), "asking the GPU for its memory");
    return now.freeBytes;
  }

  // From the rates of an H200: 750 TFLOP/s on tensor cores, 60 without them, and 4.3 TB/s.
  double operationsPerByte(DType type) const override { return type == DType::F32 ? 14 : 170; }

  // Measured with the libraries' best large matrix product.
  double measuredPeakFlops(int threads) const override { return measuredPeakOf(DType::F32, threads); }
  double measuredPeakOf(DType type, int) const override {
    if (type != DType::F32 && type != DType::BF16 && type != DType::F16) return 0;
    const std::lock_guard lock(mutex_);
    const auto [it, fresh] = flops_.emplace(type, 0.0);
    if (fresh) it->second = measureFlops(*opened(), elementTypeOf(type));
    return it->second;
  }
  double measuredBandwidth(int) const override {
    const std::lock_guard lock(mutex_);
    if (bandwidth_ == 0) bandwidth_ = measureBandwidth(*opened());
    return bandwidth_;
  }

 private:
  // The device, opened when it is first used, since that takes time and memory of the device.
  std::shared_ptr<Device> opened() const {
    const std::lock_guard lock(deviceMutex_);
    if (!device_) device_ = std::make_shared<Device>(api_, number_);
    return device_;
  }

  // The shortest of several runs of `work`, seconds, timed by the device; `hostSeconds` receives the additional time of a run on the host.
  template <class Work>
  double bestSeconds(Device& device, const Work& work, double* hostSeconds = nullptr) const {
    constexpr int kRuns = 8;
    std::int64_t warm = 0;
    Event *begin = nullptr, *end = nullptr;
    device.check(api_.makeEvent(device.context(), &begin), "making an event");
    device.check(api_.makeEvent(device.context(), &end), "making an event");
    double best = 0;
    for (int run = 0; run < kRuns; ++run) {
      if (run == 1) warm = nowNs();
      device.check(api_.record(device.context(), begin, Stream::Compute), "timing");
      work();
      device.check(api_.record(device.context(), end, Stream::Compute), "timing");
      device.check(api_.waitOnHost(device.context(), end), "timing");
      float ms = 0;
      device.check(api_.elapsedMs(device.context(), begin, end, &ms), "timing");
      if (ms > 0 && (best == 0 || ms * 1e-3 < best)) best = static_cast<double>(ms) * 1e-3;
    }
    if (hostSeconds) *hostSeconds = static_cast<double>(nowNs() - warm) * 1e-9 / (kRuns - 1);
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

  // Fills the memory with numbers in [-1, 1), one block repeated. With zeros a matrix product uses less power and runs faster than in any training:
  // 894 TFLOP/s instead of 788 on an H100.
  void fillRandomly(Device& device, void* at, std::int64_t bytes, ElementType type) const {
    const std::int64_t size = type == ElementType::F32 ? 4 : 2, block = std::min<std::int64_t>(bytes / size, 262139);
    std::vector<std::byte> numbers(static_cast<std::size_t>(block * size));
    const Out out{numbers.data(), static_cast<Type>(type)};
    std::uint32_t state = 0x9e3779b9u;
    for (std::int64_t i = 0; i < block; ++i) {
      state = state * 1664525u + 1013904223u;
      out.set(i, static_cast<float>(state >> 8) * 0x1p-23F - 1);
    }
    auto* const to = static_cast<std::byte*>(at);
    const auto copy = [&](std::byte* into, const void* from, std::int64_t some, CopyKind kind) {
      device.check(api_.copy(device.context(), into, from, some, kind, Stream::Compute), "measuring the GPU");
    };
    copy(to, numbers.data(), block * size, CopyKind::HostToDevice);
    for (std::int64_t done = block * size; done < bytes; done *= 2) copy(to + done, to, std::min(done, bytes - done), CopyKind::DeviceToDevice);
    device.check(api_.synchronize(device.context()), "measuring the GPU");
  }

  // The shortest run that is accepted, seconds: a shorter one would measure launching, not computing.
  static constexpr double kLongEnough = 200e-6;
  // The longest time for a measurement, seconds. A product of twice the size takes eight times as long.
  static constexpr double kPatience = 0.1;

  // Measures with the largest size that this time allows, since the peak is reached by large products. FLOP/s; 0 if the library has no kernel.
  double measureFlops(Device& device, ElementType type) const {
    double best = 0;
    for (std::int64_t size = 256; size <= 8192; size *= 2) {
      MatmulRequest request;
      request.m = request.n = request.k = size;
      request.typeA = request.typeB = request.typeD = type;
      request.workspaceLimit = std::int64_t{32} << 20;
      LibraryPlan* plan = nullptr;
      std::int64_t workspaceBytes = 0;
      const std::int32_t status = api_.makeMatmul(device.context(), &request, &plan, &workspaceBytes);
      if (status == kUnsupported) return 0;
      device.check(status, "measuring the GPU");
      const std::shared_ptr<LibraryPlan> owner(plan, api_.freePlan);
      const std::int64_t bytes = size * size * (type == ElementType::F32 ? 4 : 2);
      const Block a(device, bytes), b(device, bytes), d(device, bytes), workspace(device, workspaceBytes);
      fillRandomly(device, a.at, bytes, type);
      fillRandomly(device, b.at, bytes, type);
      void* const operands[kMaxOperands] = {a.at, b.at, d.at};
      double hostSeconds = 0;
      const double seconds = bestSeconds(
          device, [&] { device.check(api_.runPlan(device.context(), plan, operands, workspace.at), "measuring the GPU"); }, &hostSeconds);
      if (seconds <= 0) return best;
      const auto n = static_cast<double>(size);
      best = std::max(best, 2 * n * n * n / seconds);
      if (8 * hostSeconds > kPatience) break;
    }
    return best;
  }

  double measureBandwidth(Device& device) const {
    double best = 0;
    for (std::int64_t bytes = std::int64_t{64} << 20; bytes <= std::int64_t{1} << 30; bytes *= 2) {
      const Block from(device, bytes), to(device, bytes);
      const double seconds = bestSeconds(device, [&] {
        device.check(api_.copy(device.context(), to.at, from.at, bytes, CopyKind::DeviceToDevice, Stream::Compute), "measuring the GPU");
      });
      if (seconds <= 0) return best;
      best = 2.0 * static_cast<double>(bytes) / seconds;  // the rate of the largest block counts: smaller ones are in the cache
      if (seconds >= kLongEnough) break;
    }
    return best;
  }

  const DeviceApi& api_;
  int number_;
  mutable std::mutex mutex_, deviceMutex_;
  mutable std::shared_ptr<Device> device_;
  mutable std::map<DType, double> flops_;
  mutable double bandwidth_ = 0;
};

}  // namespace

std::unique_ptr<Backend> makeBackend(const DeviceApi& api, int number) {
  return std::make_unique<CudaBackend>(api, number);
}

}  // namespace stepscope::cuda
