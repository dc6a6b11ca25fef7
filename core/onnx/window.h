// The attributes of a window that slides over the dimensions after batch and channels.
#pragma once

#include "core/onnx/converter.h"

namespace stepscope::onnx {

using Ints = std::vector<std::int64_t>;

struct Window {
  Ints kernel, stride, dilation, before, after;  // one per dimension
};

// The window by the node's attributes strides, dilations, pads and auto_pad. `x` is the shape of the input (batch, channels, ...).
Window windowOf(const Context& c, const Shape& x, Ints kernel);

// Sequences run as images of height 1. Refuses volumes.
ValueId asImage(Context& c, ValueId x);
Window asImageWindow(Window w);
// The result as a sequence again if the input was one, that is, if its `rank` is 3.
ValueId likeInput(Context& c, ValueId y, std::size_t rank);

}  // namespace stepscope::onnx
