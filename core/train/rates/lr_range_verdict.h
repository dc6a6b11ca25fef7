// Whether a learning-rate range test found anything: the loss must fall by more than it changes from step to step anyway.
#pragma once

#include <limits>
#include <vector>

namespace stepscope {

struct LrRangePoint {
  double rate = 0, loss = 0, smoothed = 0;
};

struct LrRangeVerdict {
  bool conclusive = false;
  // Where the loss, smoothed on both sides of each step, falls most steeply over the logarithm of the rate, within its largest fall.
  double rate = std::numeric_limits<double>::quiet_NaN();
  double fall = 0;           // from the highest to the lowest that comes after it, of the loss so smoothed
  std::vector<double> line;  // the loss so smoothed, as far as it is finite
  double noise = 0;          // one standard deviation of that line, from how much the loss changes from one step to the next
};

// Conclusive: a fall of at least eight standard deviations, and of one in a hundred of the loss. The centred average (Gaussian, a thirtieth of
// the points) lags behind no step, as an exponential one does.
LrRangeVerdict judgeRange(const std::vector<LrRangePoint>& points);

}  // namespace stepscope
