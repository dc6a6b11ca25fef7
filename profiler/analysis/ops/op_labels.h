// The label that each span of a trace counts under in a table: a small dense number and its text. Used in this folder only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "profiler/analysis/ops/op_table.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {

class OpLabels {
 public:
  OpLabels(const Trace& trace, OpGrouping by, bool onGpu);
  // The label of an op; 0: none.
  std::size_t ofOp(const TraceLane& lane, std::size_t i);
  // The label of GPU work, from the work itself. 0: the op that started it decides.
  std::size_t ofWork(const TraceLane& lane, std::size_t i);
  std::string text(std::size_t label) const;
  // Whether the trace contains anything that this grouping can count.
  bool tells() const { return tells_; }

 private:
  std::size_t ofName(std::uint32_t name) const { return 1 + name; }
  std::size_t ofText(const std::string& text) { return 1 + names_ + texts_.intern(text); }
  std::size_t ofTrack(std::int32_t track) const { return ofTrack_[static_cast<std::size_t>(track)]; }
  std::size_t moduleAt(const TraceLane& lane, std::size_t i);
  const std::string& dimensionsOf(const TraceLane& lane, std::size_t i);

  const Trace& trace_;
  OpGrouping by_;
  bool onGpu_;
  std::size_t names_;
  NameTable texts_;                   // labels other than the trace's names
  std::vector<std::size_t> ofNode_;   // by node
  std::vector<std::size_t> ofTrack_;  // by track
  bool tells_ = true;
  std::vector<std::vector<SelfSegment>> modules_;  // by track: its frames of PyTorch modules
  std::string dimensions_;
};

}  // namespace stepscope
