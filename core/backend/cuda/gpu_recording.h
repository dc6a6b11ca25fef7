// The GPU's records as spans of a recording: kernels and copies on a track a stream, the calls that started them, waits, and the arrows
// from call to work.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/backend/cuda/device_api.h"
#include "core/graph/graph.h"

namespace stepscope {
class Recorder;
class SpanRing;
}  // namespace stepscope

namespace stepscope::cuda {

class GpuRecording {
 public:
  // Tracks: "GPU stream 7", "CUDA calls", "CUDA waits", "profiler overhead".
  GpuRecording(Recorder& recorder, const Graph& graph, const DeviceProperties& device);

  void take(const GpuRecord& record);
  // What the collector lost stands in the trace's notes.
  void tell(const CollectorCounts& counts);

  std::int64_t kernels() const { return kernels_; }
  std::int64_t kernelsWithoutNode() const { return withoutNode_; }

 private:
  SpanRing& streamTrack(const GpuRecord& record);

  Recorder& recorder_;
  const Graph& graph_;
  const DeviceProperties& device_;
  std::map<std::uint32_t, SpanRing*> streams_;
  std::int64_t kernels_ = 0, withoutNode_ = 0;
};

// Kineto's keys: grid, block, registers per thread, shared memory, blocks and warps per SM, est. achieved occupancy %; bytes of a copy.
std::string argumentsOf(const GpuRecord& record, const DeviceProperties& device);

}  // namespace stepscope::cuda
