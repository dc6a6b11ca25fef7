// The kernel choices kept on disk between runs, shared by every process of the user.
#pragma once

#include "core/backend/backend.h"

namespace stepscope {

KernelChoices loadKernelCache(const Backend& backend);
// Adds `choices` to what is on disk by now, since another process may have extended it. Failures are not errors: it is only a cache.
void extendKernelCache(const Backend& backend, const KernelChoices& choices);

}  // namespace stepscope
