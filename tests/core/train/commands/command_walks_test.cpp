// Random walks over the table of states and commands: whatever is asked for in whatever state, by the trainer's own thread in every stage
// and by another at any moment, the run is the one that it would have been, no step and no epoch is lost or done twice, what is told comes
// in an order that can be, and every moment is accounted for. STEPSCOPE_WALKS says how many walks, STEPSCOPE_WALK where they begin.
#include <QtTest>
#include <chrono>
#include <cmath>
#include <map>
#include <random>
#include <thread>

#include "core/base/clock.h"
#include "core/project/switches.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/record/time_account.h"
#include "tests/core/train/commands/commanded.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

using Stage = TrainerStage;

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  bool oneIn(int n) { return below(n) == 0; }

  Switches switches(Switches from) {
    switch (below(6)) {
      case 0: from.batchSize = 4 << below(3); break;
      case 1: from.numWorkers = below(3); break;
      case 2: from.accumulation = 1 + below(3); break;
      case 3: from.fusion = !from.fusion; break;
      case 4: from.checkpointing = from.checkpointing == Checkpointing::Mode::Off ? Checkpointing::Mode::Sqrt : Checkpointing::Mode::Off; break;
      default: from.amp = from.amp == Switches::Amp::Off ? Switches::Amp::Bf16 : Switches::Amp::Off;
    }
    return from;
  }

 private:
  std::mt19937 random_;
};

// What a walk may ask for. Without `turns` nothing that changes the run's switches for good.
TrainerCommand drawn(Draw& draw, bool turns) {
  while (true) {
    const auto all = trainerCommands();
    const TrainerCommand command = all[static_cast<std::size_t>(draw.below(static_cast<int>(all.size())))];
    if (command == TrainerCommand::Stop && !draw.oneIn(8)) continue;
    if (!turns && (command == TrainerCommand::Turn || command == TrainerCommand::Keep)) continue;
    return command;
  }
}

void give(Trainer& trainer, TrainerCommand command, const Switches& switches) {
  switch (command) {
    case TrainerCommand::Pause: return trainer.pause();
    case TrainerCommand::Resume: return trainer.resume();
    case TrainerCommand::Stop: return trainer.stop();
    case TrainerCommand::Turn: return trainer.setSwitches(switches);
    case TrainerCommand::Try: return trainer.tryOut(switches);
    case TrainerCommand::CancelTrial: return trainer.cancelTrial();
    case TrainerCommand::Keep: return trainer.endTrial(true);
    case TrainerCommand::Drop: return trainer.endTrial(false);
    case TrainerCommand::Checkpoint: return trainer.checkpoint();
    case TrainerCommand::Capture: return trainer.capture(2);
  }
}

// Of a stage's time the part that is known from outside: the walk slept there.
Activity activityOf(Stage stage) {
  switch (stage) {
    case Stage::Training:
    case Stage::InStep: return Activity::Training;
    case Stage::Validating: return Activity::Validating;
    case Stage::TimingKernels:
    case Stage::Switching: return Activity::Planning;
    case Stage::Trying:
    case Stage::TryingInPause: return Activity::Trying;
    case Stage::Paused:
    case Stage::PausedInStep:
    case Stage::PausedInValidation: return Activity::Paused;
    default: return Activity::Idle;
  }
}

struct Walk {
  Commanded run;
  std::map<Activity, double> slept;  // s
  double wall = 0;                   // s, of all of it
};

