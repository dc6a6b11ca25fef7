// The CPU backend: kernels of oneDNN and of our own on OpenMP threads.
#pragma once

#include "core/backend/backend.h"

namespace stepscope {

const Backend& cpuBackend();

}  // namespace stepscope
