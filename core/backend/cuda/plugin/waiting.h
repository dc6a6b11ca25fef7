// Waits for started work without preventing others from starting more: only the events are recorded under the lock.
#pragma once

#include <mutex>

namespace stepscope::cuda {

// mark: enqueues what to wait for, under the lock; its result is passed to `wait` when the lock is free again.
template <class Mutex, class Mark, class Wait>
void markThenWait(Mutex& enqueuing, const Mark& mark, const Wait& wait) {
  auto marks = [&] {
    const std::lock_guard lock(enqueuing);
    return mark();
  }();
  wait(marks);
}

}  // namespace stepscope::cuda
