// The GPU as a backend. Tests give it a device of their own.
#pragma once

#include <memory>

#include "core/backend/backend.h"
#include "core/backend/cuda/device_api.h"

namespace stepscope::cuda {

std::unique_ptr<Backend> makeBackend(const DeviceApi& api);

}  // namespace stepscope::cuda
