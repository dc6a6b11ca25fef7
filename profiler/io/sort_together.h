// Sorts on two threads: halves side by side, then merged.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/base/together.h"

namespace stepscope {

// before(a, b) is asked by several threads. What is sorted already costs one look.
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
