// Work that does not depend on each other, on all cores.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace stepscope {

// Calls every work once, each on some thread, and returns when all are done: the first in the list begin first. What a work throws is thrown again
// when all have ended; of several, the first in the list. Runs on the calling thread alone where the process has one core.
void together(const std::vector<std::function<void()>>& works);
// The same with work(0) to work(count - 1).
void together(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace stepscope
