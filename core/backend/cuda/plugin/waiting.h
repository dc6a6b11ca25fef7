// Waits for started work without keeping other threads from starting more: only the events are recorded under the lock.
#pragma once

#include <mutex>

namespace stepscope::cuda {

// Calls mark() under the lock, which enqueues what to wait for; its result is passed to wait() after the lock is released.
template <class Mutex, class Mark, class Wait>
void markThenWait(Mutex& enqueuing, const Mark& mark, const Wait& wait) {
  auto marks = [&] {
    const std::lock_guard lock(enqueuing);
    return mark();
  }();
  wait(marks);
}

}  // namespace stepscope::cuda
