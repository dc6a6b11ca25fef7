// Compiles the source text of our kernels to machine code with NVRTC, which needs no GPU. Compiled kernels are stored on disk.
#pragma once

#include <string>

#include "core/backend/cuda/base/device_api.h"
#include "core/backend/cuda/plugin/kernel_files.h"

namespace stepscope::cuda {

// `arch` is 90 for compute capability 9.0. With `ptx` the result is PTX, which drivers can compile for later GPUs, instead of machine code; with
// `quick` it is hardly optimized. Throws Failure with the compiler's log.
CompiledKernels compileKernels(const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, int arch, bool ptx,
                               const std::string& cacheDirectory, bool quick = false);

void addCompiler(DeviceApi& api);

}  // namespace stepscope::cuda
