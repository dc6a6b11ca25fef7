// Compiles our kernels' text to machine code through NVRTC, which needs no GPU. Compiled kernels are stored on disk.
#pragma once

#include <string>

#include "core/backend/cuda/base/device_api.h"
#include "core/backend/cuda/plugin/kernel_files.h"

namespace stepscope::cuda {

// arch: 90 for compute capability 9.0. ptx: text that later GPUs can finish, instead of machine code. Throws Failure with the compiler's log. quick:
// hardly optimized.
CompiledKernels compileKernels(const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, int arch, bool ptx,
                               const std::string& cacheDirectory, bool quick = false);

void addCompiler(DeviceApi& api);

}  // namespace stepscope::cuda
