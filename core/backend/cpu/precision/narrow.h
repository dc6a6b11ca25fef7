// Floating point types with half the bytes, which most kernels support only as storage: conversions by type, and the same node in f32.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

bool isNarrow(DType type);

// Element by element, of any layout whose padding is zero. Throws (Internal) for a type that is not narrow.
struct NarrowConversion {
  void (*toF32)(const std::uint16_t* x, float* y, std::int64_t count, int threads) = nullptr;
  void (*fromF32)(const float* x, std::uint16_t* y, std::int64_t count, int threads) = nullptr;
};
NarrowConversion conversionOf(DType narrow);

// Whether any operand is of a narrow type.
bool anyNarrow(const KernelRequest& request);

// The same node alone in a graph. change may give an operand another shape or element type; its arguments are input or output (true: an input),
// index, and value.
struct LoneNode {
  using Change = std::function<void(bool input, std::size_t index, Value& value)>;
  LoneNode(const KernelRequest& request, const Change& change);

  Graph graph;
  Node node;
};

// In f32 where the original is narrow.
struct F32Twin : LoneNode {
  using Reshape = std::function<void(bool input, std::size_t index, Shape& shape)>;
  explicit F32Twin(const KernelRequest& request, const Reshape& reshape = {});
};

// The same layout with elements of another type, of a tensor of `shape`.
Physical retyped(const Physical& like, const Shape& shape, DType type);

// How a whole operand of a narrow type is converted to and from the f32 copy that a kernel uses, which is in the kernel's workspace. Converted
// element by element in the layout that the kernel needs or, if only the library knows that layout, converted in plain order and then
// reordered.
class Crossing {
 public:
  Crossing() = default;
  // wanted: the f32 layout for the kernel. in: towards the kernel.
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
