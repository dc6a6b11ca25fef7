// Checks how a program's kernels access its memory while it runs (CompileOptions::checkMemory). The plan leaves guards around every value, filled
// with a pattern that no kernel may change. The outputs of a node are filled with NaN before it runs, and every value again after its last reader: a
// kernel that reads memory which was not written, or which is no longer valid, reads NaN.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

class MemoryCheck {
 public:
  static constexpr std::int64_t kGuardBytes = 4096;  // large enough that a row written past the end stays inside the guard

  // The plan must use kGuardBytes. `workspaces` has one value per node, kNone if its kernel needs none. All arguments must outlive this object.
  MemoryCheck(const Graph& graph, const MemoryPlan& plan, const std::vector<NodeKernel>& kernels, const std::vector<ValueId>& workspaces);

  // Sets the memory, which the host must be able to address. `run` has one flag per node: whether a kernel runs for it.
  void attach(std::byte* state, std::byte* step, const std::vector<bool>& run);
  void beginStep();
  void before(NodeId node);       // prepares its outputs and workspaces
  void after(NodeId node) const;  // throws Error (Internal) that names layer, op, kernel and value if a guard was overwritten
  void release(NodeId node);      // invalidates values whose lifetime ends with the node
  void endStep() const;           // checks all guards again; an error found only here names the value, not the node

 private:
  struct Place {
    std::byte* data = nullptr;  // null: no memory, or never written
    std::int64_t bytes = 0;
  };
  SlotId slotOf(ValueId value) const;
  void layGuards(std::size_t slot) const;
  void poison(std::size_t slot) const;
  // Says where a guard was overwritten: "after the end (byte 0)"; empty if none was.
  std::string damage(std::size_t slot) const;
  [[noreturn]] void report(NodeId node, const char* what, ValueId value, const std::string& damage) const;

  const Graph& graph_;
  const MemoryPlan& plan_;
  const std::vector<NodeKernel>& kernels_;
  const std::vector<ValueId>& workspaces_;
  std::vector<Place> places_;                            // per slot
  std::vector<bool> host_, kept_;                        // per slot: written by the host; read after the step
  std::vector<bool> alive_;                              // per slot
  std::vector<std::vector<std::size_t>> begins_, ends_;  // per node: the slots whose lifetime begins or ends with it
};

}  // namespace stepscope
