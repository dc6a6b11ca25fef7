// Nodes run by themselves on the device, with memory and numbers of their own: what a library's kernel gives is held against what ours
// give, and what each takes is measured, before a program is made of them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/base/device.h"

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

  // What a value is filled like: as that value would be, so many elements again and again.
  struct Likeness {
    ValueId value = kNone;
    Int period = 0;
  };
  // Numbers in [-1, 1) where nothing of `nodes` makes them; in [0.5, 1.5) where a norm keeps means, deviations and running statistics, of
  // which some must be positive. The same in every call. Without `like` every value as itself.
  void fill(const std::vector<const Node*>& nodes, const std::function<Likeness(ValueId)>& like = {});

  // Nothing in what was made before, so that a kernel that leaves a result out is found; not in what it reads.
  void clear(const std::vector<ValueId>& results, const std::vector<const Node*>& nodes);

  // One run; a status of the table.
  std::int32_t run(const LaunchList& list);
  // Milliseconds a run as the device counts, in a graph, as steps run, where the device can record one; below 0 when it fails. Throws Error
  // when the device is lost.
  double milliseconds(const LaunchList& list);

  // As f32 numbers, or bytes and integers as such; of large values the first and the last numbers. Empty when it cannot be read.
  std::vector<float> read(ValueId value);
  // The first and the last of so many elements, and no more than are looked at of any.
  std::vector<float> ends(ValueId value, Int elements);

 private:
  std::vector<Kernel*> kernelsOf(const LaunchList& list);
  std::int32_t run(const LaunchList& list, const std::vector<Kernel*>& kernels);
  // Several runs; null where they cannot be recorded.
  StepGraph* recorded(const LaunchList& list, const std::vector<Kernel*>& kernels);
  std::vector<float> read(ValueId value, Int front, Int back);
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
