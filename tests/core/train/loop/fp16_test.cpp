// Training in fp16: steps that overflow are skipped, named and counted; the scale follows GradScaler's rule, resumes with the same bits and
// may be turned while training; and models learn as they do in f32. (The rule itself against PyTorch: tests/torch/grad_scaler_test.cpp.)
#include "core/train/trainer.h"
#include "tests/core/train/trained.h"
#include "tests/support/compare_arrays.h"

#include <QtTest>
#include <cmath>
#include <cstring>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;

namespace {

Overrides fp16(const Overrides& more = {}) {
  Overrides overrides{{"switches.amp", "fp16"}};
  overrides.insert(overrides.end(), more.begin(), more.end());
  return overrides;
}

// Convolutions, batch norm, attention: what a network of pictures or of text is made of, small.
Project pictures(const QTemporaryDir& folder, const Overrides& overrides) {
  return parseProject(
      "[data]\nkind = \"synthetic\"\ncount = 512\nimage_size = 16\nclasses = 4\n[model]\nname = \"resnet20\"\n[train]\nepochs = 4\n"
      "[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.05\nmomentum = 0.9\n[train.schedule]\nname = \"cosine\"\n"
      "[train.capture]\nstep = -1\n[switches]\nbatch_size = 32\n",
      folder.filePath("project.toml").toStdString(), overrides);
}
Project text(const QTemporaryDir& folder, const Overrides& overrides) {
  std::ofstream file(folder.filePath("song.txt").toStdString(), std::ios::binary);
  for (int i = 0; i < 400; ++i) file << "one two three four " << (i % 2 ? "five.\n" : "six!\n");
  file.close();
  return parseProject(
      "[data]\nkind = \"text\"\npath = \"song.txt\"\ncontext_length = 24\nvalidation_split = 0.1\n"
      "[model]\nname = \"gpt\"\nlayers = 2\nwidth = 32\nheads = 2\n[train]\nepochs = 4\n[train.optimizer]\nname = \"adamw\"\n"
      "learning_rate = 0.01\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 8\n",
      folder.filePath("project.toml").toStdString(), overrides);
}

void compareBits(const std::vector<Point>& a, const std::vector<Point>& b) {
  QCOMPARE(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    QCOMPARE(a[i].step, b[i].step);
    QVERIFY2(std::memcmp(&a[i].value, &b[i].value, sizeof a[i].value) == 0, qPrintable(QString("step %1").arg(a[i].step)));
  }
}

int overflows(const Trained& trained) {
  return static_cast<int>(std::count_if(trained.markers.begin(), trained.markers.end(), [](const Marker& m) { return m.kind == "overflow"; }));
}

}  // namespace

