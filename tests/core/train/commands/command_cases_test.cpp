// Commands that meet: one within what another began, two at once, one that comes too late. What each of them comes to alone is in
// command_table_test.cpp.
#include <QtTest>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/checkpoint/checkpoint.h"
#include "tests/core/train/commands/commanded.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

using Stage = TrainerStage;

std::vector<TrialResult> results(const Commanded& run) {
  std::vector<TrialResult> results;
  for (const TrialEvent& trial : run.all<TrialEvent>())
    if (trial.result) results.push_back(*trial.result);
  return results;
}

bool warned(const Commanded& run, const char* text) {
  const auto warnings = run.all<WarningEvent>();
  return std::any_of(warnings.begin(), warnings.end(), [&](const WarningEvent& warning) { return warning.text.find(text) != std::string::npos; });
}

std::size_t markers(const Commanded& run, const char* kind) {
  const auto all = run.all<MarkerEvent>();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const MarkerEvent& event) { return event.marker.kind == kind; }));
}

// Once each, the first time that the stage is met with so many steps done: one after the other.
struct Order {
  Stage stage;
  std::size_t steps;
  std::function<void(Commanded&)> work;
};
Commanded::OnStage inOrder(std::vector<Order> orders) {
  return [orders = std::move(orders), next = std::size_t{0}](Commanded& run, Stage stage) mutable {
    if (next == orders.size() || stage != orders[next].stage || run.all<StepEvent>().size() < orders[next].steps) return;
    orders[next++].work(run);
  };
}
std::function<void(Commanded&)> gives(TrainerCommand command, const Switches& switches = {}) {
  return [command, switches](Commanded& run) { run.give(command, switches); };
}

}  // namespace

class CommandCasesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsTriedWithinAValidationCanBeKept_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("text");
    QTest::newRow("another program") << "batch_size"
                                     << "16";
    QTest::newRow("another loader") << "num_workers"
                                    << "0";
    QTest::newRow("another last batch") << "batch_size"
                                        << "6";
  }
  // The validation that the pause interrupts is that of the weights as they are, whatever its batches are by then.
  void whatIsTriedWithinAValidationCanBeKept() {
    QFETCH(QString, key);
    QFETCH(QString, text);
    QTemporaryDir folder, other;
    const Project project = tinyProject(folder);
    const Switches with = turned(project.switches, key.toStdString(), text.toStdString());
    const Commanded run(project, tinyOptions(),
                        inOrder({{Stage::Validating, 3, [](Commanded&) {}},
                                 {Stage::Validating, 3, gives(TrainerCommand::Pause)},
                                 {Stage::PausedInValidation, 3, gives(TrainerCommand::Try, with)},
                                 {Stage::Paused, 3, gives(TrainerCommand::Keep)},
                                 {Stage::Paused, 3, gives(TrainerCommand::Resume)}}));
    QVERIFY2(run.end().status == RunStatus::Finished, run.end().message.c_str());
    QVERIFY2(run.illegal().isEmpty(), qPrintable(run.illegal()));
    QVERIFY(run.all<SwitchesEvent>().back().switches == with);
    QVERIFY(results(run).back().choice == TrialResult::Choice::Kept);
    const Commanded alone(tinyProject(other), tinyOptions(), {});
    const EpochEvent epoch = run.all<EpochEvent>().front(), wanted = alone.all<EpochEvent>().front();
    QVERIFY(std::abs(epoch.of("val_loss") - wanted.of("val_loss")) < 1e-6 * std::abs(wanted.of("val_loss")));
    QVERIFY(std::abs(epoch.of("val_accuracy") - wanted.of("val_accuracy")) < 1e-9);
    // And where it was the loader alone the rest is the same bits.
    if (key == "num_workers") QCOMPARE(run.losses(), alone.losses());
  }

  // In a pause within a step nobody waits for the end of the pause either.
  void whatIsTriedWithinAStepCanBeKept() {
    QTemporaryDir folder;
    const Project project = tinyProject(folder);
    const Switches with = turned(project.switches, "num_workers", "0");
    const Commanded run(project, tinyOptions(),
                        inOrder({{Stage::InStep, 1, gives(TrainerCommand::Pause)},
                                 {Stage::PausedInStep, 1, gives(TrainerCommand::Try, with)},
                                 {Stage::Paused, 2, gives(TrainerCommand::Keep)},
                                 {Stage::Paused, 2, gives(TrainerCommand::Resume)}}));
    QVERIFY(run.end().status == RunStatus::Finished);
    QVERIFY(results(run).back().choice == TrialResult::Choice::Kept);
    QCOMPARE(results(run).back().step, 2);
  }

  // The time that a run stands still is neither training nor validation.
  void aPauseIsNoValidation() {
    QTemporaryDir folder;
    const Project project = tinyProject(folder);
    std::int64_t slept = 0, before = 0, after = 0;
    const auto pause = [&](Commanded& run) {
      const std::int64_t begin = nowNs();
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
      slept = nowNs() - begin;
      run.give(TrainerCommand::Resume);
    };
    const Commanded run(project, tinyOptions(),
                        [&, orders = inOrder({{Stage::Validating, 3, gives(TrainerCommand::Pause)}, {Stage::PausedInValidation, 3, pause}})](
                            Commanded& at, Stage stage) mutable {
                          const std::size_t epochs = at.all<EpochEvent>().size();
                          if (stage != Stage::Validating && stage != Stage::PausedInValidation && epochs == 0) before = nowNs();
                          if (epochs == 1 && after == 0) after = nowNs();
                          if (epochs == 1 && stage == Stage::Training) at.give(TrainerCommand::Stop);  // one validation is all that counts
                          orders(at, stage);
                        });
    const TimeSpent& spent = run.end().spent;
    const double seconds = static_cast<double>(slept) * 1e-9, around = static_cast<double>(after - before) * 1e-9;
    QVERIFY(slept > 0 && spent.paused >= seconds);
    QVERIFY2(spent.validating <= around - seconds, qPrintable(QString("%1 of %2 s").arg(spent.validating).arg(around - seconds)));
    const RunInfo info = *RunReader(project.storePath()).run(run.end().run);
    const auto kept = std::find_if(info.finals.begin(), info.finals.end(), [](const auto& final) { return final.first == "validation_seconds"; });
    QVERIFY(kept != info.finals.end() && std::abs(kept->second - spent.validating) < 1e-6);
    QVERIFY(std::abs(run.end().seconds - spent.training - spent.validating) < 1e-6);
  }

  // A stop while the program of new switches is compiled leaves nothing turned: the run goes on as it was.
  void aStopWhileSwitchesAreTurned() {
    QTemporaryDir folder, other;
    const Project project = tinyProject(folder);
    const Commanded stopped(project, tinyOptions(),
                            inOrder({{Stage::Training, 2, gives(TrainerCommand::Turn, turned(project.switches, "batch_size", "16"))},
                                     {Stage::Switching, 2, gives(TrainerCommand::Stop)}}));
    QVERIFY(stopped.end().status == RunStatus::Stopped);
    QCOMPARE(markers(stopped, "switch"), std::size_t{0});
    TrainerOptions resume = tinyOptions();
    resume.resume = stopped.end().run;
    const Commanded rest(project, resume, {});
    QVERIFY(rest.all<SwitchesEvent>().front().switches == project.switches);
    std::vector<double> losses = stopped.losses();
    for (const double loss : rest.losses()) losses.push_back(loss);
    QCOMPARE(losses, Commanded(tinyProject(other), tinyOptions(), {}).losses());
  }

  void everyTrialHasItsResult() {
    QTemporaryDir folder;
    const Project project = tinyProject(folder);
    const auto thrice = [&](Commanded& at) {
      for (const char* batch : {"4", "16", "2"}) at.give(TrainerCommand::Try, turned(project.switches, "batch_size", batch));
    };
    const Commanded run(project, tinyOptions(), inOrder({{Stage::InStep, 1, thrice}}));
    const auto told = results(run);
    QCOMPARE(told.size(), std::size_t{3});
    QVERIFY(told[0].outcome == TrialOutcome::Cancelled && told[0].change.ends_with("4"));
    QVERIFY(told[1].outcome == TrialOutcome::Cancelled && told[1].change.ends_with("16"));
    QVERIFY(told[2].outcome != TrialOutcome::Cancelled && told[2].to == "2");
  }

  // Also those that came with the end.
  void whatComesTooLateIsTold() {
    QTemporaryDir folder;
    const Project project = tinyProject(folder);
    const Switches with = turned(project.switches, "batch_size", "16");
    const auto late = [&](const std::vector<TrainerCommand>& commands) {
      const auto give = [&](Commanded& at) {
        for (const TrainerCommand command : commands) at.give(command, with);
      };
      return Commanded(project, tinyOptions(), inOrder({{Stage::Training, 4, gives(TrainerCommand::Try, with)}, {Stage::Validating, 10, give}}));
    };
    const Commanded tried = late({TrainerCommand::Try});
    QVERIFY2(tried.illegal().isEmpty(), qPrintable(tried.illegal()));
    QVERIFY(results(tried).back().outcome == TrialOutcome::Cancelled);
    const Commanded kept = late({TrainerCommand::Keep});
    QVERIFY(warned(kept, "not kept: the run ended first"));
    QVERIFY(results(kept).back().choice == TrialResult::Choice::Open);
    const Commanded dropped = late({TrainerCommand::Drop});
    QVERIFY(results(dropped).back().choice == TrialResult::Choice::PutBack);
    const Commanded captured = late({TrainerCommand::Capture});
    QVERIFY(captured.all<CaptureEvent>().empty());
    QVERIFY(warned(captured, "the run ended before they began"));
  }

  // A window that is cut short before its first step is over opens again; one that holds steps is told with these.
  void aCapturedStepThatAPauseInterrupts() {
    QTemporaryDir folder;
    const Commanded run(tinyProject(folder), tinyOptions(),
                        inOrder({{Stage::Training, 1, gives(TrainerCommand::Capture)},
                                 {Stage::InStep, 1, gives(TrainerCommand::Pause)},
                                 {Stage::PausedInStep, 1, gives(TrainerCommand::Resume)}}));
    const auto captures = run.all<CaptureEvent>();
    QCOMPARE(captures.size(), std::size_t{1});
    QVERIFY(captures[0].asked && captures[0].breakdown->steps == 1);
    QCOMPARE(captures[0].facts->firstStep, 3);
  }

  // Switches that cannot be had take nothing from what goes on.
  void aRefusedSwitchLeavesTheWindowOpen() {
    QTemporaryDir folder;
    const Project project = tinyProject(folder, {{"train.capture.step", "1"}, {"train.capture.steps", "3"}});
    Switches never = project.switches;
    never.batchSize = 5000;
    const Commanded run(project, tinyOptions(), inOrder({{Stage::Training, 2, gives(TrainerCommand::Turn, never)}}));
    QVERIFY(warned(run, "The switch was not turned"));
    QVERIFY(run.all<SwitchesEvent>().back().switches == project.switches);
    const auto captures = run.all<CaptureEvent>();
    QVERIFY(!captures.empty() && captures[0].breakdown->steps == 3);
  }

  void switchesOfAPauseAreTurnedTogether() {
    QTemporaryDir folder;
    const Project project = tinyProject(folder);
    const Switches first = turned(project.switches, "batch_size", "4"), second = turned(first, "num_workers", "0"),
                   with = turned(second, "accumulation", "1");
    const auto paused = [&](bool tries) {
      const auto turn = [&](Commanded& at) {
        at.give(TrainerCommand::Turn, first);
        at.give(TrainerCommand::Checkpoint);  // after which the pause is asked here again
      };
      const auto turnAgain = [&, tries](Commanded& at) {
        at.give(TrainerCommand::Turn, second);
        if (tries) at.give(TrainerCommand::Try, with);
        else at.give(TrainerCommand::Resume);
      };
      return Commanded(project, tinyOptions(),
                       inOrder({{Stage::Training, 1, gives(TrainerCommand::Pause)},
                                {Stage::Paused, 1, turn},
                                {Stage::Paused, 1, turnAgain},
                                {Stage::Paused, 1, gives(TrainerCommand::Resume)}}));
    };
    const Commanded run = paused(false);
    QCOMPARE(markers(run, "switch"), std::size_t{1});
    QVERIFY(run.all<SwitchesEvent>().back().switches == second);
    // What is tried is measured against them, not against what is not wanted any more.
    const Commanded tried = paused(true);
    QCOMPARE(markers(tried, "switch"), std::size_t{1});
    QCOMPARE(results(tried).back().change, describeChange(second, with));
    QCOMPARE(results(tried).back().step, 1);
  }

  // Nobody who pauses waits for kernels to be timed: they are timed from the beginning afterwards.
  void aPauseBreaksTheTimingOff() {
    QTemporaryDir folder;
    int timed = 0;
    const Commanded run(pictureProject(folder), pictureOptions(),
                        [&timed, orders = inOrder({{Stage::TimingKernels, 1, gives(TrainerCommand::Pause)},
                                                   {Stage::Paused, 1, gives(TrainerCommand::Resume)}})](Commanded& at, Stage stage) mutable {
                          timed += stage == Stage::TimingKernels;
                          orders(at, stage);
                        });
    QVERIFY(run.end().status == RunStatus::Finished);
    QVERIFY(timed >= 2);
  }

  void aCheckpointThatIsAskedFor_data() {
    QTest::addColumn<TrainerStage>("stage");
    QTest::addColumn<int>("steps");
    QTest::newRow("between two steps") << Stage::Training << 2;
    QTest::newRow("within a step") << Stage::InStep << 1;
    QTest::newRow("within a validation") << Stage::Validating << 5;
  }
  void aCheckpointThatIsAskedFor() {
    QFETCH(TrainerStage, stage);
    QFETCH(int, steps);
    QTemporaryDir folder;
    const Project project = tinyProject(folder);
    std::optional<Checkpoint> found;
    RunId run = 0;
    const auto look = [&](Commanded& at) {  // it is written beside the training
      run = at.all<StartEvent>().front().run;
      for (int i = 0; i < 2000 && !found; ++i) {
        try {
          found = loadCheckpoint(project.runDirectory(run), "last");
        } catch (const Error&) {  // not there yet
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    };
    bool asked = false;
    const Commanded trained(project, tinyOptions(), [&](Commanded& at, Stage now) {
      if (!asked && now == stage && at.all<StepEvent>().size() == static_cast<std::size_t>(steps)) {
        asked = true;
        at.give(TrainerCommand::Checkpoint);
      } else if (asked && !found) {
        look(at);
      }
    });
    QVERIFY2(trained.end().status == RunStatus::Finished, trained.end().message.c_str());
    QVERIFY(asked);
    QVERIFY(found);
    QCOMPARE(found->step, std::int64_t{steps});
    QCOMPARE(found->numbers.contains("accumulation.batches"), stage == Stage::InStep);
    QCOMPARE(markers(trained, "checkpoint"), std::size_t{1});
  }
};

QTEST_GUILESS_MAIN(CommandCasesTest)
#include "command_cases_test.moc"
