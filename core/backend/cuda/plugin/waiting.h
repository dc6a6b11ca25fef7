// Waiting for what has been started, without keeping others from starting more: only the marks are set under the lock.
#pragma once

#include <mutex>

namespace stepscope::cuda {

// mark: enqueues what is waited for, under the lock; what it returns is given to `wait` when the lock is free again.
template <class Mutex, class Mark, class Wait>
void markThenWait(Mutex& enqueuing, const Mark& mark, const Wait& wait) {
  auto marks = [&] {
    const std::lock_guard lock(enqueuing);
    return mark();
  }();
  wait(marks);
}

}  // namespace stepscope::cuda
