// Nodes run by themselves on the device, with memory and numbers of their own: what a library's kernel gives is held against what ours
// give, and what each takes is measured, before a program is made of them.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/backend/cuda/candidate.h"
#include "core/backend/cuda/device.h"

namespace stepscope::cuda {

class PlanTrial {
 public:
  // extraBytes: of values that the graph has not; their ids follow those of its values.
  PlanTrial(Device& device, const Graph& graph, bool channelsLast, const std::vector<Int>& extraBytes = {});
  ~PlanTrial();
  PlanTrial(const PlanTrial&) = delete;
  PlanTrial& operator=(const PlanTrial&) = delete;

  // The node with memory for its operands and for `workspaceBytes`, which nodes share, as they run one after the other. Once there is no
  // memory left, addresses are null and ready() is false.
  Call call(const Node& node, Int workspaceBytes);
  bool ready() const { return ready_; }

  // Numbers in [-1, 1) where nothing of `nodes` makes them; in [0.5, 1.5) where a norm keeps means, deviations and running statistics, of
  // which some must be positive. The same in every call.
  void fill(const std::vector<const Node*>& nodes);

  // Nothing in what was made before, so that a kernel that leaves a result out is found; not in what it reads.
  void clear(const std::vector<ValueId>& results, const std::vector<const Node*>& nodes);

  // One run; a status of the table.
  std::int32_t run(const LaunchList& list);
  // Milliseconds a run as the device counts; below 0 when it fails. Throws Error when the device is lost.
  double milliseconds(const LaunchList& list);

  // As f32 numbers, or bytes and integers as such; of large values the first and the last numbers. Empty when it cannot be read.
  std::vector<float> read(ValueId value);

 private:
  std::vector<Kernel*> kernelsOf(const LaunchList& list);
  std::int32_t run(const LaunchList& list, const std::vector<Kernel*>& kernels);
  Int bytesOf(ValueId value) const;
  std::byte* take(Int bytes);
  std::byte* of(ValueId value);

  Device& device_;
  const Graph& graph_;
  bool channelsLast_, ready_ = true;
  std::vector<Int> extraBytes_;
  std::map<ValueId, std::byte*> places_;
  std::vector<void*> blocks_;
  std::byte* workspace_ = nullptr;
  Int workspaceBytes_ = 0;
};

}  // namespace stepscope::cuda
