// Giving up because somebody does not want to wait for the end.
#pragma once

#include <atomic>

namespace stepscope {

// Thrown by what was asked to stop. No error: nobody is told.
struct Cancelled {};

// For places that long work passes every few milliseconds; null: nobody asks.
inline void throwIfCancelled(const std::atomic<bool>* cancel) {
  if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled{};
}

}  // namespace stepscope
