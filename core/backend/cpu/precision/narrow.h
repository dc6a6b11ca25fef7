// Floating point types of half the bytes, which most kernels know only as storage: conversions by type, and a node's twin on f32.
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

// The same node alone in a graph. change may give an operand another shape or element type: of which operand (true: an input), which
// index, the value.
struct LoneNode {
  using Change = std::function<void(bool input, std::size_t index, Value& value)>;
  LoneNode(const KernelRequest& request, const Change& change);

  Graph graph;
  Node node;
};

// On f32 where the original is narrow.
struct F32Twin : LoneNode {
  using Reshape = std::function<void(bool input, std::size_t index, Shape& shape)>;
  explicit F32Twin(const KernelRequest& request, const Reshape& reshape = {});
};

// The same layout with elements of another type, of a tensor of `shape`.
Physical retyped(const Physical& like, const Shape& shape, DType type);

}  // namespace stepscope::cpu
