// The model of the memory view: when each slot of the step arena is used, where the peak is, what stays from step to step, how much sharing saved. No
// widgets.
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/backend/node_category.h"
#include "core/program/step_program.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// The category whose colour a role has: the forward pass for activations, the backward pass for gradients.
Category categoryOf(Role role);

struct StateShare {
  Role role;
  int count = 0;
  std::int64_t bytes = 0;
};

// Consecutive nodes of one phase, in execution order: `first` to `last`, both included. Optimizer ops between backward ops (a parameter is updated as
// soon as its gradient is ready) count as backward.
struct PhaseStretch {
  Phase phase;
  NodeId first, last;
  bool withOptimizer = false;
};

class MemoryModel {
 public:
  explicit MemoryModel(std::shared_ptr<const PlanView> plan);

  const PlanView& view() const { return *view_; }
  const MemoryPlan& plan() const { return view_->plan; }
  const Graph& graph() const { return view_->graph; }
  int nodeCount() const { return static_cast<int>(graph().nodes().size()); }

  // Slots of the step arena, by offset: indices into plan().slots.
  const std::vector<SlotId>& stepSlots() const { return stepSlots_; }
  // Slots of the step arena that are used while a node runs, the largest first.
  std::vector<SlotId> aliveAt(NodeId node) const;
  // The slot at an offset of the step arena while a node runs.
  std::optional<SlotId> slotAt(NodeId node, std::int64_t offset) const;
  // The values that use a slot one after the other, as views or computed in place, the owner first.
  const std::vector<ValueId>& valuesOf(SlotId slot) const { return valuesOf_[slot]; }

  NodeId peakNode() const { return peakNode_; }             // kNone for a plan without nodes
  std::int64_t peakLiveBytes() const { return peakLive_; }  // of the step arena
  // Bytes of the step arena that no tensor uses at the peak: gaps between tensors of different lifetimes.
  std::int64_t lostBytes() const { return plan().stepBytes - peakLive_; }
  std::int64_t savedBytes() const { return plan().sumBytes - plan().stepBytes; }
  const std::vector<StateShare>& state() const { return state_; }  // parameters, optimizer state, buffers; the largest first
  const std::vector<PhaseStretch>& phases() const { return phases_; }
  Phase phaseAt(NodeId node) const;  // as in phases(): backward for an optimizer op between backward ops
  // Bytes alive at the peak by role, the largest first.
  std::vector<StateShare> peakByRole() const;

  QString nodeTitle(NodeId node) const;  // "layer1.0.conv1 · conv2d backward weights"
  QString slotName(SlotId slot) const;   // the owner's name
  QString lifetime(SlotId slot) const;   // "conv1 conv2d → bn1 batch norm, 12 ops"
  QString tooltip(SlotId slot) const;    // rich text
  QString peakText() const;              // "peak 1.42 GiB in layer1.0.conv1, 12 of 61 tensors alive"
  QString summary() const;               // for screen readers: one paragraph
  QString toTable() const;               // tab-separated: every slot of the step arena

 private:
  std::shared_ptr<const PlanView> view_;
  std::vector<SlotId> stepSlots_;
  std::vector<std::vector<ValueId>> valuesOf_;
  std::vector<StateShare> state_;
  std::vector<PhaseStretch> phases_;
  NodeId peakNode_ = kNone;
  std::int64_t peakLive_ = 0;
};

}  // namespace stepscope
