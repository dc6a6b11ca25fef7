// The emulated device in the place of libstepscope_cuda.so, so that whole runs can be trained on it; $STEPSCOPE_CUDA_PLUGIN names it. Its
// state is reached by the second symbol.
#include <cstdlib>

#include "tests/core/backend/cuda/emulated_device.h"

extern "C" __attribute__((visibility("default"))) const stepscope::cuda::DeviceApi* stepscope_cuda_device_api() {
  // A program that loads it can be shown a fault from outside.
  if (const char* fault = std::getenv("STEPSCOPE_EMULATED_FAULT")) stepscope::cuda::emulation().fault = fault;
  return &stepscope::cuda::emulatedDevice();
}

extern "C" __attribute__((visibility("default"))) stepscope::cuda::Emulation* stepscope_emulation() {
  return &stepscope::cuda::emulation();
}