Walk walked(unsigned seed, const Project& project, TrainerOptions options, bool turns) {
  Draw draw(seed), other(~seed);
  const std::int64_t begin = nowNs();
  const Switches given = project.switches;
  std::map<Activity, double> slept;
  const bool alone = seed % 4 < 2;  // nobody else asks for anything
  int left = 24;                    // commands
  const auto onStage = [&](Commanded& run, Stage stage) {
    if (draw.oneIn(4)) {
      const std::int64_t since = nowNs();
      std::this_thread::sleep_for(std::chrono::microseconds(draw.below(1500)));
      slept[activityOf(stage)] += static_cast<double>(nowNs() - since) * 1e-9;
    }
    const bool paused = stage == Stage::Paused || stage == Stage::PausedInStep || stage == Stage::PausedInValidation;
    const int commands = left > 0 && draw.oneIn(paused ? 2 : 3) ? 1 + draw.below(2) : 0;
    left -= commands;
    for (int i = 0; i < commands; ++i) run.give(drawn(draw, turns), draw.switches(given));
    // A pause ends at last. Until then there is always something to do, after which it is asked here again.
    if (paused && alone) run.give(commands > 0 ? TrainerCommand::Checkpoint : TrainerCommand::Resume);
  };
  std::function<void(Trainer&)> meanwhile;
  if (!alone)
    meanwhile = [&](Trainer& trainer) {
      const auto over = [&] {
        const TrainerState state = trainer.state();
        return state == TrainerState::Finished || state == TrainerState::Stopped || state == TrainerState::Failed;
      };
      for (int i = 0; i < 12 && !over(); ++i) {
        std::this_thread::sleep_for(std::chrono::microseconds(other.below(3000)));
        give(trainer, drawn(other, turns), other.switches(given));
      }
      while (!over()) {
        trainer.resume();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    };
  Commanded run(project, options, onStage, meanwhile);
  return {std::move(run), std::move(slept), static_cast<double>(nowNs() - begin) * 1e-9};
}

Overrides drawnProject(Draw& draw) {
  Overrides set;
  if (draw.oneIn(3)) set.push_back({"switches.accumulation", "1"});
  if (draw.oneIn(3)) set.push_back({"switches.num_workers", "0"});
  if (draw.oneIn(4)) set.push_back({"data.validation_split", "0"});
  if (draw.oneIn(4)) set.push_back({"train.ema.decay", "0.9"});
  if (draw.oneIn(4)) set.push_back({"train.capture.step", "1"});
  if (draw.oneIn(4)) set.push_back({"switches.batch_size", "5"});  // a short last step
  return set;
}

}  // namespace

class CommandWalksTest : public QObject {
  Q_OBJECT

  std::map<TrainerCommand, int> given_;
  std::map<Stage, int> met_;
  int trials_ = 0, kept_ = 0, stopped_ = 0;

  void check(const Walk& walk, std::int64_t& done) {
    const Commanded& run = walk.run;
    QVERIFY2(run.illegal().isEmpty(), qPrintable(run.illegal()));
    const EndEvent end = run.end();
    QVERIFY2(end.status == RunStatus::Finished || end.status == RunStatus::Stopped, end.message.c_str());
    for (const StepEvent& step : run.all<StepEvent>()) {
      QCOMPARE(step.step, ++done);
      QVERIFY(std::isfinite(step.loss()));
    }
    for (const WarningEvent& warning : run.all<WarningEvent>())
      QVERIFY2(warning.text.find("This is a bug") == std::string::npos, warning.text.c_str());

    // Every moment belongs to one activity: to what went on where the walk slept, and the parts are no more than the whole.
    const TimeSpent& spent = end.spent;
    const std::map<Activity, double> told{{Activity::Training, spent.training},
                                          {Activity::Validating, spent.validating},
                                          {Activity::Paused, spent.paused},
                                          {Activity::Trying, spent.trying},
                                          {Activity::Planning, spent.planning}};
    double sum = 0, slept = 0;
    for (const auto& [activity, seconds] : told) {
      const auto known = walk.slept.find(activity);
      const double least = known == walk.slept.end() ? 0 : known->second;
      QVERIFY2(seconds >= least, qPrintable(QString("activity %1: %2 s of %3 s").arg(static_cast<int>(activity)).arg(seconds).arg(least)));
      sum += seconds;
      slept += least;
    }
    QVERIFY(sum >= slept && sum <= walk.wall);

    for (const Happened& happened : run.log()) {
      if (const auto* issued = std::get_if<Issued>(&happened)) ++given_[issued->command];
      if (const auto* stage = std::get_if<Stage>(&happened)) ++met_[*stage];
      const auto* trial = eventOf<TrialEvent>(happened);
      if (!trial || !trial->result) continue;
      trials_ += trial->result->outcome != TrialOutcome::Cancelled && trial->result->outcome != TrialOutcome::Failed;
      kept_ += trial->result->choice == TrialResult::Choice::Kept;
    }
    stopped_ += end.status == RunStatus::Stopped;
  }

