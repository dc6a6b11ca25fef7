// Checks whether drawn values follow their rule: mean, deviation, range and distribution of a tensor, judged by the variation that chance allows for
// its size. It finds a wrong rule (the deviation of another fan, uniform instead of normal), not mere bad luck.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

double meanOf(const Init& init);
double deviationOf(const Init& init);
std::string describe(const Init& init);  // "uniform in ±0.0361", "normal, deviation 0.0147", "constant 1"

struct InitCheck {
  std::string name;
  Shape shape;
  Init init;
  double expectedMean = 0, expectedDeviation = 0;
  double mean = 0, deviation = 0;  // measured, without the row that starts as zeros
  std::string disagreement;        // empty when the values follow the rule: "the standard deviation is 9.3 standard errors too large"
  bool agrees() const { return disagreement.empty(); }
};

// `values`: all values of the parameter, in plain layout. A false alarm has a chance below one in a million for each statistic.
InitCheck checkInit(const Value& parameter, std::span<const float> values);
// Draws and checks initialValue() of every parameter.
std::vector<InitCheck> checkInitialValues(const Graph& graph, std::uint64_t seed);

}  // namespace stepscope
