// Every cell of the table of states and commands (core/train/commands/command_table.h) against the trainer itself: it is brought to the state,
// commanded there from its own thread, and what comes of it is read from what it tells.
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/project/switches.h"
#include "tests/core/train/commands/commanded.h"

using namespace stepscope;
using namespace stepscope::test;

Q_DECLARE_METATYPE(stepscope::TrainerStage)
Q_DECLARE_METATYPE(stepscope::TrainerCommand)

namespace {

using Stage = TrainerStage;

struct Cell {
  TrainerStage stage;
  TrainerCommand command;
  bool answerable = false;  // a trial was measured before
};

// What is turned to reach a state, what is turned by the command, and what is tried for either.
struct Choices {
  Switches reached, turned, triedBefore, tried;
};

Choices choicesOf(const Switches& given) {
  const auto with = [&given](const char* key, const char* text) { return turned(given, key, text); };
  // Each another program, so that it is compiled.
  return {with("fusion", given.fusion ? "off" : "on"), with("batch_size", "4"), with("batch_size", "16"),
          with("accumulation", given.accumulation == 1 ? "4" : "1")};
}

bool isPaused(Stage stage) {
  return stage == Stage::Paused || stage == Stage::PausedInStep || stage == Stage::PausedInValidation;
}

// Brings a run to the cell, commands there, and lets it go on to its end.
class Reached {
 public:
  Reached(const Cell& cell, const Project& project, TrainerOptions options)
      : cell_(cell), choices_(choicesOf(project.switches)), run_(project, options, [this](Commanded& run, Stage stage) { at(run, stage); }) {
    // The Commanded is made last: everything that at() touches is there before it.
  }
  const Commanded& run() const { return run_; }
  const Choices& choices() const { return choices_; }
  bool commanded() const { return commanded_; }

 private:
  void at(Commanded& run, Stage stage) {
    const bool paused = isPaused(stage);
    if (commanded_) {  // nothing is left to do in a pause
      if (paused) run.give(TrainerCommand::Resume);
      return;
    }
    const std::size_t steps = run.all<StepEvent>().size();
    const bool early = cell_.stage == Stage::Preparing || cell_.stage == Stage::Compiling;
    const bool ready = early || (steps >= 1 && (!cell_.answerable || run.answerable()));
    if (stage == cell_.stage && ready) {
      commanded_ = true;
      const bool turns = cell_.command == TrainerCommand::Turn;
      run.give(cell_.command, turns ? choices_.turned : choices_.tried);
      // So that there is something to do, after which the trainer says again that it waits.
      if (paused && cell_.command != TrainerCommand::Checkpoint && cell_.command != TrainerCommand::Resume) run.give(TrainerCommand::Checkpoint);
      return;
    }
    if (early || steps < 1) return;
    if (cell_.answerable && !triedBefore_) {
      if (stage != Stage::Training) return;
      triedBefore_ = true;
      return run.give(TrainerCommand::Try, choices_.triedBefore);
    }
    if (!ready || asked_) {
      if (stage == Stage::Paused && cell_.stage == Stage::TryingInPause && !asked2_) {
        asked2_ = true;
        run.give(TrainerCommand::Try, choices_.reached);
      }
      return;
    }
    const auto ask = [&](Stage where, TrainerCommand command, const Switches& switches = {}) {
      if (stage != where) return;
      asked_ = true;
      run.give(command, switches);
    };
    switch (cell_.stage) {
      case Stage::Switching: return ask(Stage::Training, TrainerCommand::Turn, choices_.reached);
      case Stage::Trying: return ask(Stage::Training, TrainerCommand::Try, choices_.reached);
      case Stage::Paused:
      case Stage::TryingInPause: return ask(Stage::Training, TrainerCommand::Pause);
      case Stage::PausedInStep: return ask(Stage::InStep, TrainerCommand::Pause);
      case Stage::PausedInValidation:
        if (++batches_ > 2) ask(Stage::Validating, TrainerCommand::Pause);
        if (stage != Stage::Validating) batches_ = 0;
        return;
      default: return;
    }
  }