class Fp16Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void overflowsAreSkippedAndNamed() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, fp16({{"train.grad_scaler.init_scale", "1e8"}, {"train.grad_scaler.growth_interval", "4"}}));
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY(trained.warnings.empty());
    QCOMPARE(trained.steps.size(), std::size_t{30});
    // GradScaler's rule, told again from which steps were skipped.
    double scale = 1e8;
    std::int64_t skipped = 0, tracker = 0;
    for (const StepEvent& step : trained.steps) {
      QVERIFY(std::isfinite(step.loss()));
      const bool overflow = step.of("skipped_steps") > static_cast<double>(skipped);
      skipped += overflow ? 1 : 0;
      tracker = overflow ? 0 : tracker + 1;
      if (overflow) scale *= 0.5;
      if (tracker == 4) {
        scale *= 2;
        tracker = 0;
      }
      QCOMPARE(step.of("loss_scale"), scale);
      QCOMPARE(step.of("skipped_steps"), static_cast<double>(skipped));
    }
    QVERIFY2(skipped >= 2 && skipped < 20, qPrintable(QString::number(skipped)));
    QCOMPARE(overflows(trained), static_cast<int>(skipped));
    for (const Marker& marker : trained.markers) {
      if (marker.kind != "overflow") continue;
      const QString label = QString::fromStdString(marker.label);
      QVERIFY2(label.startsWith("step skipped, loss scale ") && label.contains(": the output of ") && label.contains("tensor "), qPrintable(label));
    }
    QCOMPARE(trained.end.skippedSteps, skipped);
    QCOMPARE(trained.end.lossScale, scale);
    const RunReader reader(project.storePath());
    QCOMPARE(reader.points(trained.end.run, "loss_scale").back().value, scale);
    QCOMPARE(reader.points(trained.end.run, "skipped_steps").back().value, static_cast<double>(skipped));
    // Nothing of it where the loss is not scaled.
    const Trained plain = train(smallProject(folder));
    QVERIFY(std::isnan(plain.end.lossScale) && std::isnan(plain.steps[0].of("loss_scale")));
    QVERIFY(reader.points(plain.end.run, "loss_scale").empty());
  }

  void resumesWithTheSameBits() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, fp16({{"train.grad_scaler.init_scale", "1e7"},
                                                       {"train.grad_scaler.growth_interval", "3"},
                                                       {"train.optimizer.name", "adam"},
                                                       {"train.optimizer.learning_rate", "0.003"},
                                                       {"train.optimizer.momentum", "0"}}));
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    QVERIFY(whole.end.skippedSteps > 0);
    RunId run = 0;
    for (const std::int64_t stop : {5, 11, 23, 1000}) {
      TrainerOptions options;
      if (run > 0) options.resume = run;
      const Trained part = train(project, options, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
        const auto* step = std::get_if<StepEvent>(&event);
        if (step && step->step >= stop) trainer.stop();
      });
      QVERIFY2(part.end.status != RunStatus::Failed && part.warnings.empty(), part.end.message.c_str());
      run = part.end.run;
    }
    const RunReader reader(project.storePath());
    for (const char* key : {"train_loss", "loss_scale", "skipped_steps"}) compareBits(reader.points(run, key), reader.points(whole.end.run, key));
  }

  void isTurnedWhileTraining() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "6"}});
    const Switches::Amp order[] = {Switches::Amp::Fp16, Switches::Amp::Bf16, Switches::Amp::Fp16, Switches::Amp::Off};
    std::size_t next = 0;
    const Trained trained = train(project, {}, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
      const auto* step = std::get_if<StepEvent>(&event);
      if (!step || next == std::size(order) || step->step < static_cast<std::int64_t>(next + 1) * 8) return;
      Switches switches = project.switches;
      switches.amp = order[next++];
      trainer.setSwitches(switches);
    });
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY2(trained.warnings.empty(), trained.warnings.empty() ? "" : trained.warnings[0].c_str());
    QCOMPARE(std::count_if(trained.markers.begin(), trained.markers.end(), [](const Marker& m) { return m.kind == "switch"; }), 4);
    int scaled = 0, changes = 0;
    for (std::size_t i = 0; i < trained.steps.size(); ++i) {
      scaled += std::isfinite(trained.steps[i].of("loss_scale")) ? 1 : 0;
      if (i > 0 && std::isfinite(trained.steps[i].of("loss_scale")) != std::isfinite(trained.steps[i - 1].of("loss_scale"))) ++changes;
    }
    QVERIFY(scaled > 4 && changes == 4);
    QVERIFY(trained.steps.back().loss() < trained.steps.front().loss());
  }

  void learnsAsInF32_data() {
    QTest::addColumn<bool>("ofText");
    QTest::newRow("resnet20") << false;
    QTest::newRow("gpt") << true;
  }
  void learnsAsInF32() {
    QFETCH(bool, ofText);
    QTemporaryDir folder;
    const auto project = [&](const Overrides& overrides) { return ofText ? text(folder, overrides) : pictures(folder, overrides); };
    const Trained exact = train(project({})), half = train(project(fp16()));
    QVERIFY2(exact.end.status == RunStatus::Finished && half.end.status == RunStatus::Finished, half.end.message.c_str());
    // PyTorch's default scale: whatever overflows in the first steps is settled soon.
    QVERIFY(half.end.skippedSteps <= 8);
    QVERIFY(half.end.lossScale >= 256);
    const double before = exact.epochs.front().of("train_loss"), want = exact.epochs.back().of("train_loss"),
                 got = half.epochs.back().of("train_loss");
    QVERIFY2(want < 0.7 * before, qPrintable(QString("%1 after %2").arg(want).arg(before)));
    VERIFY_COMPARISON(compareNumbers(got, want, {.absolute = 0.02, .relative = 0.1}), "loss beside that of f32");
    QVERIFY2(asPlanned(half.end.measuredPeakBytes, half.end.predictedPeakBytes), "the plan is the peak");
  }

  // The scale cures gradients that overflow, nothing else.
  void stopsWhereTheLossIsNotFinite() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, fp16({{"train.optimizer.learning_rate", "1e6"}, {"train.schedule.name", "constant"}})));
    QCOMPARE(trained.end.status, RunStatus::Failed);
    const QString message = QString::fromStdString(trained.end.message);
    QVERIFY2(message.contains("the loss is ") && message.contains("learning rate") && message.contains("first, the "), qPrintable(message));
    QVERIFY(trained.steps.size() < 30);
  }

  // Where the scale falls slowly, the epochs that the message names are enough.
  void everyStepSkippedFromTheUsualScale() {
    QTemporaryDir folder;
    const Project project =
        smallProject(folder, fp16({{"train.epochs", "1"}, {"train.grad_scaler.init_scale", "1e12"}, {"train.grad_scaler.backoff_factor", "0.9"}}));
    const Trained first = train(project);
    QVERIFY(first.end.status == RunStatus::Failed && first.end.skippedSteps == first.end.steps);
    TrainerOptions options;
    options.resume = first.end.run;
    options.configurationPatch =
        R"([{"op":"replace","path":"/train/epochs","value":2},{"op":"replace","path":"/train/grad_scaler/init_scale","value":65536}])";
    const Trained second = train(project, options);
    const QString message = QString::fromStdString(second.end.message);
    QVERIFY2(second.end.status == RunStatus::Failed && message.contains("--set train.epochs="), qPrintable(message));
    const int epochs = message.section("train.epochs=", 1).section(')', 0, 0).toInt();
    QVERIFY2(epochs > 10 && epochs < 60, qPrintable(message));
    options.configurationPatch = QString(R"([{"op":"replace","path":"/train/epochs","value":%1}])").arg(epochs).toStdString();
    const Trained more = train(project, options);
    QVERIFY2(more.end.status == RunStatus::Finished && more.end.skippedSteps < more.end.steps, more.end.message.c_str());
  }

  // A run of which no step changed a weight did not train, and says so; what it says helps.
  void everyStepSkipped() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, fp16({{"train.epochs", "1"}, {"train.grad_scaler.init_scale", "1e12"}}));
    const Trained trained = train(project);
    QCOMPARE(trained.end.skippedSteps, trained.end.steps);
    QVERIFY(trained.end.status == RunStatus::Failed);
    QVERIFY2(trained.end.message.starts_with("No step changed a weight") &&
                 trained.end.message.find("train.grad_scaler.init_scale = 65536") != std::string::npos,
             trained.end.message.c_str());
    const Trained usual = train(smallProject(folder, fp16({{"train.epochs", "1"}, {"train.grad_scaler.init_scale", "65536"}})));
    QVERIFY2(usual.end.status == RunStatus::Finished && usual.end.skippedSteps < usual.end.steps, usual.end.message.c_str());
    const Trained bf16 = train(smallProject(folder, {{"train.epochs", "1"}, {"switches.amp", "bf16"}}));
    QVERIFY2(bf16.end.status == RunStatus::Finished, bf16.end.message.c_str());
  }
};

QTEST_GUILESS_MAIN(Fp16Test)
#include "fp16_test.moc"
