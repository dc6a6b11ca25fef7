// What the switches ask of a backend that compiles a step.
#pragma once

#include <cstdint>

namespace stepscope {

// The switch channels_last: how images are stored between layers. Auto: what is fastest on the device, a layer at a time where that was
// measured. ChannelsLast: NHWC everywhere; ChannelsFirst: NCHW.
enum class ImageLayout : std::uint8_t { Auto, ChannelsLast, ChannelsFirst };

struct KernelSettings {
  bool autotune = true;  // time the candidates of a layer that CompileOptions::choices does not know; false: the first candidate (direct)
  bool fusion = true;    // neighbouring nodes may run as one kernel where the backend has one
  ImageLayout images = ImageLayout::Auto;
  bool deterministic = false;  // a GPU's libraries: only kernels that give the same bits in every run
  bool allowTf32 = false;      // a GPU: f32 products on its tensor cores, with 10 bits of the fraction
  bool operator==(const KernelSettings&) const = default;
};

}  // namespace stepscope
