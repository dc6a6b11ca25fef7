// The kernel choices kept between runs, in the user's cache folder.
#pragma once

#include <string>

#include "core/backend/backend.h"

namespace stepscope {

// said, when given, receives a sentence where the file is damaged or holds nothing of this machine: what is missing is timed again, and
// what other machines left stays in the file.
KernelChoices loadKernelCache(const Backend& backend, std::string* said = nullptr);
// Adds what is new and keeps what others wrote meanwhile.
void extendKernelCache(const Backend& backend, const KernelChoices& choices);

}  // namespace stepscope
