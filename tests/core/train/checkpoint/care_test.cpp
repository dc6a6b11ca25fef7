// Which checkpoints stay, what may be deleted, what a clean-up says and does; a kill on the way leaves whole ones.
#include <signal.h>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_care.h"
#include "core/train/checkpoint/export_weights.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <cstring>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;

namespace {

SafeTensor tensorOf(const std::string& name, const std::vector<float>& values) {
  SafeTensor tensor;
  tensor.name = name;
  tensor.shape = {static_cast<std::int64_t>(values.size())};
  tensor.data.resize(values.size() * sizeof(float));
  std::memcpy(tensor.data.data(), values.data(), tensor.data.size());
  return tensor;
}

Checkpoint scored(std::int64_t step, double value, const char* metric = "val_accuracy", bool larger = true) {
  Checkpoint checkpoint;
  checkpoint.model = {tensorOf("w", {static_cast<float>(step)})};
  checkpoint.step = step;
  checkpoint.epoch = step;
  checkpoint.configuration = "{}";
  checkpoint.score = {metric, value, larger};
  return checkpoint;
}

std::vector<std::int64_t> stepsOf(const std::vector<CheckpointInfo>& all, const std::string& kind) {
  std::vector<std::int64_t> steps;
  for (const CheckpointInfo& info : all)
    if (info.kind == kind) steps.push_back(info.step);
  return steps;
}

std::string nameOf(const std::vector<CheckpointInfo>& all, const std::string& kind, bool first) {
  for (const CheckpointInfo& info : all)
    if (info.kind == kind && info.first == first) return info.name;
  return {};
}

template <typename Work>
QString errorOf(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return QString::fromStdString(error.what());
  }
  return {};
}

using Steps = std::vector<std::int64_t>;

}  // namespace

class CareTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theBestStay() {
    const QTemporaryDir folder;
    const std::string directory = folder.path().toStdString();
    for (const auto& [step, value] : {std::pair{1, 0.5}, {2, 0.9}, {3, 0.7}, {4, 0.8}}) saveCheckpoint(scored(step, value), directory, "best", 3);
    const auto all = listCheckpoints(directory);
    QCOMPARE(stepsOf(all, "best"), (Steps{2, 4, 3}));
    QVERIFY(all[0].first && !all[1].first && all[0].score.value == 0.9 && all[0].epoch == 2 && all[0].bytes > 0 && all[0].savedMs > 0);
    QCOMPARE(loadCheckpoint(directory, "best").step, std::int64_t{2});
    QCOMPARE(loadCheckpoint(directory, "best").score.value, 0.9);
    // The run went on from step 2: what was the best later is of steps that are done again.
    saveCheckpoint(scored(3, 0.6), directory, "best", 3);
    QCOMPARE(stepsOf(listCheckpoints(directory), "best"), (Steps{2, 3, 4}));
    // A loss is better when it is smaller; one of another metric cannot be put in order with it.
    saveCheckpoint(scored(5, 1.5, "val_loss", false), directory, "best", 4);
    saveCheckpoint(scored(6, 1.2, "val_loss", false), directory, "best", 4);
    QCOMPARE(stepsOf(listCheckpoints(directory), "best"), (Steps{6, 5, 3, 4}));
  }

  void aRunKeepsWhatItsProjectSays() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "6"},
                                                  {"train.checkpoints.keep_last", "3"},
                                                  {"train.checkpoints.keep_best", "2"},
                                                  {"train.checkpoints.metric", "val_loss"}});
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    std::vector<std::pair<double, std::int64_t>> losses;
    for (const EpochEvent& epoch : trained.epochs) losses.emplace_back(epoch.of("val_loss"), epoch.step);
    std::sort(losses.begin(), losses.end());
    const auto all = listCheckpoints(project.runDirectory(trained.end.run));
    QCOMPARE(stepsOf(all, "best"), (Steps{losses[0].second, losses[1].second}));
    const auto last = stepsOf(all, "last");
    QVERIFY(!last.empty() && last.size() <= 3 && last[0] == trained.end.steps);
    for (const CheckpointInfo& info : all) {
      if (info.kind == "best") QCOMPARE(info.score.metric, std::string("val_loss"));
      QVERIFY(info.problem.empty() && info.step > 0);
    }
    QCOMPARE(all.back().score.value, losses[1].first);
    // That of the end was validated, and says so.
    QCOMPARE(all.front().score.value, trained.epochs.back().of("val_loss"));
    const Trained refused = train(smallProject(folder, {{"train.checkpoints.metric", "val_rmse"}}));
    QVERIFY2(refused.end.message.find("train.checkpoints.metric") != std::string::npos, refused.end.message.c_str());
  }

  // What the last epoch or a pause has saved is not saved once more by the end: each save is of another step.
  void theEndIsSavedOnce_data() {
    QTest::addColumn<int>("epochs");
    QTest::addColumn<bool>("pause");
    QTest::newRow("the first epoch, always saved, is the last") << 1 << false;
    QTest::newRow("stopped while it is paused") << 50 << true;
  }
  void theEndIsSavedOnce() {
    QFETCH(int, epochs);
    QFETCH(bool, pause);
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", std::to_string(epochs)}, {"train.checkpoints.keep_last", "60"}});
    const Trained trained = train(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (pause && std::holds_alternative<StepEvent>(event) && so.steps.size() == 1) trainer.pause();
      if (const auto* state = std::get_if<StateEvent>(&event); state && state->state == TrainerState::Paused) trainer.stop();
    });
    QVERIFY2(trained.end.status == (pause ? RunStatus::Stopped : RunStatus::Finished), trained.end.message.c_str());
    const std::string directory = project.runDirectory(trained.end.run);
    Steps last = stepsOf(listCheckpoints(directory), "last");
    QVERIFY(!last.empty());
    QCOMPARE(last[0], trained.end.steps);
    QVERIFY(std::adjacent_find(last.begin(), last.end()) == last.end());
    QCOMPARE(loadCheckpoint(directory, "last").step, trained.end.steps);
    // A run that goes on from it and stands where it ended has the same weights there.
    if (pause) return;
    TrainerOptions again;
    again.resume = trained.end.run;
    const Trained resumed = train(project, again);
    QVERIFY2(resumed.end.status == RunStatus::Finished && resumed.steps.empty(), resumed.end.message.c_str());
  }

  void whatCouldBeResumedGoesOnPurposeOnly() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "50"}, {"train.checkpoints.keep_last", "4"}});
    const Trained trained = trainToStep(project, 25);
    QVERIFY(trained.end.status == RunStatus::Stopped);
    const RunId run = trained.end.run;
    const std::string directory = project.runDirectory(run);
    saveCheckpoint(scored(26, 0), directory, "last", 4);  // so that there are at least two
    const auto all = listCheckpoints(directory);
    const std::string newest = nameOf(all, "last", true), older = nameOf(all, "last", false);
    QVERIFY(!newest.empty() && !older.empty());
    QVERIFY(errorOf([&] { deleteCheckpoints(project, run, {"last.999999"}, true); }).contains("no checkpoint"));
    const QString said = errorOf([&] { deleteCheckpoints(project, run, {newest}, false); });
    QVERIFY2(said.contains("did not finish") && said.contains("--force"), qPrintable(said));
    QVERIFY(errorOf([&] { deleteCheckpoints(project, run, {"last"}, false); }).contains("did not finish"));
    QCOMPARE(listCheckpoints(directory).size(), all.size());
    QVERIFY(deleteCheckpoints(project, run, {older}, false) > 0);
    QVERIFY(deleteCheckpoints(project, run, {newest}, true) > 0);
    std::vector<std::string> rest;
    for (const CheckpointInfo& info : listCheckpoints(directory)) rest.push_back(info.name);
    if (!rest.empty()) QVERIFY(errorOf([&] { deleteCheckpoints(project, run, rest, false); }).contains("did not finish"));
    QCOMPARE(rest.size(), all.size() - 2);
    QVERIFY(errorOf([&] { deleteCheckpoints(project, 77, {"last"}, true); }).contains("no such run"));
  }

  void aCleanUpSaysWhatItDoes() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "1"}});
    const RunId run = train(project).end.run;
    const std::string directory = project.runDirectory(run);
    for (int step = 100; step < 105; ++step) saveCheckpoint(scored(step, step), directory, "last", 9);
    for (int step = 100; step < 103; ++step) saveCheckpoint(scored(step, step), directory, "best", 9);
    std::filesystem::create_directories(project.runDirectory(99));
    saveCheckpoint(scored(1, 1), project.runDirectory(99), "last");
    const auto before = listCheckpoints(directory);
    const CleanUp plan = planCleanUp(project, std::nullopt, 2, 1);
    QCOMPARE(listCheckpoints(directory).size(), before.size());  // a preview
    const std::size_t last = stepsOf(before, "last").size(), best = stepsOf(before, "best").size();
    QCOMPARE(plan.items.size(), last - 2 + best - 1);
    std::uint64_t bytes = 0;
    for (const CleanUpItem& item : plan.items) bytes += item.checkpoint.bytes;
    QVERIFY(bytes > 0);
    QCOMPARE(plan.bytes, bytes);
    QCOMPARE(plan.orphans, std::vector<std::string>{project.runDirectory(99)});
    const CleanUp done = cleanUp(project, plan);
    QCOMPARE(done.bytes, bytes);
    QCOMPARE(done.items.size(), plan.items.size());
    QCOMPARE(stepsOf(listCheckpoints(directory), "last"), (Steps{104, 103}));
    QCOMPARE(stepsOf(listCheckpoints(directory), "best"), (Steps{102}));
    QVERIFY(hasCheckpoint(project.runDirectory(99), "last"));  // nobody knows of what it is
    QVERIFY(planCleanUp(project, std::nullopt, 2, 1).items.empty());
    QVERIFY(cleanUp(project, plan).items.empty());  // an old preview finds nothing, and takes nothing else

    // The newest has a bit turned over, which its size does not tell: the one before it stays.
    saveCheckpoint(scored(105, 105), directory, "last", 9);
    {
      std::fstream model(checkpointPath(directory, "last") + "/model.safetensors", std::ios::in | std::ios::out | std::ios::binary);
      model.seekp(-1, std::ios::end);
      model.put('\x55');
    }
    const CleanUp spared = cleanUp(project, planCleanUp(project, run, 1, 1));
    QVERIFY(spared.items.empty() && spared.bytes == 0);
    QVERIFY(!spared.notes.empty() && spared.notes[0].find("stay") != std::string::npos);
    QCOMPARE(loadCheckpoint(directory, "last").step, std::int64_t{104});
  }

  void aRunInTrainingIsLeftAlone() {
    QTemporaryDir folder;
    const Project project = smallProject(folder);
    RunWriter writer(project.storePath());
    RunInfo info;
    info.status = RunStatus::Running;
    info.configuration = "{}";
    const RunId run = writer.createRun(info);
    for (int step = 1; step < 4; ++step) saveCheckpoint(scored(step, step), project.runDirectory(run), "last", 9);
    const CleanUp plan = planCleanUp(project, std::nullopt, 1, 1);
    QVERIFY(plan.items.empty() && plan.notes.size() == 1);
    QVERIFY(errorOf([&] { deleteCheckpoints(project, run, {"last.000001"}, true); }).contains("training"));
    QCOMPARE(listCheckpoints(project.runDirectory(run)).size(), std::size_t{3});
  }

  void aKilledCleanUpLeavesWholeOnes() {
    const QTemporaryDir folder;
    const std::string directory = folder.filePath("runs/1").toStdString();
    PhiloxStream random(static_cast<std::uint64_t>(QDateTime::currentMSecsSinceEpoch()), 0);
    std::int64_t last = 0;
    for (int round = 0; round < 12; ++round) {
      QProcess child;
      child.start(STEPSCOPE_CHECKPOINT_PROCESS, {QString::fromStdString(directory), QString::number(last + 1), "20"});
      QVERIFY(child.waitForReadyRead(30000));
      QThread::usleep(random.below(80000));
      ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
      QVERIFY(child.waitForFinished(30000));
      const auto all = listCheckpoints(directory);
      QVERIFY(!all.empty() && all[0].first);
      for (const CheckpointInfo& info : all) {
        QVERIFY2(info.problem.empty(), info.problem.c_str());
        QCOMPARE(loadCheckpointAt(info.path).step, info.step);
      }
      QVERIFY(all[0].step > last);
      last = all[0].step;
      removeTemporaries(directory);
    }
  }

  void weightsForOthers() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "2"}, {"train.ema.decay", "0.9"}});
    const RunId run = train(project).end.run;
    const std::string directory = project.runDirectory(run), file = folder.filePath("weights.safetensors").toStdString();
    const Checkpoint checkpoint = loadCheckpoint(directory, "last");
    const ExportedWeights done = exportWeights(checkpointPath(directory, "last"), file, false);
    QVERIFY(done.averages && done.step == checkpoint.step);
    std::map<std::string, std::string> metadata;
    const auto tensors = readSafetensors(file, &metadata);
    QCOMPARE(metadata["format"], std::string("pt"));
    QCOMPARE(metadata["weights"], std::string("moving average"));
    QCOMPARE(tensors.size(), checkpoint.model.size());
    QCOMPARE(done.tensors, static_cast<std::int64_t>(tensors.size()));
    int averages = 0;
    for (const SafeTensor& tensor : tensors) {
      const auto own = std::find_if(checkpoint.model.begin(), checkpoint.model.end(), [&](const SafeTensor& t) { return t.name == tensor.name; });
      const auto average =
          std::find_if(checkpoint.optimizer.begin(), checkpoint.optimizer.end(), [&](const SafeTensor& t) { return t.name == tensor.name + ".ema"; });
      QVERIFY(own != checkpoint.model.end() && own->shape == tensor.shape);
      QVERIFY(tensor.data == (average == checkpoint.optimizer.end() ? own->data : average->data));
      averages += average != checkpoint.optimizer.end() && average->data != own->data;
    }
    QVERIFY(averages > 0);
    QVERIFY(errorOf([&] { exportWeights(checkpointPath(directory, "last"), file, false); }).contains("exists"));
    exportWeights(checkpointPath(directory, "best"), file, true);
    QVERIFY(errorOf([&] { exportWeights(checkpointPath(directory, "last"), "/no/such/folder/w", true); }).contains("/no/such/folder"));
  }

  // What load_state_dict(strict=True) of the PyTorch module with these layers asks for: its own tensors, and nothing of the loss.
  void weightsOfTheClassesStayAtHome() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "1"}, {"train.loss.class_weights", "[1, 2, 3, 4, 5]"}});
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const std::string directory = project.runDirectory(trained.end.run), file = folder.filePath("weights.safetensors").toStdString();
    const Checkpoint checkpoint = loadCheckpoint(directory, "last");
    QVERIFY(std::any_of(checkpoint.model.begin(), checkpoint.model.end(), [](const SafeTensor& t) { return t.name == "loss.weight"; }));
    const ExportedWeights done = exportWeights(checkpointPath(directory, "last"), file, false);
    QCOMPARE(done.tensors, static_cast<std::int64_t>(checkpoint.model.size()) - 1);
    QCOMPARE(done.values, trained.start->parameters);
    for (const SafeTensor& tensor : readSafetensors(file)) QVERIFY(tensor.name != "loss.weight");
  }
};

QTEST_GUILESS_MAIN(CareTest)
#include "care_test.moc"
