// Cancelling long work before its end.
#pragma once

#include <atomic>

namespace stepscope {

// Thrown when work was asked to stop. It is not an error, so no message is shown.
struct Cancelled {};

// Long work calls this every few milliseconds. Null: the work cannot be cancelled.
inline void throwIfCancelled(const std::atomic<bool>* cancel) {
  if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled{};
}

}  // namespace stepscope
