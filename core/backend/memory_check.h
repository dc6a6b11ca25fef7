// Checks what a program's kernels do to its memory while it runs (CompileOptions::checkMemory). The plan leaves guards round every value;
// they hold a pattern that no kernel may change. What a node is about to make is filled with NaN before it runs, and what nobody reads any
// more after its last reader: whoever reads what was not written, or what is gone, finds NaN.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

class MemoryCheck {
 public:
  static constexpr std::int64_t kGuardBytes = 4096;  // so that a row written too much stays within it

  // The plan was made with kGuardBytes. workspaces: one a node, kNone where its kernel needs none. All of them outlive this.
  MemoryCheck(const Graph& graph, const MemoryPlan& plan, const std::vector<NodeKernel>& kernels, const std::vector<ValueId>& workspaces);

  // Memory that the host can address. run: one a node, whether a kernel runs for it.
  void attach(std::byte* state, std::byte* step, const std::vector<bool>& run);
  void beginStep();
  void before(NodeId node);       // its outputs and workspaces begin
  void after(NodeId node) const;  // throws Error (Internal) that names layer, op, kernel and value when a guard was written over
  void release(NodeId node);      // what ends with the node
  void endStep() const;           // every guard once more: the node is not known then, the value is

 private:
  struct Place {
    std::byte* data = nullptr;  // null: no memory, or never made
    std::int64_t bytes = 0;
  };
  SlotId slotOf(ValueId value) const;
  void layGuards(std::size_t slot) const;
  void poison(std::size_t slot) const;
  // Where a guard was written over: "after the end (byte 0)"; empty when none was.
  std::string damage(std::size_t slot) const;
  [[noreturn]] void report(NodeId node, const char* what, ValueId value, const std::string& damage) const;

  const Graph& graph_;
  const MemoryPlan& plan_;
  const std::vector<NodeKernel>& kernels_;
  const std::vector<ValueId>& workspaces_;
  std::vector<Place> places_;                            // of slots
  std::vector<bool> host_, kept_;                        // of slots: written by the host; read after the step
  std::vector<bool> alive_;                              // of slots
  std::vector<std::vector<std::size_t>> begins_, ends_;  // of nodes: slots
};

}  // namespace stepscope
