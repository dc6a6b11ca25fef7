// Kernels that have been renamed: choices kept on disk and in checkpoints by older programs name them as they were.
#pragma once

#include <string>

namespace stepscope::cpu {

// The kernel's name now; a name that never changed is returned as it is. docs/glossary.md lists the names.
std::string currentKernelName(std::string kept);

}  // namespace stepscope::cpu
