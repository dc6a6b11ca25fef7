// Runs single nodes on the device, with separate memory and numbers: results of a library's kernel are compared with ours, and both are timed, before
// a program is made of them.
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
  // extraBytes: for values that are not in the graph; their ids come after those of its values.
  PlanTrial(Device& device, const Graph& graph, bool channelsLast, const std::vector<Int>& extraBytes = {});
  ~PlanTrial();
  PlanTrial(const PlanTrial&) = delete;
  PlanTrial& operator=(const PlanTrial&) = delete;

  // The node with memory for its operands and for `workspaceBytes`, which nodes use one after the other. If memory runs out, addresses are null and
  // ready() is false.
  Call call(const Node& node, Int workspaceBytes);
  bool ready() const { return ready_; }

  // How a value is filled: like that other value, repeating this number of elements.
  struct Likeness {
    ValueId value = kNone;
    Int period = 0;
  };
  // Fills values that no node of `nodes` makes with numbers in [-1, 1); in [0.5, 1.5) for means, deviations and running statistics of a norm, some of
  // which must be positive. The same in every call. Without `like` every value is filled as itself.
  void fill(const std::vector<const Node*>& nodes, const std::function<Likeness(ValueId)>& like = {});

  // Clears results, so that a kernel that does not write a result is found; not what it reads.
  void clear(const std::vector<ValueId>& results, const std::vector<const Node*>& nodes);

  // Runs once; returns a status of the table.
  std::int32_t run(const LaunchList& list);
  // Milliseconds per run measured by the device, in a graph, as steps run, if the device can record one; below 0 if it fails. Throws Error if the
  // device is lost.
  double milliseconds(const LaunchList& list);

  // As f32 numbers; bytes and integers unchanged; for large values only the first and the last numbers. Empty if it cannot be read.
  std::vector<float> read(ValueId value);
  // The first and the last of this many elements, at most the number that is compared.
  std::vector<float> ends(ValueId value, Int elements);

 private:
  std::vector<Kernel*> kernelsOf(const LaunchList& list);
  std::int32_t run(const LaunchList& list, const std::vector<Kernel*>& kernels);
  // Several runs; null if they cannot be recorded.
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
