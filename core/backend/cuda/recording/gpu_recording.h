// The GPU's records as spans of a recording: kernels and copies on a track a stream, the calls that started them, waits, and the arrows
// from call to work.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/backend/cuda/base/device_api.h"
#include "core/graph/graph.h"

namespace stepscope {
class Recorder;
class SpanRing;
}  // namespace stepscope

namespace stepscope::cuda {

// Kept from step to step of a recording: taking a record is within the step's time, so texts and tracks are made once.
class GpuRecording {
 public:
  // Tracks: "GPU stream 7", "CUDA calls" (of other threads "CUDA calls, thread 42"), "CUDA waits", "profiler overhead"; where memory is taken or
  // given back, "CUDA memory" and the counters "GPU memory, allocated" and "pinned memory, allocated". usedBytes: of the GPU's memory when the
  // recording begins, -1: not known, then the counter says how much more or less it is since.
  GpuRecording(Recorder& recorder, const Graph& graph, const DeviceProperties& device, std::int64_t usedBytes = -1);

  // Steps in their order: what starts between a step's begin and end is of it, else of none. Their records may come any time later, with those
  // of the steps behind them.
  void begin(std::int32_t step, std::int64_t startNs);
  void end(std::int64_t endNs);
  std::int64_t waiting() const { return static_cast<std::int64_t>(steps_.size()); }  // steps whose records were not asked for
  // Around the records of the steps that wait. stepsAlone: of what others did between the steps nothing is kept.
  void beginTaking(bool stepsAlone);
  void take(const GpuRecord& record);
  void endTaking();
  // What the collector lost stands in the trace's notes.
  void tell(const CollectorCounts& counts);

  const Recorder* recorder() const { return &recorder_; }
  std::int64_t kernelsWithoutNode() const { return withoutNode_; }  // of CUDA graphs, among the records that were taken last

 private:
  struct Step {
    std::int32_t number = -1;
    std::int64_t begin = 0, end = 0;
    int graphLaunches = 0;
    std::uint32_t graphLaunch = 0;  // correlation of the last of them
  };
  Step* stepOf(const GpuRecord& record);
  void takeMemory(const GpuRecord& record);
  SpanRing& callTrack(const GpuRecord& record);
  SpanRing& streamTrack(const GpuRecord& record);
  std::uint32_t argumentsFor(const GpuRecord& record);

  Recorder& recorder_;
  const Graph& graph_;
  const DeviceProperties& device_;
  SpanRing *calls_, *waits_, *overhead_;
  std::uint32_t deviceNumber_ = 0;                                        // of the first stream
  std::uint32_t callThread_ = 0;                                          // whose calls the first track has
  std::map<std::uint32_t, SpanRing*> otherCalls_;                         // by thread
  std::map<std::pair<std::uint32_t, std::uint32_t>, SpanRing*> streams_;  // by device and stream
  std::unordered_map<std::string, std::uint32_t> arguments_;              // by the numbers that they are made of
  std::deque<Step> steps_;
  bool stepsAlone_ = false;
  std::int64_t withoutNode_ = 0;
  std::int64_t usedBytes_ = 0, pinnedBytes_ = 0;
  std::int64_t wallClockAhead_ = 0;  // of ours
};

// Kineto's keys: grid, block, registers per thread, shared memory, blocks and warps per SM, est. achieved occupancy %; bytes of a copy.
std::string argumentsOf(const GpuRecord& record, const DeviceProperties& device);

}  // namespace stepscope::cuda