  Cell cell_;
  Choices choices_;
  bool commanded_ = false, triedBefore_ = false, asked_ = false, asked2_ = false;
  int batches_ = 0;
  Commanded run_;
};

// What came of the command.
struct Came {
  bool happened = false, refused = false;
  bool resumed = false;       // before it happened
  int steps = 0, epochs = 0;  // ended between
};

Came whatCame(const Cell& cell, const Commanded& run, const Choices& choices) {
  Came came;
  std::int64_t done = 0;
  bool given = false, reached = false;
  bool paused = false;
  for (const Happened& happened : run.log()) {
    if (!given) {
      if (const auto* state = eventOf<StateEvent>(happened)) paused = state->state == TrainerState::Paused;
      if (eventOf<StepEvent>(happened)) ++done;
      if (const auto* stage = std::get_if<Stage>(&happened)) reached = *stage == cell.stage;
      const auto* issued = std::get_if<Issued>(&happened);
      given = issued && reached && issued->command == cell.command;
      continue;
    }
    const auto* issued = std::get_if<Issued>(&happened);
    const auto* state = eventOf<StateEvent>(happened);
    const auto* trial = eventOf<TrialEvent>(happened);
    const TrialResult* result = trial ? trial->result.get() : nullptr;
    const auto choice = [&](TrialResult::Choice wanted) { return result && result->choice == wanted; };
    const bool cancelled = result && result->outcome == TrialOutcome::Cancelled;
    if (const auto* warning = eventOf<WarningEvent>(happened)) came.refused |= warning->text.starts_with("The tried switches are not kept");
    switch (cell.command) {
      case TrainerCommand::Pause: came.happened = state && state->state == TrainerState::Paused; break;
      case TrainerCommand::Resume: came.happened = paused && state && state->state == TrainerState::Running; break;
      case TrainerCommand::Stop: came.happened = eventOf<EndEvent>(happened) && eventOf<EndEvent>(happened)->status == RunStatus::Stopped; break;
      case TrainerCommand::Turn:
        came.happened = eventOf<SwitchesEvent>(happened) && eventOf<SwitchesEvent>(happened)->switches == choices.turned;
        break;
      case TrainerCommand::Try: came.happened = choice(TrialResult::Choice::Open) && !cancelled; break;
      case TrainerCommand::CancelTrial: came.happened = cancelled; break;
      case TrainerCommand::Keep: came.happened = choice(TrialResult::Choice::Kept); break;
      case TrainerCommand::Drop: came.happened = choice(TrialResult::Choice::PutBack) || cancelled; break;
      case TrainerCommand::Checkpoint:
        came.happened = eventOf<MarkerEvent>(happened) && eventOf<MarkerEvent>(happened)->marker.kind == "checkpoint";
        break;
      case TrainerCommand::Capture:
        if (const auto* capture = eventOf<CaptureEvent>(happened)) {
          came.happened = capture->asked;
          came.steps = static_cast<int>(capture->facts->firstStep - done - 1);
        }
        break;
    }
    if (came.happened) break;
    if (eventOf<StepEvent>(happened)) ++came.steps;
    if (eventOf<EpochEvent>(happened)) ++came.epochs;
    if (issued && issued->command == TrainerCommand::Resume) came.resumed = true;
  }
  return came;
}

QString told(const Came& came) {
  return QString("happened %1, refused %2, resumed before %3, %4 steps and %5 epochs ended before")
      .arg(came.happened)
      .arg(came.refused)
      .arg(came.resumed)
      .arg(came.steps)
      .arg(came.epochs);
}

QString words(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).replace('_', ' ');
}

}  // namespace

class CommandTableTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyCell_data() {
    QTest::addColumn<TrainerStage>("stage");
    QTest::addColumn<TrainerCommand>("command");
    QTest::addColumn<bool>("answerable");
    for (const Stage stage : trainerStages())
      for (const TrainerCommand command : trainerCommands())
        for (const bool answerable : {false, true}) {
          if (answerable && command != TrainerCommand::Keep && command != TrainerCommand::Drop) continue;
          const QString row = words(nameOf(stage)) + " / " + words(nameOf(command)) + (answerable ? " what was tried" : "");
          QTest::newRow(qPrintable(row)) << stage << command << answerable;
        }
    QCOMPARE(trainerStages().size() * (trainerCommands().size() + 2), std::size_t{168});
  }
  void everyCell() {
    QFETCH(TrainerStage, stage);
    QFETCH(TrainerCommand, command);
    QFETCH(bool, answerable);
    const Cell cell{stage, command, answerable};
    CommandEffect effect = effectOf(stage, command, answerable);
    if (effect == CommandEffect::Impossible) {
      // Nothing can have been tried before the first step; what was tried is gone when other switches come or are tried.
      if (stage == Stage::Preparing || stage == Stage::Compiling) return;
      effect = effectOf(stage, command, false);
    }
    const bool pictures = stage == Stage::TimingKernels;
    QTemporaryDir folder;
    const TrainerOptions options = pictures ? pictureOptions() : tinyOptions();
    const Reached reached(cell, pictures ? pictureProject(folder) : tinyProject(folder), options);
    const Commanded& run = reached.run();
    QVERIFY2(reached.commanded(), "the state was not reached");
    const Came came = whatCame(cell, run, reached.choices());
    const QByteArray said = (words(nameOf(effect)) + " is wanted: " + told(came)).toUtf8();
    // At which boundary of a step it is, where it waits for one.
    const bool inStep = stage == Stage::InStep || stage == Stage::PausedInStep;
    const bool validating = stage == Stage::Validating || stage == Stage::PausedInValidation;
    if (command == TrainerCommand::Keep) QVERIFY2(came.refused == (effect == CommandEffect::Refused), said);
    switch (effect) {
      case CommandEffect::Nothing:
      case CommandEffect::Refused: QVERIFY2(!came.happened, said); break;
      case CommandEffect::Now:
      case CommandEffect::Anew: QVERIFY2(came.happened && !came.resumed && came.steps == 0 && came.epochs == 0, said); break;
      case CommandEffect::AtStep:
      case CommandEffect::AfterPause:
        QVERIFY2(came.happened && came.resumed == (effect == CommandEffect::AfterPause), said);
        QVERIFY2(came.steps == (inStep ? 1 : 0) && came.epochs == (validating ? 1 : 0), said);
        break;
      case CommandEffect::ToTheStep: QVERIFY2(came.happened && !came.resumed && came.steps == 1 && came.epochs == 0, said); break;
      case CommandEffect::Impossible: QFAIL("not looked at");
    }

    QVERIFY2(run.illegal().isEmpty(), qPrintable(run.illegal()));
    const bool stopped = effect == CommandEffect::Now && command == TrainerCommand::Stop;
    QVERIFY2(run.end().status == (stopped ? RunStatus::Stopped : RunStatus::Finished), run.end().message.c_str());
    // Whatever it was, but for other switches the run is what it would have been.
    const bool sameProgram = command != TrainerCommand::Turn && command != TrainerCommand::Keep && stage != Stage::Switching && !pictures;
    if (!sameProgram) return;
    QTemporaryDir other;
    static const Commanded alone(tinyProject(other), tinyOptions(), {});
    const std::vector<double> losses = run.losses(), wanted = alone.losses();
    QVERIFY(stopped || losses.size() == wanted.size());
    QVERIFY(losses.size() <= wanted.size() && std::equal(losses.begin(), losses.end(), wanted.begin()));
    const std::vector<EpochEvent> epochs = run.all<EpochEvent>(), wantedEpochs = alone.all<EpochEvent>();
    for (std::size_t i = 0; i < epochs.size(); ++i) {
      QCOMPARE(epochs[i].of("val_loss"), wantedEpochs[i].of("val_loss"));
      QCOMPARE(epochs[i].of("val_accuracy"), wantedEpochs[i].of("val_accuracy"));
      QCOMPARE(epochs[i].of("train_loss"), wantedEpochs[i].of("train_loss"));
    }
  }

  // docs/commands.md prints the table as it is.
  void thePageSaysTheSame() {
    QFile page(STEPSCOPE_SOURCE_DIR "/docs/commands.md");
    QVERIFY(page.open(QIODevice::ReadOnly));
    QStringList rows;
    for (const QString& line : QString::fromUtf8(page.readAll()).split('\n'))
      if (line.startsWith("| ") && !line.startsWith("| ---") && line.count('|') == 14) rows << line;
    QStringList wanted{"| state "};
    for (const TrainerCommand command : trainerCommands()) wanted[0] += "| " + words(nameOf(command)) + " ";
    wanted[0] += "| keep what was tried | drop what was tried |";
    for (const Stage stage : trainerStages()) {
      QString row = "| " + words(nameOf(stage)) + " |";
      for (const TrainerCommand command : trainerCommands()) row += " " + words(nameOf(effectOf(stage, command, false))) + " |";
      for (const TrainerCommand command : {TrainerCommand::Keep, TrainerCommand::Drop})
        row += " " + words(nameOf(effectOf(stage, command, true))) + " |";
      wanted << row;
    }
    QCOMPARE(rows, wanted);
  }

  // A button is there for what does something in one of the states that the run may be in while it says the same.
  void buttonsFollowTheTable() {
    using enum TrainerCommand;
    const auto enabled = [](TrainerState state, bool answerable) {
      std::set<TrainerCommand> commands;
      for (const TrainerCommand command : trainerCommands())
        if (hasEffect(state, command, answerable)) commands.insert(command);
      return commands;
    };
    using Commands = std::set<TrainerCommand>;
    QVERIFY(enabled(TrainerState::Preparing, false) == (Commands{Pause, Stop, Turn, Try, Checkpoint, Capture}));
    // A trial may go on: dropping it ends it.
    QVERIFY(enabled(TrainerState::Running, false) == (Commands{Pause, Stop, Turn, Try, CancelTrial, Drop, Checkpoint, Capture}));
    QVERIFY(enabled(TrainerState::Running, true) == (Commands{Pause, Stop, Turn, Try, CancelTrial, Keep, Drop, Checkpoint, Capture}));
    QVERIFY(enabled(TrainerState::Paused, true) == (Commands{Resume, Stop, Turn, Try, CancelTrial, Keep, Drop, Checkpoint, Capture}));
    for (const TrainerState over : {TrainerState::Stopping, TrainerState::Finished, TrainerState::Stopped, TrainerState::Failed})
      QVERIFY(enabled(over, true).empty() && enabled(over, false).empty());
  }
};

QTEST_GUILESS_MAIN(CommandTableTest)
#include "command_table_test.moc"
