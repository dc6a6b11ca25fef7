// The emulated device in the place of libstepscope_cuda.so, so that whole runs can be trained on it; $STEPSCOPE_CUDA_PLUGIN names it. Its
// state is reached by the second symbol.
#include "tests/core/backend/cuda/emulated_device.h"

extern "C" __attribute__((visibility("default"))) const stepscope::cuda::DeviceApi* stepscope_cuda_device_api() {
  return &stepscope::cuda::emulatedDevice();
}

extern "C" __attribute__((visibility("default"))) stepscope::cuda::Emulation* stepscope_emulation() {
  return &stepscope::cuda::emulation();
}
