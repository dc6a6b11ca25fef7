// What the emulated device computes where a real one asks cuBLASLt and cuDNN: by the definitions, in plain loops of its own. Operands in the
// order of device_api.h; emulation() says where the result shall be wrong.
#pragma once

#include "core/backend/cuda/base/device_api.h"

namespace stepscope::cuda {

void multiply(const MatmulRequest& r, void* const* operands);
void convolve(const ConvolutionRequest& r, void* const* operands);
void normalize(const NormRequest& r, void* const* operands);
void pool(const PoolRequest& r, void* const* operands);
void attend(const AttentionRequest& r, void* const* operands);

}  // namespace stepscope::cuda
