// [train.loss]: the losses of a project's key against PyTorch's formulas, in training and in evaluation, and what is refused.
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/models/loss_spec.h"
#include "core/program/step_program.h"
#include "core/train/checkpoint/checkpoint.h"
#include "tests/core/train/trained.h"
#include "tests/support/compare_arrays.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr std::int64_t kBatch = 4, kWidth = 3;

// A model without layers' arithmetic: the flattened data are the logits, so that the loss is known from the numbers below.
ModelSpec identity(const LossSpec& loss) {
  ModelSpec spec;
  LayerSpec linear;
  linear.type = "linear";
  linear.integers = {{"out_features", kWidth}};
  spec.layers.push_back(linear);
  spec.loss = loss;
  return spec;
}

const std::vector<float> kX = {0.5F, -1, 2, 0, 0.25F, -0.75F, 3, 1, -2, -1, 1.5F, 0.125F};
const std::vector<std::int32_t> kLabels = {2, 0, -1, 1};
const std::vector<float> kTargets = {0, 0, 0, 1, NAN, -1, 1, 1, 1, -1, 2, 4};

// torch.nn.CrossEntropyLoss, with the weights of its documentation: the smoothed part is the mean over classes of the weighted negative
// logarithms, and the mean divides by the weights of the labels.
double crossEntropy(const LossSpec& loss) {
  const auto weightOf = [&](std::size_t k) { return loss.classWeights.empty() ? 1.0 : loss.classWeights[k]; };
  double sum = 0, counted = 0;
  for (std::size_t n = 0; n < kLabels.size(); ++n) {
    if (kLabels[n] < 0) continue;
    double total = 0;
    for (std::size_t k = 0; k < kWidth; ++k) total += std::exp(static_cast<double>(kX[n * kWidth + k]));
    const auto negativeLog = [&](std::size_t k) { return std::log(total) - static_cast<double>(kX[n * kWidth + k]); };
    const auto own = static_cast<std::size_t>(kLabels[n]);
    double smooth = 0;
    for (std::size_t k = 0; k < kWidth; ++k) smooth += weightOf(k) * negativeLog(k);
    sum += (1 - loss.labelSmoothing) * weightOf(own) * negativeLog(own) + loss.labelSmoothing * smooth / kWidth;
    counted += weightOf(own);
  }
  return sum / counted;
}

double regression(const LossSpec& loss) {
  double sum = 0, counted = 0;
  for (std::size_t i = 0; i < kTargets.size(); ++i) {
    if (std::isnan(kTargets[i])) continue;
    const double error = std::abs(static_cast<double>(kX[i]) - static_cast<double>(kTargets[i]));
    if (loss.kind == LossSpec::Kind::L1) sum += error;
    else if (loss.kind == LossSpec::Kind::Huber) sum += error < loss.delta ? 0.5 * error * error : loss.delta * (error - 0.5 * loss.delta);
    else sum += error * error;
    ++counted;
  }
  return sum / counted;
}

// The loss of a batch whose logits are kX: the layer's weights are made the unit matrix.
double lossOf(const LossSpec& loss, Task task, bool training) {
  Project project;
  project.model = identity(loss);
  project.switches.batchSize = kBatch;
  CompileOptions options;
  options.autotune = false;
  StepProgram program = compileStep(programOf(project, {{kWidth}, static_cast<int>(kWidth), DType::F32, task}, true), *findBackend("cpu"), options);
  program.attach();
  const std::vector<float> unit = {1, 0, 0, 0, 1, 0, 0, 0, 1}, zero = {0, 0, 0};
  program.train->write("0.weight", std::as_bytes(std::span(unit)));
  program.train->write("0.bias", std::as_bytes(std::span(zero)));
  if (program.train->graph().find(kClassWeights) != kNone) {
    const std::vector<float> weights(loss.classWeights.begin(), loss.classWeights.end());
    program.train->write(kClassWeights, std::as_bytes(std::span(weights)));
  }
  Program& run = training ? *program.train : *program.validation;
  run.stateChanged();
  std::memcpy(run.input("x").data(), kX.data(), kX.size() * 4);
  const void* labels = task == Task::Regression ? static_cast<const void*>(kTargets.data()) : kLabels.data();
  std::memcpy(run.input("labels").data(), labels, run.input("labels").size());
  if (training) run.setScalar("lr", 0);
  run.run();
  return run.scalar("loss");
}

LossSpec classes(double smoothing, std::vector<double> weights = {}) {
  LossSpec loss;
  loss.labelSmoothing = smoothing;
  loss.classWeights = std::move(weights);
  return loss;
}
LossSpec numbers(LossSpec::Kind kind, double delta = 1) {
  LossSpec loss;
  loss.kind = kind;
  loss.delta = delta;
  return loss;
}

}  // namespace

class LossTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void classification() {
    const LossSpec plain;
    for (const LossSpec& loss : {plain, classes(0.1), classes(0, {1, 0.5, 4}), classes(0.3, {0, 2, 1})}) {
      VERIFY_COMPARISON(compareNumbers(lossOf(loss, Task::Classification, true), crossEntropy(loss), {.absolute = 1e-6}), "loss");
      VERIFY_COMPARISON(compareNumbers(lossOf(loss, Task::Classification, false), crossEntropy(plain), {.absolute = 1e-6}), "loss");
    }
    QVERIFY(std::abs(crossEntropy(classes(0.3, {0, 2, 1})) - crossEntropy(plain)) > 0.01);  // the cases differ
  }

  void ofNumbers() {
    using Kind = LossSpec::Kind;
    for (const LossSpec& loss : {numbers(Kind::Auto), numbers(Kind::Mse), numbers(Kind::L1), numbers(Kind::Huber), numbers(Kind::Huber, 0.5)})
      for (const bool training : {true, false})
        VERIFY_COMPARISON(compareNumbers(lossOf(loss, Task::Regression, training), regression(loss), {.absolute = 1e-6}), "loss");
  }

  void refused_data() {
    QTest::addColumn<Overrides>("set");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("too few weights") << Overrides{{"train.loss.class_weights", "[1, 2]"}} << QStringList{"class_weights", "2", "5 classes"};
    QTest::newRow("no weight at all") << Overrides{{"train.loss.class_weights", "[0, 0, 0, 0, 0]"}} << QStringList{"class_weights", "0"};
    QTest::newRow("a negative weight") << Overrides{{"train.loss.class_weights", "[1, -2, 1, 1, 1]"}} << QStringList{"class_weights", "-2"};
    QTest::newRow("all smoothed away") << Overrides{{"train.loss.label_smoothing", "1"}} << QStringList{"label_smoothing", "below 1"};
    QTest::newRow("squares of classes") << Overrides{{"train.loss.name", "mse"}} << QStringList{"cross_entropy"};
    QTest::newRow("an unknown loss") << Overrides{{"train.loss.name", "hubert"}} << QStringList{"hubert", "huber"};
  }
  void refused() {
    QFETCH(Overrides, set);
    QFETCH(QStringList, names);
    QTemporaryDir folder;
    QString told;
    try {
      const Project project = smallProject(folder, set);
      buildModel(project.model, {{3, 12, 12}, 5}, 8, true);
    } catch (const Error& error) {
      told = QString::fromUtf8(error.what());
    }
    QVERIFY(!told.isEmpty());
    for (const QString& name : names) QVERIFY2(told.contains(name), qPrintable(told));
  }

  void refusedForNumbers() {
    for (const LossSpec& loss : {classes(0.1), classes(0, {1, 1, 1}), numbers(LossSpec::Kind::CrossEntropy)})
      QVERIFY_THROWS_EXCEPTION(Error, lossOf(loss, Task::Regression, true));
  }

  // A run with them trains, is kept and resumes with its weights.
  void aRunKeepsThem() {
    QTemporaryDir folder;
    const Project project =
        smallProject(folder, {{"train.loss.label_smoothing", "0.1"}, {"train.loss.class_weights", "[1, 2, 1, 1, 0.5]"}, {"train.epochs", "2"}});
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    // Broken off after its first epoch and resumed it has the same losses.
    TrainerOptions options;
    const Trained part = train(project, {}, [](Trainer& trainer, const Trained& so, const TrainerEvent&) {
      if (!so.epochs.empty()) trainer.stop();
    });
    options.resume = part.end.run;
    const Trained rest = train(project, options);
    QVERIFY2(rest.end.status == RunStatus::Finished, rest.end.message.c_str());
    QCOMPARE(rest.end.steps, whole.end.steps);
    QCOMPARE(losses(project, part.end.run).back().value, losses(project, whole.end.run).back().value);
    const Trained plain = train(smallProject(folder, {{"train.epochs", "2"}}));
    QVERIFY(std::abs(plain.steps.front().loss() - whole.steps.front().loss()) > 1e-3);
    const Checkpoint checkpoint = loadCheckpoint(project.runDirectory(whole.end.run), "last");
    QVERIFY(std::any_of(checkpoint.model.begin(), checkpoint.model.end(), [](const SafeTensor& tensor) { return tensor.name == kClassWeights; }));
    const Project again = projectFromJson(toJson(project));
    QVERIFY(again.model.loss == project.model.loss);
  }
};

QTEST_GUILESS_MAIN(LossTest)
#include "loss_test.moc"
