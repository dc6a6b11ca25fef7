// How much of a multiprocessor a kernel fills: CUDA C++ Programming Guide, "Features and Technical Specifications per Compute Capability".
#pragma once

#include <cstdint>

namespace stepscope::cuda {

struct KernelShape {
  std::int64_t blocks = 1, threads = 32;  // threads of a block
  std::int64_t registers = 0;             // of a thread
  std::int64_t sharedBytes = 0;           // of a block
};

struct Occupancy {
  std::int64_t activeBlocks = 0;  // that one multiprocessor can hold at once
  double theoretical = 0;         // warps of these / warps that it could hold, 0 to 1
  double achieved = 0;            // the same when the launch has too few blocks to fill all of them; an estimate, as Kineto's
  double blocksPerMultiprocessor = 0, warpsPerMultiprocessor = 0;  // of the whole launch
};

// Unknown capabilities count as the nearest older one.
Occupancy occupancyOf(const KernelShape& kernel, std::int64_t multiprocessors, int major, int minor);

}  // namespace stepscope::cuda
