// The queue of a sweep: what it trains, in which order, and how it is paused and stopped.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/error.h"
#include "core/sweep/sweep_queue.h"
#include "tests/app/desktop/project_folder.h"
#include "tests/views/patience.h"

using namespace stepscope;

namespace {

const std::string kRate = "train.optimizer.learning_rate";

std::vector<Overrides> rates(std::initializer_list<const char*> values) {
  std::vector<Overrides> runs;
  for (const char* value : values) runs.push_back({{kRate, value}});
  return runs;
}

std::vector<int> idsOf(const SweepQueue& queue) {
  std::vector<int> ids;
  for (const SweepRun& run : queue.runs()) ids.push_back(run.id);
  return ids;
}

SweepRunState stateOf(const SweepQueue& queue, int id) {
  for (const SweepRun& run : queue.runs())
    if (run.id == id) return run.state;
  return SweepRunState::Failed;
}

}  // namespace

class SweepQueueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void trainsInOrderIntoAGroup() {
    const ProjectFolder folder(1, 256);
    std::vector<int> begun;
    SweepOptions options;
    options.onBegin = [&](const SweepRun& run) { begun.push_back(run.id); };
    SweepQueue queue(folder.path().toStdString(), {{"train.seed", "7"}}, rates({"0.1", "0.05", "0.02", "0.01"}), options);
    QCOMPARE(queue.group(), std::string("sweep of tiny"));
    QVERIFY(!queue.active());
    queue.move(4, -2);
    QCOMPARE(idsOf(queue), (std::vector<int>{1, 4, 2, 3}));
    queue.move(1, -1);  // it is the first
    queue.move(3, 5);   // and that the last
    QCOMPARE(idsOf(queue), (std::vector<int>{1, 4, 2, 3}));
    queue.skip(2, true);
    queue.start();
    QTRY_VERIFY_WITH_TIMEOUT(!queue.active(), kPatience);
    QCOMPARE(begun, (std::vector<int>{1, 4, 3}));
    QVERIFY(stateOf(queue, 2) == SweepRunState::Skipped);
    const RunReader store(queue.storePath());
    QCOMPARE(store.runs().size(), std::size_t{3});
    for (const SweepRun& run : queue.runs()) {
      if (run.id == 2) continue;
      QVERIFY(run.state == SweepRunState::Finished);
      const auto kept = store.run(run.run);
      QVERIFY(kept && kept->status == RunStatus::Finished);
      QCOMPARE(kept->name, sweepRunName(run.overrides));
      QCOMPARE(kept->group, queue.group());
      QVERIFY(kept->configuration.find("\"seed\":7") != std::string::npos || kept->configuration.find("\"seed\": 7") != std::string::npos);
      QVERIFY(run.step > 0 && run.step == run.totalSteps);
      QCOMPARE(run.validationLoss, finalOf(*kept, "val_loss"));
    }
    // Taken back in, it trains, too.
    queue.skip(2, false);
    queue.start();
    QTRY_VERIFY_WITH_TIMEOUT(!queue.active(), kPatience);
    QVERIFY(stateOf(queue, 2) == SweepRunState::Finished);
    queue.start();  // nothing waits
    QTRY_VERIFY_WITH_TIMEOUT(!queue.active(), kPatience);
    QCOMPARE(begun.size(), std::size_t{4});
  }

  void pausesAfterTheRunAndStops() {
    const ProjectFolder folder(1, 256);
    SweepOptions options;
    SweepQueue* paused = nullptr;
    options.onBegin = [&](const SweepRun& run) {
      if (run.id == 1) paused->pauseAfterRun(true);
    };
    SweepQueue queue(folder.path().toStdString(), {}, {{{kRate, "0.1"}}, {{kRate, "0.05"}, {"train.epochs", "100000"}}, {{kRate, "0.01"}}}, options);
    paused = &queue;
    queue.start();
    QTRY_VERIFY_WITH_TIMEOUT(!queue.active(), kPatience);
    QVERIFY(stateOf(queue, 1) == SweepRunState::Finished);
    QVERIFY(stateOf(queue, 2) == SweepRunState::Waiting);
    queue.start();
    QTRY_VERIFY_WITH_TIMEOUT(queue.runs()[1].step > 10, kPatience);
    // What has begun keeps its place.
    queue.move(3, -1);
    QCOMPARE(idsOf(queue), (std::vector<int>{1, 2, 3}));
    queue.skip(2, true);
    QVERIFY(stateOf(queue, 2) == SweepRunState::Running);
    queue.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!queue.active(), kPatience);
    QVERIFY(stateOf(queue, 2) == SweepRunState::Stopped);
    QVERIFY(stateOf(queue, 3) == SweepRunState::Waiting);
    QCOMPARE(RunReader(queue.storePath()).runs().size(), std::size_t{2});
  }

  // The window is closed, or its process dies: what waits is there again, in its order, with the results so far.
  void goesOnAfterARestart() {
    const ProjectFolder folder(1, 256);
    const std::string file = folder.path().toStdString();
    QVERIFY(!SweepQueue::kept(file, {}));
    RunId first = 0;
    double best = 0;
    {
      SweepOptions options;
      options.group = "rates";
      SweepQueue* self = nullptr;
      options.onBegin = [&](const SweepRun&) { self->pauseAfterRun(true); };
      SweepQueue queue(file, {{"train.seed", "7"}}, rates({"0.1", "0.05", "0.02", "0.01"}), options);
      self = &queue;
      queue.start();
      QTRY_VERIFY_WITH_TIMEOUT(!queue.active(), kPatience);
      first = queue.runs()[0].run;
      best = queue.runs()[0].bestValidation;
      queue.move(4, -2);
      queue.skip(2, true);
    }
    std::unique_ptr<SweepQueue> queue = SweepQueue::kept(file, {});
    QVERIFY(queue);
    QCOMPARE(queue->group(), std::string("rates"));
    QCOMPARE(idsOf(*queue), (std::vector<int>{1, 4, 2, 3}));
    QVERIFY(stateOf(*queue, 1) == SweepRunState::Finished && stateOf(*queue, 2) == SweepRunState::Skipped);
    QCOMPARE(queue->runs()[0].run, first);
    QCOMPARE(queue->runs()[0].bestValidation, best);
    queue->start();
    QTRY_VERIFY_WITH_TIMEOUT(!queue->active(), kPatience);
    const RunReader store(queue->storePath());
    QCOMPARE(store.runs().size(), std::size_t{3});
    for (const RunInfo& run : store.runs()) {
      QCOMPARE(run.group, std::string("rates"));
      QVERIFY(run.configuration.find("\"seed\":7") != std::string::npos || run.configuration.find("\"seed\": 7") != std::string::npos);
    }
    queue.reset();
    QVERIFY(!SweepQueue::kept(file, {}));  // nothing of it waits
    RunWriter writer(store.runs().empty() ? std::string() : loadProject(file).storePath());
    for (const char* damaged : {"", "[", "{}", R"({"fixed":[],"group":1,"runs":[]})",
                                R"({"fixed":[],"group":"a","runs":[{"id":1,"set":[[1]],"run":0,"state":"waits"}]})"}) {
      writer.setSetting("sweep_queue", damaged);
      writer.flush();
      QVERIFY(!SweepQueue::kept(file, {}));
    }
  }

  void mistakesAreFoundBeforeTheFirstRun() {
    const ProjectFolder folder(1, 256);
    const auto problem = [&](const std::vector<Overrides>& runs) -> std::string {
      try {
        SweepQueue(folder.path().toStdString(), {}, runs, {});
      } catch (const Error& error) {
        return error.what();
      }
      return {};
    };
    QCOMPARE(problem(rates({"0.1"})), std::string());
    QVERIFY(problem(rates({"0.1", "much"})).find("learning_rate") != std::string::npos);
    QVERIFY(problem({{{"switches.batchsize", "3"}}}).find("batch_size") != std::string::npos);  // with the nearest name
    QVERIFY(!QFile::exists(folder.folder() + QStringLiteral("/.stepscope/runs.db")));
  }

  void anEndOfTheQueueStopsItsRun() {
    const ProjectFolder folder(100'000, 256);
    std::string store;
    {
      SweepQueue queue(folder.path().toStdString(), {}, rates({"0.1", "0.05"}), {});
      store = queue.storePath();
      queue.start();
      QTRY_VERIFY_WITH_TIMEOUT(queue.runs()[0].step > 0, kPatience);
    }
    const std::vector<RunInfo> runs = RunReader(store).runs();
    QCOMPARE(runs.size(), std::size_t{1});
    QVERIFY(runs[0].status == RunStatus::Stopped);
  }
};

QTEST_GUILESS_MAIN(SweepQueueTest)
#include "sweep_queue_test.moc"
