// The slowest steps of a trace, and which classes and ops took longer in them than in a usual step. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/exclusive_breakdown.h"

namespace stepscope {

struct SlowStep {
  std::size_t index = 0;     // index in StepWindows::steps
  std::int32_t number = -1;  // as in the recording
  TimeRange range;
  double overNs = 0;        // ns above the median step
  bool outlier = false;     // longer by more than 3 times the median absolute deviation (scaled to a standard deviation), and by 10 % of the median
  NsByClass overByClass{};  // ns of each class above its median over the steps
  struct Op {
    std::string name;
    double overNs = 0;
  };
  std::vector<Op> ops;  // the ops with the most time above their median, at most 3
};

// At most `count`, the slowest first. Empty for fewer than 3 steps, since they have no usual step.
std::vector<SlowStep> slowSteps(const Trace& trace, std::size_t count = 5);

// Whether two sets of measured steps differ by more than chance would explain. Pure functions.
struct NoiseInterval {
  double low = 0, high = 0;
  bool holds(double value) const { return low <= value && value <= high; }
};

double meanOf(const std::vector<double>& values);  // 0 for an empty list
bool varies(const std::vector<double>& values);    // some value differs from another

// The interval that contains meanOf(b) - meanOf(a) with this confidence. Expanded percentile bootstrap over the steps (Efron 1979; Hesterberg 2015:
// the plain bootstrap is too narrow for few steps) with 1000 resamples and a fixed seed; if both sides have more than 60 steps, computed from the
// standard errors. No value with fewer than 3 steps on a side, or if on each side all values are equal: then nothing shows how much they vary. Means
// are compared, because the means of the parts of a step add up to that of the step.
std::optional<NoiseInterval> noiseOfDifference(const std::vector<double>& a, const std::vector<double>& b, double confidence);

}  // namespace stepscope
