// The text of our kernels, kept in the program so that NVRTC can compile it where a GPU is.
#pragma once

#include <span>

#include "core/backend/cuda/base/device_api.h"

namespace stepscope::cuda {

std::span<const SourceFile> kernelSources();

}  // namespace stepscope::cuda
