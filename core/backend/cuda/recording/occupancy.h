// How much of a multiprocessor a kernel uses. The limits are from the CUDA C++ Programming Guide, "Features and Technical Specifications per Compute
// Capability".
#pragma once

#include <cstdint>

namespace stepscope::cuda {

struct KernelShape {
  std::int64_t blocks = 1, threads = 32;  // `threads` per block
  std::int64_t registers = 0;             // per thread
  std::int64_t sharedBytes = 0;           // per block
};

struct Occupancy {
  std::int64_t activeBlocks = 0;  // blocks that one multiprocessor can hold at once
  double theoretical = 0;         // warps of these blocks / most warps of a multiprocessor, 0 to 1
  double achieved = 0;            // the same, less if the launch has too few blocks for all multiprocessors; an estimate as in Kineto
  double blocksPerMultiprocessor = 0, warpsPerMultiprocessor = 0;  // of the whole launch
};

// An unknown compute capability counts as the nearest older one.
Occupancy occupancyOf(const KernelShape& kernel, std::int64_t multiprocessors, int major, int minor);

}  // namespace stepscope::cuda
