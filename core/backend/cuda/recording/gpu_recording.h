// Converts the GPU's records to spans of a recording: kernels and copies on one track per stream, the API calls that started them, waits, and the
// arrows from calls to their work.
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

// One object for all steps of a recording: handling a record takes time of the step, so texts and tracks are made only once.
class GpuRecording {
 public:
  // Tracks: "GPU stream 7", "CUDA calls" (of other threads "CUDA calls, thread 42"), "CUDA waits", "profiler overhead"; if memory is allocated or
  // freed, "CUDA memory" and the counters "GPU memory, allocated" and "pinned memory, allocated". `usedBytes` is the used GPU memory when the
  // recording begins; if it is -1 (not known), the counter shows the change since then.
  GpuRecording(Recorder& recorder, const Graph& graph, const DeviceProperties& device, std::int64_t usedBytes = -1);

  // The steps, in order: work that starts between begin and end of a step belongs to it. Records may arrive at any later time, together with those of
  // later steps.
  void begin(std::int32_t step, std::int64_t startNs);
  void end(std::int64_t endNs);
  std::int64_t waiting() const { return static_cast<std::int64_t>(steps_.size()); }  // steps whose records have not arrived
  // beginTaking() and endTaking() enclose the records of the waiting steps, each passed to take(). With `stepsAlone` other work between the steps is
  // dropped.
  void beginTaking(bool stepsAlone);
  void take(const GpuRecord& record);
  void endTaking();
  // Adds notes to the recording about records that the collector lost.
  void tell(const CollectorCounts& counts);

  const Recorder* recorder() const { return &recorder_; }
  std::int64_t kernelsWithoutNode() const { return withoutNode_; }  // kernels of CUDA graphs in the last records

 private:
  struct Step {
    std::int32_t number = -1;
    std::int64_t begin = 0, end = 0;
    int graphLaunches = 0;
    std::uint32_t graphLaunch = 0;  // correlation of the last of these launches
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
  std::uint32_t deviceNumber_ = 0;                                        // device of the first stream
  std::uint32_t callThread_ = 0;                                          // the thread of the first track of calls
  std::map<std::uint32_t, SpanRing*> otherCalls_;                         // by thread
  std::map<std::pair<std::uint32_t, std::uint32_t>, SpanRing*> streams_;  // by device and stream
  std::unordered_map<std::string, std::uint32_t> arguments_;              // ids of argument texts, by the numbers in them
  std::deque<Step> steps_;
  bool stepsAlone_ = false;
  std::int64_t withoutNode_ = 0;
  std::int64_t usedBytes_ = 0, pinnedBytes_ = 0;
  std::int64_t wallClockAhead_ = 0;  // wall clock - our clock, ns
};

// The arguments of a span as JSON, with Kineto's keys: grid, block, registers per thread, shared memory, blocks and warps per SM, est. achieved
// occupancy %; bytes of a copy.
std::string argumentsOf(const GpuRecord& record, const DeviceProperties& device);

}  // namespace stepscope::cuda
