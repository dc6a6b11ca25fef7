// The source text of our kernels, stored in the program, so that NVRTC can compile it on the machine with the GPU.
#pragma once

#include <span>

#include "core/backend/cuda/base/device_api.h"

namespace stepscope::cuda {

std::span<const SourceFile> kernelSources();

}  // namespace stepscope::cuda
