// Settings from switches for a backend that compiles a step.
#pragma once

#include <cstdint>

namespace stepscope {

// The switch channels_last: how images are stored between layers. Auto: the fastest for the program on this device, measured on a CPU. ChannelsLast:
// NHWC everywhere; ChannelsFirst: NCHW.
enum class ImageLayout : std::uint8_t { Auto, ChannelsLast, ChannelsFirst };

struct KernelSettings {
  bool autotune = true;  // time the candidates of layers that are not in CompileOptions::choices; false: use the first candidate (direct)
  bool fusion = true;    // neighbouring nodes may run as one kernel if the backend has such a kernel
  ImageLayout images = ImageLayout::Auto;
  bool deterministic = false;  // GPU only: use only library kernels that give the same bits in every run
  bool allowTf32 = false;      // GPU only: f32 matrix products on tensor cores, with 10 fraction bits
  bool operator==(const KernelSettings&) const = default;
};

}  // namespace stepscope
