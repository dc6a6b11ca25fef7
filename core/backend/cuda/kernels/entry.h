// The only __global__ function, which runs a functor. Compiled only by NVRTC.
#pragma once

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

extern __shared__ float sharedOfBlock[];

template <class K>
__global__ void __launch_bounds__(256) run(const __grid_constant__ K kernel) {
  kernel(Team{blockIdx.x, gridDim.x, static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x), sharedOfBlock});
}

}  // namespace stepscope::cuda
