#include "core/models/metrics.h"

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

ValueId rightAnswers(Graph& graph, ValueId prediction, ValueId labels) {
  return graph.add("accuracy", {prediction, labels}, {}, "accuracy");
}

// Applies `op` to predictions and targets element by element and sums over the batch: one sum for each target.
ValueId overBatch(Graph& graph, const char* op, ValueId prediction, ValueId labels, const char* scope) {
  const ValueId each = graph.add(op, {prediction, labels}, {{"reduction", std::string("none")}}, scope);
  return graph.add("sum", {each}, {{"axes", std::vector<std::int64_t>{0}}, {"keepdim", false}}, scope);
}

ValueId squaredErrors(Graph& graph, ValueId prediction, ValueId labels) {
  return overBatch(graph, "mse_loss", prediction, labels, "squared_error");
}

double squared(double x) {
  return x * x;
}
double root(double x) {
  return std::sqrt(x);
}

std::string outputOf(const MetricDef& def) {
  return std::string("metric/").append(def.metric.key);
}

}  // namespace

const std::vector<MetricDef>& metricDefs() {
  static const std::vector<MetricDef> defs = {
      {infoOf(Task::Classification).metric, {Task::Classification, Task::LanguageModel}, rightAnswers},
      {infoOf(Task::Regression).metric, {Task::Regression}, squaredErrors, squared, root, squared},
  };
  return defs;
}

std::vector<const MetricDef*> metricsOf(Task task) {
  std::vector<const MetricDef*> metrics;
  for (const MetricDef& def : metricDefs())
    if (std::find(def.tasks.begin(), def.tasks.end(), task) != def.tasks.end()) metrics.push_back(&def);
  return metrics;
}

const MetricDef* findMetric(std::string_view series) {
  for (const std::string_view prefix : {"best_val_", "epoch_train_", "train_", "val_"})
    if (series.starts_with(prefix)) {
      series.remove_prefix(prefix.size());
      break;
    }
  for (const MetricDef& def : metricDefs())
    if (def.metric.key == series) return &def;
  return nullptr;
}

bool isLargerBetter(std::string_view series) {
  const MetricDef* def = findMetric(series);
  return def && def->metric.larger;
}

std::vector<std::string> monitorNames(const std::vector<std::string>& prefixes) {
  std::vector<std::string> names;
  for (const std::string& prefix : prefixes) {
    names.push_back(prefix + "loss");
    for (const MetricDef& def : metricDefs()) names.push_back(keyOf(prefix.c_str(), def.metric));
  }
  return names;
}

void markMetric(Graph& graph, const MetricDef& def, ValueId sum) {
  graph.markOutput(outputOf(def), sum);
}

ValueId metricOutput(const Graph& graph, const MetricDef& def) {
  const auto found = graph.outputs().find(outputOf(def));
  return found == graph.outputs().end() ? ValueId(kNone) : found->second;
}

}  // namespace stepscope
