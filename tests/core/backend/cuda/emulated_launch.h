// A launch of one of our kernels on the host. With many threads a block each has a stack of its own, and they run in turn from barrier to
// barrier, from the first to the last or the other way round: where a kernel forgets a barrier, one of the two orders reads what is not
// written yet. Or each is a thread of the system, of two blocks at a time, for what only a sanitizer sees. Shared memory begins as NaN.
#pragma once

#include <cstdint>
#include <string>

#include "core/backend/cuda/base/device_api.h"

namespace stepscope::cuda {

enum class BlockThreads : std::uint8_t { One, FirstToLast, LastToFirst, Real };

struct HostLaunch {
  decltype(KernelRef::onHost) kernel = nullptr;
  const void* functor = nullptr;
  std::int64_t blocks = 1;
  int threads = 32;  // a block
  std::int64_t sharedBytes = 0;
  std::int64_t lost = 0;  // of the last blocks, which never run
  int real = 0;           // so many threads of the system a block, at most as many as the launch asks for
};

// With many threads a block there are at most three blocks of two warps, which is nothing to kernels that stride. Empty, or what the kernel does
// wrong: threads that wait at other places than the others, or for threads that have ended.
std::string runLaunch(const HostLaunch& launch, BlockThreads threads);

}  // namespace stepscope::cuda
