// Devices by the name that a user gives, and in words why one cannot be used.
#pragma once

#include <string>
#include <string_view>

#include "core/backend/backend.h"

namespace stepscope {

// The backend of that name. Throws Error (Input, "device") with the reason when it does not exist or cannot be used on this machine.
const Backend& requireBackend(std::string_view name);

// Why training cannot run on a GPU here, a clause without a full stop; empty when it can. Loads the driver and the plugin.
std::string whyNoGpu();

}  // namespace stepscope
