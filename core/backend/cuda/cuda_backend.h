// The GPU backend.
#pragma once

#include <memory>

#include "core/backend/backend.h"
#include "core/backend/cuda/base/device_api.h"

namespace stepscope::cuda {

// The backend of GPU number `number`. Tests pass a table of their own.
std::unique_ptr<Backend> makeBackend(const DeviceApi& api, int number = 0);

}  // namespace stepscope::cuda
