#include "core/backend/cuda/recording/gpu_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string_view>

#include "core/backend/cuda/recording/occupancy.h"
#include "core/backend/node_category.h"
#include "core/base/clock.h"
#include "profiler/trace/recorder.h"

namespace stepscope::cuda {
namespace {

SpanKind kindOf(GpuRecordKind kind) {
  switch (kind) {
    case GpuRecordKind::Kernel: return SpanKind::Kernel;
    case GpuRecordKind::Memcpy: return SpanKind::Memcpy;
    case GpuRecordKind::Memset: return SpanKind::Memset;
    case GpuRecordKind::Runtime:
    case GpuRecordKind::Driver: return SpanKind::Runtime;
    case GpuRecordKind::Synchronization: return SpanKind::Sync;
    case GpuRecordKind::Overhead: return SpanKind::Overhead;
    case GpuRecordKind::Memory: return SpanKind::Runtime;
  }
  return SpanKind::Other;
}

// Calls that CUDA's libraries make all the time and that say nothing about a step; Kineto leaves them out too.
bool isNoise(std::string_view name) {
  constexpr std::string_view kNoise[] = {"cudaGetDevice_",  "cudaSetDevice_",        "cudaGetLastError_",          "cudaPeekAtLastError_",
                                         "cudaEventCreate", "cudaEventDestroy_",     "cudaStreamIsCapturing_",     "cuKernelGetAttribute",
                                         "cuCtxGetCurrent", "cuCtxSetCurrent",       "cuDevicePrimaryCtxGetState", "cuCtxPushCurrent",
                                         "cuCtxPopCurrent", "cuStreamGetCaptureInfo"};
  return std::any_of(std::begin(kNoise), std::end(kNoise), [&](std::string_view noise) { return name.starts_with(noise); });
}

bool launchesGraph(std::string_view name) {
  return name.starts_with("cudaGraphLaunch") || name.starts_with("cuGraphLaunch");
}

}  // namespace

std::string argumentsOf(const GpuRecord& record, const DeviceProperties& device) {
  if (record.kind != GpuRecordKind::Kernel) return fmt::format(R"({{"stream":{},"bytes":{}}})", record.stream, record.bytes);
  const KernelShape shape{std::int64_t{record.grid[0]} * record.grid[1] * record.grid[2],
                          static_cast<std::int64_t>(record.block[0]) * record.block[1] * record.block[2], record.registers, record.sharedBytes};
  const Occupancy occupancy = occupancyOf(shape, device.multiprocessors, device.major, device.minor);
  return fmt::format(
      R"({{"grid":[{},{},{}],"block":[{},{},{}],"registers per thread":{},"shared memory":{},"stream":{},"blocks per SM":{:.4g},"warps per SM":{:.4g},"est. achieved occupancy %":{:.0f}{}}})",
      record.grid[0], record.grid[1], record.grid[2], record.block[0], record.block[1], record.block[2], record.registers, record.sharedBytes,
      record.stream, occupancy.blocksPerMultiprocessor, occupancy.warpsPerMultiprocessor, occupancy.achieved * 100,
      record.graph != 0 ? fmt::format(R"(,"graph id":{},"graph node id":{})", record.graph, record.graphNode) : "");
}

GpuRecording::GpuRecording(Recorder& recorder, const Graph& graph, const DeviceProperties& device, std::int64_t usedBytes)
    : recorder_(recorder),
      graph_(graph),
      device_(device),
      calls_(&recorder.track("CUDA calls", 1)),
      waits_(&recorder.track("CUDA waits", 11)),
      overhead_(&recorder.track("profiler overhead", 12)),
      usedBytes_(std::max<std::int64_t>(usedBytes, 0)) {}

// The first thread that makes a call is the trainer's.
SpanRing& GpuRecording::callTrack(const GpuRecord& record) {
  if (callThread_ == 0) callThread_ = record.thread;
  if (record.thread == callThread_) return *calls_;
  SpanRing*& ring = otherCalls_[record.thread];
  if (!ring) ring = &recorder_.track("CUDA calls, thread " + std::to_string(record.thread), 1);
  return *ring;
}

SpanRing& GpuRecording::streamTrack(const GpuRecord& record) {
  const bool first = streams_.empty();
  SpanRing*& ring = streams_[{record.device, record.stream}];
  if (!ring) {
    const auto device = static_cast<std::int32_t>(record.device);
    if (first) {
      deviceNumber_ = record.device;
      recorder_.addDevice({device, device_.name, device_.memoryBytes, device_.multiprocessors});
    }
    std::string name = "GPU stream " + std::to_string(record.stream);
    if (record.device != deviceNumber_) name = "GPU " + std::to_string(device) + " stream " + std::to_string(record.stream);
    recorder_.describe(name, TrackKind::Stream, device, record.stream);
    ring = &recorder_.track(name, 10);
  }
  return *ring;
}

void GpuRecording::begin(std::int32_t step, std::int64_t startNs) {
  steps_.push_back({step, startNs, std::numeric_limits<std::int64_t>::max()});
}

void GpuRecording::end(std::int64_t endNs) {
  steps_.back().end = endNs;
}

void GpuRecording::beginTaking(bool stepsAlone) {
  stepsAlone_ = stepsAlone;
  withoutNode_ = 0;
  wallClockAhead_ = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count() - nowNs();
}

void GpuRecording::endTaking() {
  stepsAlone_ = false;
  steps_.clear();
}

// The step to which a record belongs; null: none. The two clocks agree only within a few microseconds: work that starts shortly before or after a
// step still belongs to it if it has a node, which other kernels do not have, or if no other work ran.
GpuRecording::Step* GpuRecording::stepOf(const GpuRecord& record) {
  constexpr std::int64_t kSkewNs = 100'000;
  const bool own = record.kind == GpuRecordKind::Kernel ? record.node > 0 : !stepsAlone_;
  const std::int64_t skew = own ? kSkewNs : 0;
  Step* nearest = nullptr;
  std::int64_t least = skew + 1;
  for (Step& step : steps_) {
    const std::int64_t off = std::max({step.begin - record.start, record.start - step.end, std::int64_t{0}});
    if (off < least) {
      nearest = &step;
      least = off;
    }
  }
  return nearest;
}

std::uint32_t GpuRecording::argumentsFor(const GpuRecord& record) {
  const auto number = [](auto value) { return static_cast<std::int64_t>(value); };
  const std::int64_t key[] = {number(record.kind),      number(record.stream),   record.bytes,
                              number(record.grid[0]),   number(record.grid[1]),  number(record.grid[2]),
                              number(record.block[0]),  number(record.block[1]), number(record.block[2]),
                              number(record.registers), record.sharedBytes,      number(record.graph),
                              number(record.graphNode)};
  std::uint32_t& known = arguments_[std::string(reinterpret_cast<const char*>(key), sizeof(key))];
  if (known == 0) known = recorder_.arguments(argumentsOf(record, device_));
  return known;
}

// Adds an allocation or release to the memory tracks. Blocks from before the recording may be freed too, so the known amount is kept at 0 or more.
void GpuRecording::takeMemory(const GpuRecord& record) {
  constexpr int kSortOrder = 34;  // before the sampled counters
  const bool pinned = record.memory == GpuMemory::Pinned;
  const char* where = pinned ? "pinned" : record.memory == GpuMemory::Other ? "other" : "GPU";
  SpanRecord span;
  span.start = record.start;
  span.name = recorder_.intern(fmt::format("{} {} memory", record.name, where));
  span.step = recorder_.step();
  span.kind = SpanKind::Runtime;
  span.arguments = recorder_.arguments(fmt::format(R"({{"bytes":{},"address":"{:#x}"}})", std::abs(record.bytes), record.address));
  recorder_.track("CUDA memory", 13).write(span);
  if (record.memory == GpuMemory::Other) return;
  std::int64_t& bytes = pinned ? pinnedBytes_ : usedBytes_;
  SpanRing& track = recorder_.track(pinned ? "pinned memory, allocated" : "GPU memory, allocated", kSortOrder, true);
  track.sample(record.start - 1, static_cast<double>(bytes));  // so that the track has a step, not a slope
  bytes = std::max<std::int64_t>(bytes + record.bytes, 0);
  track.sample(record.start, static_cast<double>(bytes));
}

void GpuRecording::take(const GpuRecord& told) {
  GpuRecord record = told;
  // CUPTI may be given our clock only once per process. If it forgets it when it is detached, it reports wall-clock times, which are converted here.
  constexpr std::int64_t kDayNs = std::int64_t{24} * 3600 * 1'000'000'000;
  if (!steps_.empty() && record.start > steps_.front().begin + kDayNs) {
    record.start -= wallClockAhead_;
    record.end -= wallClockAhead_;
  }
  Step* const step = stepOf(record);  // null, for example, for weights that were read between two steps
  if (stepsAlone_ && !step) return;
  if (record.kind == GpuRecordKind::Memory) return takeMemory(record);
  const bool call = record.kind == GpuRecordKind::Runtime || record.kind == GpuRecordKind::Driver;
  if (call && isNoise(record.name)) return;
  if (record.kind == GpuRecordKind::Runtime && step && launchesGraph(record.name)) {
    ++step->graphLaunches;
    step->graphLaunch = record.correlation;
  }
  SpanRecord span;
  span.start = record.start;
  span.duration = record.end - record.start;
  span.name = recorder_.intern(record.name);
  span.step = step ? step->number : -1;
  span.kind = kindOf(record.kind);
  span.correlation = record.correlation;
  if (!isGpuWork(span.kind)) {
    if (record.kind == GpuRecordKind::Overhead) {
      overhead_->write(span);
    } else if (record.kind == GpuRecordKind::Synchronization) {
      span.correlation = 0;  // the arrow belongs to the call that waits
      span.category = Category::Idle;
      waits_->write(span);
    } else {
      callTrack(record).write(span);
    }
    return;
  }
  // If the step launches one graph, its kernels belong to that launch, whatever correlation they report: CUPTI before 13.1 Update 1 reports wrong
  // ones from the second recording of a process on.
  if (record.graph != 0 && step && step->graphLaunches == 1) span.correlation = step->graphLaunch;
  span.arguments = argumentsFor(record);
  span.category = record.kind == GpuRecordKind::Kernel ? Category::Other : Category::Copy;
  if (step && record.node > 0 && record.node <= graph_.nodes().size()) {
    span.node = static_cast<std::int32_t>(record.node - 1);
    span.category = categoryOf(graph_.node(span.node));
  }
  withoutNode_ += step && record.kind == GpuRecordKind::Kernel && record.graph != 0 && span.node < 0;
  streamTrack(record).write(span);
}

void GpuRecording::tell(const CollectorCounts& counts) {
  recorder_.note("the GPU's profiler (CUPTI) had no memory for them", counts.dropped);
  recorder_.note("CUPTI wrote no start, no end or no size", counts.invalid);
  recorder_.note("buffers of CUPTI beyond the recording's memory", counts.refused);
}

}  // namespace stepscope::cuda