  void walk(unsigned seed) {
    Draw draw(seed * 7919);
    const bool turns = seed % 2 == 1;
    QTemporaryDir folder, other;
    const Overrides set = drawnProject(draw);
    const Project project = tinyProject(folder, set);
    TrainerOptions options = tinyOptions();
    std::vector<double> losses;
    std::vector<EpochEvent> epochs;
    std::int64_t done = 0;
    double seconds = 0;
    RunId run = 0;
    for (int life = 0; life < 20; ++life) {
      const Walk walk = walked(seed + 1000003u * static_cast<unsigned>(life), project, options, turns);
      check(walk, done);
      if (QTest::currentTestFailed()) return;
      const EndEvent end = walk.run.end();
      for (const double loss : walk.run.losses()) losses.push_back(loss);
      for (const EpochEvent& epoch : walk.run.all<EpochEvent>()) epochs.push_back(epoch);
      seconds += end.spent.training + end.spent.validating;
      if (end.status == RunStatus::Finished) {
        run = end.run;
        if (life == 0) QVERIFY(std::abs(end.seconds - seconds) < 1e-6 * (1 + seconds));
        break;
      }
      if (end.run == 0) continue;  // stopped before it began
      run = end.run;
      options.resume = run;
    }
    const RunInfo info = *RunReader(project.storePath()).run(run);
    if (info.status != RunStatus::Finished) return;  // stopped in every life
    QCOMPARE(info.epoch, std::int64_t{2});
    QCOMPARE(info.step, done);
    QCOMPARE(epochs.size(), std::size_t{2});
    if (turns) return;

    // Nothing was turned: the run is, bit for bit, the one that nobody disturbed.
    const Project alone = tinyProject(other, set);
    const Commanded wanted(alone, tinyOptions(), {});
    QCOMPARE(losses, wanted.losses());
    const std::vector<EpochEvent> wantedEpochs = wanted.all<EpochEvent>();
    for (std::size_t i = 0; i < epochs.size(); ++i) {
      QCOMPARE(epochs[i].of("train_loss"), wantedEpochs[i].of("train_loss"));
      if (std::isnan(wantedEpochs[i].of("val_loss"))) continue;
      QCOMPARE(epochs[i].of("val_loss"), wantedEpochs[i].of("val_loss"));
      QCOMPARE(epochs[i].of("val_accuracy"), wantedEpochs[i].of("val_accuracy"));
    }
    const Checkpoint left = loadCheckpoint(project.runDirectory(run), "last"), right = loadCheckpoint(alone.runDirectory(wanted.end().run), "last");
    QCOMPARE(left.model.size(), right.model.size());
    for (std::size_t i = 0; i < left.model.size(); ++i) {
      QCOMPARE(left.model[i].name, right.model[i].name);
      QVERIFY2(left.model[i].data == right.model[i].data, left.model[i].name.c_str());
    }
  }

 private Q_SLOTS:
  void walks() {
    const int count = std::max(1, qEnvironmentVariableIntValue("STEPSCOPE_WALKS"));
    const int walks = qEnvironmentVariableIsSet("STEPSCOPE_WALKS") ? count : 60;
    const auto first = static_cast<unsigned>(qEnvironmentVariableIntValue("STEPSCOPE_WALK"));
    for (unsigned seed = first; seed < first + static_cast<unsigned>(walks); ++seed) {
      walk(seed);
      if (QTest::currentTestFailed()) QFAIL(qPrintable(QString("walk %1").arg(seed)));
    }
    QString stages;
    for (const auto& [stage, times] : met_) stages += QString::fromStdString(std::string(nameOf(stage))) + QString(" %1, ").arg(times);
    qInfo("%d walks: %d trials measured, %d kept, %d runs stopped; %s", walks, trials_, kept_, stopped_, qPrintable(stages));
    if (walks < 60) return;
    for (const TrainerCommand command : trainerCommands()) QVERIFY2(given_[command] > 0, std::string(nameOf(command)).c_str());
    for (const Stage stage : trainerStages())
      if (stage != Stage::TimingKernels) QVERIFY2(met_[stage] > 0, std::string(nameOf(stage)).c_str());
    QVERIFY(trials_ > 0 && kept_ > 0 && stopped_ > 0);
  }
};

QTEST_GUILESS_MAIN(CommandWalksTest)
#include "command_walks_test.moc"
