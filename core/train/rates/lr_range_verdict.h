// Judges a learning-rate range test: the loss must fall by more than its usual change from step to step.
#pragma once

#include <limits>
#include <vector>

namespace stepscope {

struct LrRangePoint {
  double rate = 0, loss = 0, smoothed = 0;
};

struct LrRangeVerdict {
  bool conclusive = false;
  // The rate at which the loss, smoothed on both sides of each step, falls most steeply over the logarithm of the rate, within its largest fall.
  double rate = std::numeric_limits<double>::quiet_NaN();
  double fall = 0;           // fall of the smoothed loss from its highest value to the lowest after it
  std::vector<double> line;  // the smoothed loss, as far as it is finite
  double noise = 0;          // one standard deviation of that line, estimated from the change of the loss from step to step
};

// Conclusive: a fall of at least eight standard deviations, and of one percent of the loss. The centred average (Gaussian, a thirtieth of the points)
// has no delay, unlike an exponential one.
LrRangeVerdict judgeRange(const std::vector<LrRangePoint>& points);

}  // namespace stepscope
