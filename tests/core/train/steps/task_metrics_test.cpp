// The metrics of a task, summed over batches, as figures and in checkpoints; and the tables that name them.
#include "core/train/steps/task_metrics.h"

#include <QtTest>
#include <cmath>
#include <cstring>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/models/losses.h"
#include "core/project/keys.h"

using namespace stepscope;

namespace {

// Mean absolute errors beside RMSE: a second metric of a task, as whoever adds one writes it.
ValueId absoluteErrors(Graph& graph, ValueId prediction, ValueId labels) {
  const ValueId each = graph.add("l1_loss", {prediction, labels}, {{"reduction", std::string("none")}}, "absolute");
  return graph.add("sum", {each}, {{"axes", std::vector<std::int64_t>{0}}, {"keepdim", false}}, "absolute");
}
const MetricDef kMae{{"mae", "MAE", "", false, false}, {Task::Regression}, absoluteErrors, [](double deviation) { return deviation; }};

// Two targets, of which the second was divided by 10.
SampleInfo twoTargets() {
  SampleInfo info;
  info.task = Task::Regression;
  info.targetNames = {"a", "b"};
  info.targetStd = {1, 10};
  info.setFields({2});
  return info;
}

// What the metrics say of predictions and targets, a batch of two each time.
Figures figuresOf(const TaskMetrics& metrics, const std::vector<std::vector<float>>& predictions, const std::vector<std::vector<float>>& targets) {
  Graph graph;
  const ValueId x = graph.addInput("x", DType::F32, {2, 2}), labels = graph.addInput("labels", DType::F32, {2, 2});
  for (const MetricDef* def : metrics.defs()) markMetric(graph, *def, def->sum(graph, x, labels));
  KernelChoices choices;
  CompileOptions options;
  options.threads = 1;
  options.mayTime = false;
  options.choices = &choices;
  const auto program = findBackend("cpu")->compile(graph, options);
  program->attachAlone();
  TaskMetrics::Sums sums;
  for (std::size_t batch = 0; batch < predictions.size(); ++batch) {
    std::memcpy(program->input("x").data(), predictions[batch].data(), 16);
    std::memcpy(program->input("labels").data(), targets[batch].data(), 16);
    program->run();
    metrics.add(sums, metrics.read(*program));
  }
  Figures figures;
  metrics.put(figures, "val_", 0.5, sums, 2 * static_cast<std::int64_t>(predictions.size()));
  return figures;
}

}  // namespace

class TaskMetricsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // By hand, in the targets' own units: errors 1, 2, 0, 3 of a and 10 times 0.5, 0, 1, 0 of b.
  void severalMetricsOfATask() {
    const TaskMetrics metrics(twoTargets(), {metricsOf(Task::Regression).front(), &kMae});
    const Figures figures = figuresOf(metrics, {{1, 0.5, 2, 0}, {0, -1, 3, 0}}, {{0, 0, 0, 0}, {0, 0, 0, 0}});
    QVERIFY((figures.entries.size() == 3 && figures.entries[0] == std::pair<std::string, double>{"val_loss", 0.5}));
    QCOMPARE(figures.entries[1].first, std::string("val_rmse"));
    QVERIFY(std::abs(figures.of("val_rmse") - std::sqrt((1 + 4 + 0 + 9 + 25 + 0 + 100 + 0) / 8.0)) < 1e-12);
    QVERIFY(std::abs(figures.of("val_mae") - (1 + 2 + 0 + 3 + 5 + 0 + 10 + 0) / 8.0) < 1e-12);
    QVERIFY(std::isnan(figures.of("val_accuracy")));
  }

  void withoutSamplesNothingIsKnown() {
    Figures figures;
    TaskMetrics(twoTargets()).put(figures, "train_", std::nan(""), {}, 0);
    QCOMPARE(figures.entries.size(), std::size_t{2});
    for (const auto& [key, value] : figures.entries) QVERIFY2(std::isnan(value), key.c_str());
  }

  // The first sum is where it always was; another one is a number of the checkpoint, and 0 where an older one has none.
  void checkpointsKeepEverySum() {
    const TaskMetrics metrics(twoTargets(), {metricsOf(Task::Regression).front(), &kMae});
    std::map<std::string, double> numbers;
    QCOMPARE(metrics.keep({3, 4}, numbers, "metric_sum"), 3.0);
    QVERIFY((numbers == std::map<std::string, double>{{"metric_sum.mae", 4}}));
    QVERIFY((metrics.sumsOf(3, numbers, "metric_sum") == TaskMetrics::Sums{3, 4}));
    QVERIFY((metrics.sumsOf(3, {}, "metric_sum") == TaskMetrics::Sums{3, 0}));
    std::map<std::string, double> none;
    QCOMPARE(TaskMetrics(twoTargets()).keep({3}, none, "metric_sum"), 3.0);
    QVERIFY(none.empty());
  }

  void namesFollowFromTheTables() {
    const auto choices = [](const char* key) { return findKey(key)->choices; };
    using Names = std::vector<std::string>;
    QVERIFY((choices("train.monitor") == Names{"val_loss", "val_accuracy", "val_rmse", "train_loss", "train_accuracy", "train_rmse"}));
    QVERIFY((choices("train.checkpoints.metric") == Names{"auto", "val_loss", "val_accuracy", "val_rmse"}));
    QVERIFY((choices("train.loss.name") == Names{"auto", "cross_entropy", "mse", "l1", "huber"}));
    for (const Task task : {Task::Classification, Task::Regression, Task::LanguageModel}) {
      QVERIFY(infoOf(task).task == task && metricsOf(task).front()->metric.key == infoOf(task).metric.key);
      QVERIFY(lossOf({}, task).tasks.front() == task || task == Task::LanguageModel);
    }
  }

  void seriesAreFoundByTheirMetric() {
    for (const char* series : {"accuracy", "val_accuracy", "train_accuracy", "epoch_train_accuracy", "best_val_accuracy"})
      QVERIFY2(findMetric(series) && isLargerBetter(series), series);
    QVERIFY(findMetric("val_rmse") && !isLargerBetter("val_rmse"));
    for (const char* series : {"loss", "val_loss", "lr", "", "val_", "accuracy_of_somebody"})
      QVERIFY2(!findMetric(series) && !isLargerBetter(series), series);
  }

  void aLossOfAnotherTaskIsRefused() {
    LossSpec spec;
    spec.kind = LossSpec::Kind::Huber;
    QCOMPARE(lossOf(spec, Task::Regression).op, std::string_view("huber_loss"));
    try {
      lossOf(spec, Task::Classification);
      QFAIL("a cross-entropy by Huber");
    } catch (const Error& error) {
      QVERIFY(error.cure().find("\"cross_entropy\"") != std::string::npos);
    }
    spec.kind = LossSpec::Kind::CrossEntropy;
    try {
      lossOf(spec, Task::Regression);
      QFAIL("a regression by classes");
    } catch (const Error& error) {
      QVERIFY(error.cure().find("mse, l1 or huber") != std::string::npos);
    }
  }
};

QTEST_GUILESS_MAIN(TaskMetricsTest)
#include "task_metrics_test.moc"
