// Commands in an order that nobody planned: switches turned, steps recorded, pauses, trials and stops, drawn from a seed. Whatever comes, no step
// is lost or done twice, the run ends as it was told to, and what it left goes on to its end.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/train/checkpoint/checkpoint.h"
#include "tests/core/train/trained.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr int kEpochs = 5;

class Commands {
 public:
  explicit Commands(unsigned seed) : random_(seed) {}

  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }

  Overrides project() {
    Overrides set{{"train.epochs", std::to_string(kEpochs)}};
    if (below(3) == 0) set.push_back({"train.ema.decay", "0.9"});
    if (below(3) == 0) set.push_back({"data.validation_split", "0.2"});
    if (below(3) == 0) set.push_back({"switches.accumulation", "2"});
    if (below(3) == 0) set.push_back({"train.capture.step", std::to_string(below(20))});
    if (below(4) == 0) set.push_back({"train.capture.repeat", "0"});
    if (below(3) == 0) set.push_back({"train.checkpoints.keep_last", "4"});
    return set;
  }

  Switches switches(Switches from) {
    switch (below(7)) {
      case 0: from.batchSize = 16 << below(3); break;
      case 1: from.numWorkers = below(3); break;
      case 2: from.amp = below(2) ? Switches::Amp::Bf16 : Switches::Amp::Off; break;
      case 3: from.checkpointing = below(2) ? Checkpointing::Mode::Sqrt : Checkpointing::Mode::Off; break;
      case 4: from.accumulation = 1 + below(3); break;
      case 5: from.fusion = !from.fusion; break;
      default: from.deterministic = !from.deterministic;
    }
    return from;
  }

  // One of all that a window can ask for while a run trains.
  void command(Trainer& trainer, Switches& wanted) {
    switch (below(8)) {
      case 0:
      case 1: trainer.capture(1 + below(8)); break;
      case 2:
        trainer.follow(below(6));
        trainer.wantLive();
        break;
      case 3: trainer.pause(); break;
      case 4:
        wanted = switches(wanted);
        trainer.setSwitches(wanted);
        break;
      case 5: trainer.tryOut(switches(wanted)); break;
      case 6: trainer.cancelTrial(); break;
      default: trainer.endTrial(below(2) == 0);
    }
  }

 private:
  std::mt19937 random_;
};

// Trains until its end or until the draw says stop.
Trained trainedBy(Commands& draw, const Project& project, TrainerOptions options, bool stops) {
  options.autotune = false;
  options.trial.seconds = 0.05;
  options.trial.leastPairs = 1;
  options.trial.mostPairs = 2;
  Switches wanted = project.switches;
  const int last = stops ? 1 + draw.below(40) : -1;
  return trainStepByStep(project, options, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
    if (const auto* running = std::get_if<SwitchesEvent>(&event)) wanted = running->switches;
    if (const auto* state = std::get_if<StateEvent>(&event); state && state->state == TrainerState::Paused) {
      for (int i = draw.below(3); i > 0; --i) draw.command(trainer, wanted);
      trainer.resume();
    }
    if (!std::holds_alternative<StepEvent>(event)) return;
    for (int i = draw.below(3); i > 0; --i) draw.command(trainer, wanted);
    if (static_cast<int>(so.steps.size()) == last) trainer.stop();
  });
}

}  // namespace

class CommandsTest : public QObject {
  Q_OBJECT

  std::size_t captures_ = 0, trials_ = 0, turns_ = 0, pauses_ = 0, stops_ = 0;

 private Q_SLOTS:
  void anyOrder_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 24; ++seed) QTest::newRow(qPrintable(QString::number(seed))) << seed;
  }
  void anyOrder() {
    QFETCH(unsigned, seed);
    Commands draw(seed);
    QTemporaryDir folder;
    const Project project = smallProject(folder, draw.project());
    TrainerOptions options;
    std::int64_t done = 0;
    RunId run = 0;
    for (int life = 0; life < 4; ++life) {
      const bool stops = life < 2;
      const Trained trained = trainedBy(draw, project, options, stops);
      run = trained.end.run;
      captures_ += trained.captures.size();
      trials_ += static_cast<std::size_t>(
          std::count_if(trained.trials.begin(), trained.trials.end(), [](const TrialEvent& trial) { return trial.result != nullptr; }));
      turns_ += trained.switches.size() - (trained.switches.empty() ? 0 : 1);
      pauses_ += static_cast<std::size_t>(
          std::count_if(trained.states.begin(), trained.states.end(), [](const StateEvent& state) { return state.state == TrainerState::Paused; }));
      stops_ += trained.end.status == RunStatus::Stopped;
      QVERIFY2(trained.end.status == RunStatus::Finished || (stops && trained.end.status == RunStatus::Stopped), trained.end.message.c_str());
      for (const StepEvent& step : trained.steps) {
        QCOMPARE(step.step, ++done);
        QVERIFY(std::isfinite(step.loss()));
      }
      QCOMPARE(trained.end.steps, done);
      for (const CaptureEvent& capture : trained.captures) {
        QVERIFY(capture.breakdown->steps > 0);
        QVERIFY(capture.facts && capture.facts->stepsPerEpoch > 0 && capture.facts->lastStep <= done);
      }
      for (const std::string& warning : trained.warnings) QVERIFY2(warning.find("This is a bug") == std::string::npos, warning.c_str());
      QCOMPARE(losses(project, run).size(), static_cast<std::size_t>(done));
      QCOMPARE(loadCheckpoint(project.runDirectory(run), "last").step, done);
      QVERIFY(RunReader(project.storePath()).run(run)->status == trained.end.status);
      if (trained.end.status == RunStatus::Finished) break;
      options.resume = run;
    }
    const RunInfo info = *RunReader(project.storePath()).run(run);
    QVERIFY(info.status == RunStatus::Finished);
    QCOMPARE(info.epoch, std::int64_t{kEpochs});
    QCOMPARE(info.step, done);
    std::int64_t ofSpans = 0;
    for (const RunSpan& span : info.spans) ofSpans += span.steps();
    QCOMPARE(ofSpans, done);
  }

  void cleanupTestCase() {
    qInfo("%zu captures, %zu trials, %zu turns of switches, %zu pauses, %zu stops", captures_, trials_, turns_, pauses_, stops_);
    QVERIFY(captures_ > 20 && trials_ > 20 && turns_ > 20 && pauses_ > 20 && stops_ > 10);
  }
};

QTEST_GUILESS_MAIN(CommandsTest)
#include "commands_test.moc"
