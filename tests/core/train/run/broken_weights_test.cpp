// Weights that are no numbers are found before anything is trained with them, and the cure names a checkpoint that is sound. What a session did when
// it was killed at its very end is not done, or told, once more.
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_list.h"
#include "tests/core/train/trained.h"

#include <QRegularExpression>
#include <QtTest>
#include <algorithm>
#include <cstring>
#include <limits>

using namespace stepscope;
using namespace stepscope::test;

namespace {

void breakWeights(Checkpoint& checkpoint, float value) {
  for (SafeTensor& tensor : checkpoint.model)
    if (tensor.dtype == DType::F32 && !tensor.data.empty()) {
      std::memcpy(tensor.data.data() + tensor.data.size() - sizeof value, &value, sizeof value);
      return;
    }
}

}  // namespace

class BrokenWeightsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCheckpointThatIsNoNumbers_data() {
    QTest::addColumn<float>("value");
    QTest::addColumn<bool>("fork");
    for (const bool fork : {false, true}) {
      QTest::addRow("NaN, %s", fork ? "fork" : "resume") << std::numeric_limits<float>::quiet_NaN() << fork;
      QTest::addRow("infinite, %s", fork ? "fork" : "resume") << -std::numeric_limits<float>::infinity() << fork;
    }
  }
  void aCheckpointThatIsNoNumbers() {
    QFETCH(float, value);
    QFETCH(bool, fork);
    const QTemporaryDir folder;
    const Project project = smallProject(folder);
    QVERIFY(trainToStep(project, 5).end.status == RunStatus::Stopped);
    const std::string directory = project.runDirectory(1);
    Checkpoint broken = loadCheckpoint(directory, "last");
    broken.step += 1;
    broken.sampleInEpoch += 1;
    breakWeights(broken, value);
    saveCheckpoint(broken, directory, "last");
    TrainerOptions options;
    if (fork) options.fork = ForkPoint{1, "last"};
    else options.resume = 1;
    const Trained refused = train(project, options);
    const QString said = QString::fromStdString(refused.end.message);
    QVERIFY2(refused.end.status == RunStatus::Failed && refused.steps.empty(), qPrintable(said));
    QVERIFY2(said.contains("step 6 holds values that are not numbers in ") && said.contains("run 1"), qPrintable(said));
    // The cure: from the checkpoint that is named.
    const auto named = QRegularExpression("--fork 1 --checkpoint (\\S+) ").match(said);
    QVERIFY2(named.hasMatch(), qPrintable(said));
    TrainerOptions cure;
    cure.fork = ForkPoint{1, named.captured(1).toStdString()};
    const Trained sound = train(project, cure);
    QVERIFY2(sound.end.status == RunStatus::Finished && sound.start && sound.start->firstStep <= 6, sound.end.message.c_str());
  }

  // Where no checkpoint is sound the cure names none.
  void noSoundCheckpoint() {
    const QTemporaryDir folder;
    const Project project = smallProject(folder);
    QVERIFY(trainToStep(project, 5).end.status == RunStatus::Stopped);
    const std::string directory = project.runDirectory(1);
    Checkpoint broken = loadCheckpoint(directory, "last");
    breakWeights(broken, std::numeric_limits<float>::quiet_NaN());
    for (int i = 0; i < 2; ++i) saveCheckpoint(broken, directory, "last");
    TrainerOptions options;
    options.resume = 1;
    const std::string said = train(project, options).end.message;
    QVERIFY2(said.find("Train a new run") != std::string::npos && said.find("--checkpoint") == std::string::npos, said.c_str());
  }

  // A folder of the number of a new run, of a store that was moved away: its checkpoints are not this run's, and stay.
  void theFolderOfAnotherRun() {
    const QTemporaryDir folder, elsewhere;
    const Project project = smallProject(folder);
    QVERIFY(trainToStep(smallProject(elsewhere), 7).end.status == RunStatus::Stopped);
    const std::string directory = project.runDirectory(1);
    Checkpoint foreign = loadCheckpoint(smallProject(elsewhere).runDirectory(1), "last");
    foreign.step = 1'000'000;
    saveCheckpoint(foreign, directory, "last");
    saveCheckpoint(foreign, directory, "best");
    const Trained trained = trainToStep(project, 3);
    QVERIFY2(trained.end.run == 1 && trained.end.status == RunStatus::Stopped, trained.end.message.c_str());
    for (const CheckpointInfo& info : listCheckpoints(directory)) QVERIFY2(info.step <= 4, info.name.c_str());
    QCOMPARE(loadCheckpoint(directory + ".earlier-1", "last").step, std::int64_t{1'000'000});
    QVERIFY(std::any_of(trained.warnings.begin(), trained.warnings.end(),
                        [](const std::string& one) { return one.find(".earlier-1 now.") != std::string::npos; }));
  }

  void killedWhenAllWasDone() {
    const QTemporaryDir folder;
    const Project project =
        smallProject(folder, {{"data.validation_split", "0.25"}, {"train.epochs", "3"}, {"train.early_stopping.restore_best", "true"}});
    QVERIFY(train(project).end.status == RunStatus::Finished);
    const auto restored = [&] {
      int count = 0;
      for (const Marker& marker : RunReader(project.storePath()).markers(1)) count += marker.kind == "restore";
      return count;
    };
    QCOMPARE(restored(), 1);
    // As a kill before the last commit leaves it.
    {
      RunWriter writer(project.storePath());
      RunInfo run = *RunReader(project.storePath()).run(1);
      run.status = RunStatus::Interrupted;
      writer.update(run);
      writer.flush();
    }
    TrainerOptions options;
    options.resume = 1;
    const Trained again = train(project, options);
    QVERIFY2(again.end.status == RunStatus::Finished, again.end.message.c_str());
    QCOMPARE(restored(), 1);
  }
};

QTEST_GUILESS_MAIN(BrokenWeightsTest)
#include "broken_weights_test.moc"
