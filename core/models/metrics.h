// The table of metrics, which a run measures besides its loss. It decides which task measures which metric, the names that train.monitor accepts,
// which direction is better, and titles and units of curves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stepscope {

struct MetricDef {
  Metric metric;            // key, title, unit, direction
  std::vector<Task> tasks;  // tasks that measure it
  // Adds nodes to a forward graph that sum the metric over the batch: one f32, or one per target. Labels -1 and targets NaN are not counted.
  ValueId (*sum)(Graph& graph, ValueId prediction, ValueId labels);
  // The factor that converts a target's sum to the target's own unit, if its column was divided by this deviation.
  double (*unit)(double deviation) = nullptr;  // null: the metric has no unit
  // Converts the mean over samples and answers to the value that is shown, and back. Null: they are the same.
  double (*ofMean)(double mean) = nullptr;
  double (*toMean)(double figure) = nullptr;
};

const std::vector<MetricDef>& metricDefs();
// Metrics that a task measures, in the order of the table; the first is infoOf(task).metric.
std::vector<const MetricDef*> metricsOf(Task task);
// The metric of a series or final, "val_accuracy" or "accuracy"; null: the series is not a metric, for example a loss.
const MetricDef* findMetric(std::string_view series);
// Whether a larger value is better; false for a loss and for any series that is not a metric.
bool isLargerBetter(std::string_view series);
// "val_loss", "val_accuracy", ...: the loss and every metric, for each prefix in turn.
std::vector<std::string> monitorNames(const std::vector<std::string>& prefixes);

// Marks the output of a graph that holds a metric's sum.
void markMetric(Graph& graph, const MetricDef& def, ValueId sum);
// The output that markMetric marked; kNone if there is none.
ValueId metricOutput(const Graph& graph, const MetricDef& def);

}  // namespace stepscope
