// What a run measures beside its loss: one table. What is measured of which task, the names that train.monitor takes, which direction is
// better, titles and units of curves follow from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stepscope {

struct MetricDef {
  Metric metric;            // key, title, unit, direction
  std::vector<Task> tasks;  // that measure it
  // Adds to a forward graph what sums it over the batch: one f32, or one for each target. Labels -1 and targets NaN are not counted.
  ValueId (*sum)(Graph& graph, ValueId prediction, ValueId labels);
  // What the sum of a target is multiplied with to be in the target's own unit, where its column was divided by this deviation.
  double (*unit)(double deviation) = nullptr;  // null: it has none
  // The figure that the mean over samples and answers stands for, and the mean of a figure. Null: they are the same.
  double (*ofMean)(double mean) = nullptr;
  double (*toMean)(double figure) = nullptr;
};

const std::vector<MetricDef>& metricDefs();
// That a task measures, in the order of the table; the first is infoOf(task).metric.
std::vector<const MetricDef*> metricsOf(Task task);
// Of a series or final, "val_accuracy" or "accuracy"; null: it is none, as a loss.
const MetricDef* findMetric(std::string_view series);
// Of a metric its direction; of a loss and what else there is: no.
bool isLargerBetter(std::string_view series);
// "val_loss", "val_accuracy", ...: the loss and every metric, with one prefix after the other.
std::vector<std::string> monitorNames(const std::vector<std::string>& prefixes);

// The output of a graph that holds a metric's sum; kNone where it has none.
void markMetric(Graph& graph, const MetricDef& def, ValueId sum);
ValueId metricOutput(const Graph& graph, const MetricDef& def);

}  // namespace stepscope
