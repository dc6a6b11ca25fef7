#include "profiler/trace/counter_pyramid.h"

#include <algorithm>
#include <array>
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
  allFinite_ = std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (values.size() < kFan) return;
  std::vector<CounterExtent> level((values.size() + kFan - 1) / kFan);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = finite(values[i]);
    CounterExtent& block = level[i / kFan];
    if (i % kFan == 0) block = {value, value};
    else widen(block, value, value);
  }
  levels_.push_back(std::move(level));
  while (levels_.back().size() > kFan) {
    const std::vector<CounterExtent>& fine = levels_.back();
    std::vector<CounterExtent> coarse((fine.size() + kFan - 1) / kFan);
    for (std::size_t i = 0; i < fine.size(); ++i) {
      if (i % kFan == 0) coarse[i / kFan] = fine[i];
      else widen(coarse[i / kFan], fine[i].low, fine[i].high);
    }
    levels_.push_back(std::move(coarse));
  }
}

// Keeps four minima and maxima, so that successive comparisons do not depend on each other (instruction-level parallelism).
CounterExtent CounterPyramid::ofSamples(std::size_t first, std::size_t last) const {
  constexpr std::size_t kAtOnce = 4;
  std::array<double, kAtOnce> low, high;
  low.fill(finite(values_[first]));
  high = low;
  const auto scan = [&](auto valueOf) {
    std::size_t i = first;
    for (; i + kAtOnce <= last; i += kAtOnce)
      for (std::size_t k = 0; k < kAtOnce; ++k) {
        const double value = valueOf(values_[i + k]);
        low[k] = std::min(value, low[k]);
        high[k] = std::max(value, high[k]);
      }
    for (; i < last; ++i) {
      low[0] = std::min(valueOf(values_[i]), low[0]);
      high[0] = std::max(valueOf(values_[i]), high[0]);
    }
  };
  if (allFinite_) scan([](double value) { return value; });
  else scan(finite);
  return {std::min(std::min(low[0], low[1]), std::min(low[2], low[3])), std::max(std::max(high[0], high[1]), std::max(high[2], high[3]))};
}

CounterExtent CounterPyramid::extent(std::size_t first, std::size_t last) const {
  const std::size_t blocksFrom = (first + kFan - 1) / kFan * kFan, blocksTo = last / kFan * kFan;
  if (last - first <= 2 * kFan || blocksFrom >= blocksTo) return ofSamples(first, last);
  CounterExtent result{finite(values_[first]), finite(values_[first])};
  const auto samples = [&](std::size_t from, std::size_t to) {
    if (from >= to) return;
    const CounterExtent part = ofSamples(from, to);
    widen(result, part.low, part.high);
  };
  samples(first, blocksFrom);
  samples(blocksTo, last);
  first = blocksFrom;
  last = blocksTo;
  // Both ends now lie on block boundaries of level 0. On each level, reads the entries at both ends that do not fill an entry of the next level, then
  // goes up.
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
