#include "profiler/trace/counter_pyramid.h"

#include <algorithm>
#include <cmath>

namespace stepscope {
namespace {

constexpr std::size_t kFan = 16;

double finite(double value) {
  return std::isfinite(value) ? value : 0;
}

void widen(CounterExtent& extent, double low, double high) {
  extent.low = std::min(extent.low, low);
  extent.high = std::max(extent.high, high);
}

}  // namespace

CounterPyramid::CounterPyramid(std::span<const double> values) : values_(values) {
  if (values.size() < kFan) return;
  std::vector<CounterExtent> level((values.size() + kFan - 1) / kFan);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = finite(values[i]);
    CounterExtent& block = level[i / kFan];
    if (i % kFan == 0)
      block = {value, value};
    else
      widen(block, value, value);
  }
  levels_.push_back(std::move(level));
  while (levels_.back().size() > kFan) {
    const std::vector<CounterExtent>& fine = levels_.back();
    std::vector<CounterExtent> coarse((fine.size() + kFan - 1) / kFan);
    for (std::size_t i = 0; i < fine.size(); ++i) {
      if (i % kFan == 0)
        coarse[i / kFan] = fine[i];
      else
        widen(coarse[i / kFan], fine[i].low, fine[i].high);
    }
    levels_.push_back(std::move(coarse));
  }
}

CounterExtent CounterPyramid::extent(std::size_t first, std::size_t last) const {
  CounterExtent result{finite(values_[first]), finite(values_[first])};
  const auto sample = [&](std::size_t i) { widen(result, finite(values_[i]), finite(values_[i])); };
  for (; first < last && first % kFan != 0; ++first) sample(first);
  for (; last > first && last % kFan != 0; --last) sample(last - 1);
  if (first >= last) return result;
  // Both ends lie on blocks of the first level; the same again on every level above.
  std::size_t from = first / kFan, to = last / kFan;
  for (std::size_t k = 0; k < levels_.size() && from < to; ++k) {
    const std::vector<CounterExtent>& level = levels_[k];
    const bool top = k + 1 == levels_.size();
    for (; from < to && (top || from % kFan != 0); ++from) widen(result, level[from].low, level[from].high);
    for (; to > from && to % kFan != 0; --to) widen(result, level[to - 1].low, level[to - 1].high);
    from /= kFan;
    to /= kFan;
  }
  return result;
}

}  // namespace stepscope
