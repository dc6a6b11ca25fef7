// How a whole operand of a narrow type crosses to and from the f32 copy that a kernel works on, which is in the kernel's workspace.
#pragma once

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

// Converted element by element in the layout that the kernel wants or, where only the library knows that layout, converted in plain
// order and then laid out.
class Crossing {
 public:
  Crossing() = default;
  // wanted: the f32 layout of the kernel's side. in: towards the kernel.
  Crossing(const Physical& wanted, const Shape& shape, DType narrow, bool in, int threads, WorkspaceLayout& workspace);

  explicit operator bool() const { return elements_ > 0; }
  std::int64_t offset() const { return offset_; }  // of the f32 copy in the workspace
  void bindIn(const std::byte* from, std::byte* workspace, std::vector<Launch>& launches) const;
  void bindOut(std::byte* to, std::byte* workspace, std::vector<Launch>& launches) const;

 private:
  NarrowConversion conversion_{};
  int threads_ = 1;
  std::int64_t elements_ = 0;  // in memory, with padding
  std::int64_t offset_ = 0;
  std::optional<Candidate> reorder_;
  std::int64_t plainOffset_ = 0, reorderOffset_ = 0;
};

}  // namespace stepscope::cpu
