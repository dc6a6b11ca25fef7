// Runs single nodes on the device, on memory and numbers of its own: before a program is made of them, the results of a library's kernel are compared
// with ours, and both are timed.
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
  // `extraBytes` are the sizes of values that are not in the graph; their ids follow those of its values.
  PlanTrial(Device& device, const Graph& graph, bool channelsLast, const std::vector<Int>& extraBytes = {});
  ~PlanTrial();
  PlanTrial(const PlanTrial&) = delete;
  PlanTrial& operator=(const PlanTrial&) = delete;

  // A call of the node with memory for its operands and for a workspace of `workspaceBytes`, which all nodes share. If memory runs out, addresses are
  // null and ready() is false.
  Call call(const Node& node, Int workspaceBytes);
  bool ready() const { return ready_; }

  // How a value is filled: like `value`, repeating its first `period` elements; 0: without repetition.
  struct Likeness {
    ValueId value = kNone;
    Int period = 0;
  };
  // Fills the values that no node of `nodes` makes: with numbers in [-1, 1), or in [0.5, 1.5) for means, deviations and running statistics of a norm,
  // some of which must be positive. The numbers are the same in every call. Without `like` every value has numbers of its own.
  void fill(const std::vector<const Node*>& nodes, const std::function<Likeness(ValueId)>& like = {});

  // Clears the results, but not those that a node of `nodes` reads, so that a kernel that does not write a result is found.
  void clear(const std::vector<ValueId>& results, const std::vector<const Node*>& nodes);

  // Runs the launches once; returns a Status of the table.
  std::int32_t run(const LaunchList& list);
  // Milliseconds per run, measured by the device, in a CUDA graph as in steps if one can be recorded; below 0 if a launch fails. Throws Error if the
  // device is lost.
  double milliseconds(const LaunchList& list);

  // The value as f32 numbers (bytes and integers converted); of a large value only the first and the last numbers. Empty if it cannot be read.
  std::vector<float> read(ValueId value);
  // The same for the first `elements` elements of the value only.
  std::vector<float> ends(ValueId value, Int elements);

 private:
  std::vector<Kernel*> kernelsOf(const LaunchList& list);
  std::int32_t run(const LaunchList& list, const std::vector<Kernel*>& kernels);
  // A CUDA graph of several runs; null if they cannot be recorded.
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
