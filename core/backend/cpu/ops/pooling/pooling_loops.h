// Geometry for the loops of pooling. A plane is what an image stores contiguously in the layout; its index is n * c + channel (plain), n * blocks +
// block (blocked) or n (NHWC).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/backend/cpu/ops/pooling/pooling.h"

namespace stepscope::kernels {

// The planes of a pooling: contiguous pixels of `width` channels.
struct PoolingPlanes {
  std::int64_t planes = 0, width = 1, inputFloats = 0, outputFloats = 0;

  constexpr explicit PoolingPlanes(const Pooling& pooling)
      : planes(pooling.input.n * pooling.input.channelBlocks().blocks()),
        width(pooling.input.block),
        inputFloats(pooling.input.h * pooling.input.w * pooling.input.block),
        outputFloats(pooling.outH() * pooling.outW() * pooling.input.block) {}
};

// The taps [first, last) of the window of output coordinate `out` that are inside the image.
struct WindowTaps {
  std::int64_t first = 0, last = 0;

  constexpr WindowTaps(std::int64_t out, std::int64_t kernel, std::int64_t stride, std::int64_t pad, std::int64_t extent)
      : first(std::max<std::int64_t>(0, pad - out * stride)), last(std::min(kernel, extent + pad - out * stride)) {}
  // The same for taps that are `dilation` pixels apart.
  constexpr WindowTaps(std::int64_t out, std::int64_t kernel, std::int64_t stride, std::int64_t pad, std::int64_t extent, std::int64_t dilation)
      : first((std::max<std::int64_t>(0, pad - out * stride) + dilation - 1) / dilation),
        last(std::min(kernel, (extent + pad - out * stride + dilation - 1) / dilation)) {}
};

// The outputs whose window covers input coordinate `in`: [first, last).
struct CoveringWindows {
  std::int64_t first = 0, last = 0;

  constexpr CoveringWindows(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t pad, std::int64_t outputs)
      : first(in + pad < kernel ? 0 : (in + pad - kernel) / stride + 1), last(std::min(outputs, (in + pad) / stride + 1)) {}
};

}  // namespace stepscope::kernels
