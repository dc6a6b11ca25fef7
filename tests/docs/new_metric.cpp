// The metric that docs/adding.md adds: what it sums over a batch against numbers by hand, and that names and directions follow. Compiled by
// guide_test.cpp with the page's changes in place.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/models/metrics.h"
#include "tests/dev/reference/interpreter.h"

using namespace stepscope;

int main() {
  int failures = 0;
  const auto require = [&](bool ok, const char* what) {
    if (ok) return;
    std::printf("not so: %s\n", what);
    ++failures;
  };
  const MetricDef* mae = findMetric("val_mae");
  require(mae != nullptr, "the table has it");
  if (!mae) return 1;
  const std::vector<std::string> names = monitorNames({"val_", "train_"});
  for (const char* name : {"val_mae", "train_mae"}) require(std::find(names.begin(), names.end(), name) != names.end(), name);
  require(!isLargerBetter("val_mae") && isLargerBetter("val_accuracy"), "a smaller error is the better");
  const std::vector<const MetricDef*> regression = metricsOf(Task::Regression);
  require(regression.front()->metric.key == "rmse" && regression.back() == mae && metricsOf(Task::Classification).size() == 1,
          "of a regression, beside RMSE");

  // Three samples of two targets; the NaN is not counted.
  Graph graph;
  const ValueId prediction = graph.addInput("x", DType::F32, {3, 2}), labels = graph.addInput("labels", DType::F32, {3, 2});
  markMetric(graph, *mae, mae->sum(graph, prediction, labels));
  const reference::Result result = reference::interpret(graph, {{"x", {1, -2, 3, 4, 0, 0.5}}, {"labels", {0.5, 1, 3, std::nan(""), -1, 0}}});
  const reference::Tensor& sums = result[metricOutput(graph, *mae)];
  require(sums.size() == 2 && std::abs(sums[0] - 1.5) < 1e-12 && std::abs(sums[1] - 3.5) < 1e-12, "|1 - 0.5| + |0 + 1| and |-2 - 1| + |0.5|");
  require(mae->unit(3) == 3 && !mae->ofMean, "an error of 1 deviation of 3 is one of 3");
  return failures;
}
