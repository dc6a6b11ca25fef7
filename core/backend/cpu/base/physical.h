// The layout of a value in memory on this backend, and the rule for the layouts of images.
#pragma once

#include <cstdint>

#include "core/backend/cpu/onednn/tensor_desc.h"
#include "core/backend/cpu/simd/layout.h"
#include "core/graph/graph.h"

namespace stepscope::cpu {

struct Physical {
  onednn::TensorDesc desc;        // empty: bytes in a format that only their kernels know (masks, integers)
  Layout layout = Layout::Plain;  // shown to the user
  std::int64_t bytes = 0;         // with padding
};

Physical plain(const Shape& shape, DType dtype);
Physical image(const Shape& shape, Layout layout, DType dtype = DType::F32);  // `shape` has 4 dimensions
// A weight in a layout of the library; plain if that layout is plain.
Physical weight(const onednn::TensorDesc& desc);
Physical bytesOnly(std::int64_t bytes);

// The layout of every value between layers. `images` is the program's layout of images: Plain (NCHW) and ChannelsLast (NHWC) for all of them,
// Blocked8 and Blocked16 if padding wastes little, else plain. Depends only on the arguments, so that forward and backward use the same layout.
Physical preferred(const Shape& shape, DType dtype, Layout images);
constexpr bool isBlocked(Layout layout) {
  return layout == Layout::Blocked8 || layout == Layout::Blocked16;
}

// Whether every element has the same position in both, so that one can be read as the other.
bool sameBytes(const Physical& a, const Physical& b);

// Channel block for the kernels: 1 plain, 8 or 16 blocked, the number of channels for channels last.
std::int64_t blockOf(Layout layout, std::int64_t channels);
kernels::ImageLayout imageLayout(const Shape& shape, Layout layout);
// The same for any tensor with channels in dimension 1.
kernels::ChannelBlocks channelBlocks(const Shape& shape, Layout layout);
// Elements in memory, including padding, of an f32 value.
inline std::int64_t elements(const Physical& physical) {
  return physical.bytes / 4;
}

}  // namespace stepscope::cpu
