// Our kernels' text to machine code through NVRTC, which needs no GPU. What was compiled once is kept on disk.
#pragma once

#include <string>
#include <vector>

#include "core/backend/cuda/device_api.h"

namespace stepscope::cuda {

struct CompiledKernels {
  std::string image;                 // cubin
  std::vector<std::string> entries;  // the mangled name of each kernel asked for
};

// arch: 90 for compute capability 9.0. ptx: text that later GPUs can finish, instead of machine code. Throws Failure with the compiler's
// log. quick: hardly optimized.
CompiledKernels compileKernels(const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, int arch,
                               bool ptx, const std::string& cacheDirectory, bool quick = false);

void addCompiler(DeviceApi& api);

}  // namespace stepscope::cuda
