// The GPU as a backend. Tests can pass their own device.
#pragma once

#include <memory>

#include "core/backend/backend.h"
#include "core/backend/cuda/base/device_api.h"

namespace stepscope::cuda {

std::unique_ptr<Backend> makeBackend(const DeviceApi& api, int number = 0);

}  // namespace stepscope::cuda
