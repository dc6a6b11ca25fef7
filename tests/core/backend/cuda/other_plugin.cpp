// A plugin of another build: the right symbol, another version.
#include "core/backend/cuda/base/device_api.h"

extern "C" const stepscope::cuda::DeviceApi* stepscope_cuda_device_api() {
  static stepscope::cuda::DeviceApi table;
  table.version = stepscope::cuda::kDeviceApiVersion + 41;
  table.bytes = sizeof(table);
  return &table;
}
