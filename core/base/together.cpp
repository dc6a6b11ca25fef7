#include "core/base/together.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace stepscope {

void together(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < std::min<std::size_t>(count, std::thread::hardware_concurrency()); ++t) others.emplace_back(run);
    run();
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

void together(const std::vector<std::function<void()>>& works) {
  together(works.size(), [&](std::size_t i) { works[i](); });
}

}  // namespace stepscope
