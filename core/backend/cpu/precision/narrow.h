// Narrow floating point types (bf16, fp16), which most kernels support only as storage: their conversions, and a node with f32 in their place.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

bool isNarrow(DType type);

// Conversions element by element; padding may be converted too, since it is zero. conversionOf() throws Error (Internal) for a type that is not
// narrow.
struct NarrowConversion {
  void (*toF32)(const std::uint16_t* x, float* y, std::int64_t count, int threads) = nullptr;
  void (*fromF32)(const float* x, std::uint16_t* y, std::int64_t count, int threads) = nullptr;
};
NarrowConversion conversionOf(DType narrow);

// Whether any operand is of a narrow type.
bool anyNarrow(const KernelRequest& request);

// A copy of the node, alone in a graph. `change` may give an operand another shape or element type; it is called for every operand with its index and
// value, and `input` true for an input, false for an output.
struct LoneNode {
  using Change = std::function<void(bool input, std::size_t index, Value& value)>;
  LoneNode(const KernelRequest& request, const Change& change);

  Graph graph;
  Node node;
};

// The same with f32 operands in place of narrow ones.
struct F32Twin : LoneNode {
  using Reshape = std::function<void(bool input, std::size_t index, Shape& shape)>;
  explicit F32Twin(const KernelRequest& request, const Reshape& reshape = {});
};

// The same layout with elements of another type, of a tensor of `shape`.
Physical retyped(const Physical& like, const Shape& shape, DType type);

// Converts a whole operand of a narrow type to or from the f32 copy that a kernel uses; the copy is in the workspace of the kernel. It is converted
// element by element in the layout that the kernel needs. If only the library knows that layout, it is converted in row-major order and reordered.
class Crossing {
 public:
  Crossing() = default;
  // `wanted` is the f32 layout that the kernel needs. `in`: true for an input of the kernel, false for an output.
  Crossing(const Physical& wanted, const Shape& shape, DType narrow, bool in, int threads, WorkspaceLayout& workspace);

  explicit operator bool() const { return elements_ > 0; }
  std::int64_t offset() const { return offset_; }  // of the f32 copy in the workspace, bytes
  void bindIn(const std::byte* from, std::byte* workspace, std::vector<Launch>& launches) const;
  void bindOut(std::byte* to, std::byte* workspace, std::vector<Launch>& launches) const;

 private:
  NarrowConversion conversion_{};
  int threads_ = 1;
  std::int64_t elements_ = 0;  // number of elements in memory, with padding
  std::int64_t offset_ = 0;
  std::optional<Candidate> reorder_;
  std::int64_t plainOffset_ = 0, reorderOffset_ = 0;
};

}  // namespace stepscope::cpu
