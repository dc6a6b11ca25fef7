// Smallest and largest value in any range of a counter's samples, so that a column of pixels costs O(log samples) and no peak is lost.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope {

struct CounterExtent {
  double low = 0, high = 0;
};

class CounterPyramid {
 public:
  CounterPyramid() = default;
  // The values must outlive the pyramid. Values that are not finite count as 0.
  explicit CounterPyramid(std::span<const double> values);

  // Smallest and largest value of the samples [first, last); first < last <= size.
  CounterExtent extent(std::size_t first, std::size_t last) const;
  std::size_t size() const { return values_.size(); }

 private:
  CounterExtent ofSamples(std::size_t first, std::size_t last) const;

  std::span<const double> values_;
  bool allFinite_ = true;
  std::vector<std::vector<CounterExtent>> levels_;  // an entry of level k covers 16^(k + 1) samples
};

}  // namespace stepscope
