// The layout of a tensor in memory for the kernels. One rule covers all layouts: the memory order is [n][ceil(c / block)][spatial][block], all f32
// unless stated. `block` 1 is plain NCHW, 8 or 16 is nChw8c or nChw16c, c is NHWC. Channels between `c` and the next multiple of `block` are padding
// lanes: kernels expect zeros there and write zeros there.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

struct ChannelBlocks {
  std::int64_t n = 1, c = 1, spatial = 1, block = 1;

  static constexpr ChannelBlocks plain(std::int64_t n, std::int64_t c, std::int64_t spatial) { return {n, c, spatial, 1}; }
  static constexpr ChannelBlocks blocked(std::int64_t n, std::int64_t c, std::int64_t spatial, std::int64_t block) { return {n, c, spatial, block}; }
  static constexpr ChannelBlocks channelsLast(std::int64_t n, std::int64_t c, std::int64_t spatial) { return {n, c, spatial, c}; }
  static constexpr ChannelBlocks matrix(std::int64_t rows, std::int64_t columns) { return {rows, columns, 1, columns}; }

  constexpr std::int64_t blocks() const { return (c + block - 1) / block; }
  // Elements in memory, including padding lanes.
  constexpr std::int64_t elements() const { return n * blocks() * block * spatial; }
};

// An image tensor: like ChannelBlocks, with height and width.
struct ImageLayout {
  std::int64_t n = 1, c = 1, h = 1, w = 1, block = 1;

  constexpr ChannelBlocks channelBlocks() const { return {n, c, h * w, block}; }
  constexpr std::int64_t elements() const { return channelBlocks().elements(); }
};

}  // namespace stepscope::kernels
