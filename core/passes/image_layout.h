// The switch channels_last: how images are stored between layers.
#pragma once

#include <cstdint>

namespace stepscope {

// Auto: what is fastest on the device, a layer at a time where that was measured. ChannelsLast: NHWC everywhere; ChannelsFirst: NCHW.
enum class ImageLayout : std::uint8_t { Auto, ChannelsLast, ChannelsFirst };

}  // namespace stepscope
