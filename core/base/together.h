// Runs independent work on all cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace stepscope {

// Calls every function once, each on any of the threads, starting them in the order of the list, and returns when all are done. If one throws, its
// exception is thrown again at the end; if several do, that of the first in the list. On a machine with one core everything runs on the calling
// thread.
void together(const std::vector<std::function<void()>>& works);
// The same for the calls work(0) to work(count - 1).
void together(std::size_t count, const std::function<void(std::size_t)>& work);

// Sorts on two threads: each sorts one half, then the halves are merged. Both threads call before(a, b). A range that is already sorted costs one
// pass; a short one is sorted on the calling thread.
template <class Iterator, class Before>
void sortTogether(Iterator begin, Iterator end, const Before& before) {
  constexpr std::ptrdiff_t kWorthAThread = 20'000;
  if (std::is_sorted(begin, end, before)) return;
  if (end - begin < kWorthAThread) return std::sort(begin, end, before);
  const Iterator middle = begin + (end - begin) / 2;
  together({[&] { std::sort(begin, middle, before); }, [&] { std::sort(middle, end, before); }});
  std::inplace_merge(begin, middle, end, before);
}

}  // namespace stepscope
