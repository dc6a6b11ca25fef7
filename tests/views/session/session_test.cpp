// The session drives the real trainer without a window.
#include <QProcess>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "core/base/error.h"
#include "core/project/project.h"
#include "core/project/switches.h"
#include "core/store/run_files.h"
#include "profiler/advisor/advice_json.h"
#include "profiler/analysis/self_time.h"
#include "profiler/trace/trace_file.h"
#include "tests/app/desktop/project_folder.h"
#include "tests/views/patience.h"
#include "views/session/session.h"

using namespace stepscope;

namespace {
constexpr int kManyEpochs = 100'000;
}  // namespace

class SessionTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void factsOfAProject();
  void trainsToTheEnd();
  void keepsWhatTheCommandLineKeeps();
  void stopThenResume();
  void pauseAndContinue();
  void switchBetweenSteps();
  void aRefusedSwitchGoesBack();
  void captureOnDemand();
  void aTrialIsTold();
  void whatTheRunDoesNothingWithIsNotTaken();
  void missingDataIsAMessage();
  void damagedProjectIsAMessage();
  void progressArithmetic();
};

void SessionTest::factsOfAProject() {
  const ProjectFolder folder(1);
  Session session;
  QSignalSpy facts(&session, &Session::factsChanged), plans(&session, &Session::planChanged);
  session.setProject(loadProject(folder.path().toStdString()));
  QVERIFY(facts.wait(kPatience));
  QCOMPARE(session.facts()->input.classes, 4);
  QVERIFY(session.facts()->trainSamples > 0);
  QVERIFY(session.facts()->parameters > 0);
  // The peak is known before the first step.
  QTRY_VERIFY_WITH_TIMEOUT(session.plan() != nullptr, kPatience);
  QVERIFY(session.plan()->predictedPeakBytes > 0);
  QVERIFY(!session.training());
}

void SessionTest::trainsToTheEnd() {
  const ProjectFolder folder(3);
  Session session;
  session.setProject(loadProject(folder.path().toStdString()));
  std::vector<std::int64_t> steps;
  std::vector<EpochEvent> epochs;
  StartEvent start;
  EndEvent end;
  connect(&session, &Session::started, this, [&](const StartEvent& event) { start = event; });
  connect(&session, &Session::stepsArrived, this, [&](const std::vector<StepEvent>& arrived) {
    for (const StepEvent& step : arrived) steps.push_back(step.step);
  });
  connect(&session, &Session::epochArrived, this, [&](const EpochEvent& event) { epochs.push_back(event); });
  connect(&session, &Session::ended, this, [&](const EndEvent& event) { end = event; });
  QSignalSpy training(&session, &Session::trainingChanged);
  session.train();
  QVERIFY(session.training());
  QTRY_VERIFY_WITH_TIMEOUT(!session.training(), kPatience);
  QCOMPARE(end.status, RunStatus::Finished);
  QCOMPARE(static_cast<std::int64_t>(steps.size()), start.totalSteps);
  for (std::size_t i = 0; i < steps.size(); ++i) QCOMPARE(steps[i], static_cast<std::int64_t>(i) + 1);
  QCOMPARE(epochs.size(), 3u);
  QCOMPARE(epochs.back().epoch, 3);
  QCOMPARE(training.count(), 2);
  QCOMPARE(session.progress().fraction(), 1.0);
  QVERIFY(end.measuredPeakBytes >= end.predictedPeakBytes && end.measuredPeakBytes <= end.predictedPeakBytes + (4 << 20));
  QVERIFY(session.trace() && session.breakdown());  // captured by itself
  // And kept: another session shows it.
  Session other;
  other.setProject(loadProject(folder.path().toStdString()));
  QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QString::fromStdString(session.project()->runDirectory(end.run)) + QStringLiteral("/capture.sstrace")),
                           kPatience);
  other.loadCapture(end.run);
  QTRY_VERIFY_WITH_TIMEOUT(other.trace() != nullptr, kPatience);
  QCOMPARE(other.trace()->spanCount(), session.trace()->spanCount());
}

// The recorder keeps captures and findings, not the front end that happened to be open.
void SessionTest::keepsWhatTheCommandLineKeeps() {
  const ProjectFolder folders[] = {ProjectFolder(3), ProjectFolder(3)};
  Session session;
  session.setProject(loadProject(folders[0].path().toStdString()));
  session.train();
  QTRY_VERIFY_WITH_TIMEOUT(!session.training(), kPatience);
  QProcess cli;
  cli.start(QStringLiteral(STEPSCOPE_CLI), {QStringLiteral("train"), folders[1].path()});
  QVERIFY(cli.waitForFinished(kPatience) && cli.exitCode() == 0);
  QStringList kept[2], rules[2];
  std::size_t steps[2], nodes[2];
  for (int i = 0; i < 2; ++i) {
    const Project project = loadProject(folders[i].path().toStdString());
    const RunReader store(project.storePath());
    for (const char* name :
         {"breakdown", "capture", "findings", "memory_plan", "switches", "environment", "data", "predictions", "text_sample", "trials"})
      if (store.artefact(1, name)) kept[i] << QLatin1String(name);
    const Trace trace = loadTrace(captureFile(project.runDirectory(1)));
    steps[i] = stepSpans(trace).size();
    nodes[i] = trace.nodes.size();
    const auto advice = adviceOf(store.artefact(1, "findings").value_or(""));
    QVERIFY(advice);
    for (const Finding& finding : advice->findings) rules[i] << QString::fromStdString(finding.rule);
    rules[i].sort();  // how heavy each is was measured
  }
  QVERIFY(kept[0].contains(QStringLiteral("findings")) && kept[0].contains(QStringLiteral("capture")));
  QCOMPARE(kept[0], kept[1]);
  QVERIFY(rules[0].size() > 10);
  QCOMPARE(rules[0], rules[1]);
  QCOMPARE(steps[0], std::size_t{3});
  QCOMPARE(steps[0], steps[1]);
  QCOMPARE(nodes[0], nodes[1]);
}

void SessionTest::stopThenResume() {
  const ProjectFolder folder(kManyEpochs);
  Session session;
  session.setProject(loadProject(folder.path().toStdString()));
  EndEvent end;
  std::int64_t first = -1, firstStep = -1;
  connect(&session, &Session::ended, this, [&](const EndEvent& event) { end = event; });
  connect(&session, &Session::started, this, [&](const StartEvent& event) { firstStep = event.firstStep; });
  connect(&session, &Session::stepsArrived, this, [&](const std::vector<StepEvent>& steps) {
    if (first < 0) first = steps.front().step;
  });
  session.train();
  QTRY_VERIFY_WITH_TIMEOUT(session.progress().step() > 20, kPatience);
  session.stop();
  QCOMPARE(session.state(), TrainerState::Stopping);  // said at once
  QTRY_VERIFY_WITH_TIMEOUT(!session.training(), kPatience);
  QCOMPARE(end.status, RunStatus::Stopped);
  const auto run = end.run;
  const auto stopped = end.steps;
  first = -1;
  session.resumeRun(run);
  QTRY_VERIFY_WITH_TIMEOUT(first >= 0, kPatience);
  QCOMPARE(session.run(), run);
  QCOMPARE(firstStep, stopped);
  QCOMPARE(first, stopped + 1);
  session.stop();
  QTRY_VERIFY_WITH_TIMEOUT(!session.training(), kPatience);
}

void SessionTest::pauseAndContinue() {
  const ProjectFolder folder(kManyEpochs);
  Session session;
  session.setProject(loadProject(folder.path().toStdString()));
  session.train();
  QTRY_COMPARE_WITH_TIMEOUT(session.state(), TrainerState::Running, kPatience);
  session.pauseOrResume();
  QTRY_COMPARE_WITH_TIMEOUT(session.state(), TrainerState::Paused, kPatience);
  // The steps before the pause were told before it; that none follows is looked at for a while.
  const auto step = session.progress().step();
  QTest::qWait(200);
  QCOMPARE(session.progress().step(), step);
  session.pauseOrResume();
  QTRY_VERIFY_WITH_TIMEOUT(session.progress().step() > step, kPatience);
  // Destroying the session in the middle of a run stops and joins it.
}

void SessionTest::switchBetweenSteps() {
  const ProjectFolder folder(kManyEpochs);
  Session session;
  session.setProject(loadProject(folder.path().toStdString()));
  QString label;
  connect(&session, &Session::markerArrived, this, [&](const Marker& marker) {
    if (marker.kind == "switch") label = QString::fromStdString(marker.label);
  });
  session.train();
  QTRY_VERIFY_WITH_TIMEOUT(session.progress().step() > 5, kPatience);
  Switches switches = session.project()->switches;
  switches.batchSize = 64;
  QSignalSpy changed(&session, &Session::switchesChanged);
  session.setSwitches(switches);
  session.setSwitches(switches);  // nothing new
  QCOMPARE(changed.count(), 1);
  QTRY_VERIFY_WITH_TIMEOUT(label.contains(QStringLiteral("32 -> 64")), kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(session.plan()->batchSize, 64, kPatience);
  QVERIFY(session.training());
}

// What the trainer cannot turn is not shown as if it had been.
void SessionTest::aRefusedSwitchGoesBack() {
  const ProjectFolder folder(kManyEpochs);
  Session session;
  session.setProject(loadProject(folder.path().toStdString()));
  session.train();
  QTRY_VERIFY_WITH_TIMEOUT(session.progress().step() > 5, kPatience);
  QSignalSpy messages(&session, &Session::message), changed(&session, &Session::switchesChanged);
  Switches switches = session.project()->switches;
  switches.batchSize = 5000;  // of 1024 samples
  session.setSwitches(switches);
  QTRY_COMPARE_WITH_TIMEOUT(session.project()->switches.batchSize, 32, kPatience);
  QCOMPARE(changed.count(), 2);
  QTRY_VERIFY_WITH_TIMEOUT(!messages.isEmpty(), kPatience);
  QVERIFY(messages[0][0].value<Message>().what.contains(QStringLiteral("training goes on as before")));
  const auto step = session.progress().step();
  QTRY_VERIFY_WITH_TIMEOUT(session.progress().step() > step, kPatience);
}

void SessionTest::captureOnDemand() {
  const ProjectFolder folder(kManyEpochs);
  Session session;
  session.setProject(loadProject(folder.path().toStdString()));
  session.train();
  QTRY_VERIFY_WITH_TIMEOUT(session.trace() != nullptr, kPatience);
  const auto first = session.trace();
  session.capture(2);
  QTRY_VERIFY_WITH_TIMEOUT(session.trace() != first, kPatience);
  QVERIFY(session.trace()->spanCount() > 0);
}

void SessionTest::aTrialIsTold() {
  const ProjectFolder folder(kManyEpochs);
  Session session;
  session.setProject(loadProject(folder.path().toStdString()));
  session.train();
  QTRY_VERIFY_WITH_TIMEOUT(session.progress().step() > 3, kPatience);
  QVERIFY(!session.trial());
  const Switches now = session.project()->switches;
  Switches with = now;
  with.batchSize = 64;
  session.tryOut(with);
  QTRY_VERIFY_WITH_TIMEOUT(session.trial() && session.trial()->what.starts_with("measuring"), kPatience);
  QVERIFY(session.trial()->result || session.trial()->share < 1);
  session.cancelTrial();
  QTRY_VERIFY_WITH_TIMEOUT(session.trial()->result != nullptr, kPatience);
  QCOMPARE(session.trial()->result->change, std::string("batch size 32 -> 64"));
  QVERIFY(session.project()->switches == now);  // nothing was turned
  const auto step = session.progress().step();
  QTRY_VERIFY_WITH_TIMEOUT(session.progress().step() > step, kPatience);
}

void SessionTest::whatTheRunDoesNothingWithIsNotTaken() {
  const ProjectFolder folder(kManyEpochs);
  Session session;
  session.setProject(loadProject(folder.path().toStdString()));
  std::vector<QString> markers, messages;
  connect(&session, &Session::markerArrived, this, [&](const Marker& marker) { markers.push_back(QString::fromStdString(marker.kind)); });
  connect(&session, &Session::message, this, [&](const Message& message) { messages.push_back(message.what); });
  const auto marked = [&](const char* kind) { return std::count(markers.begin(), markers.end(), QString(kind)); };
  for (const TrainerCommand command : trainerCommands()) QVERIFY(!session.takes(command));
  session.train();
  QTRY_COMPARE_WITH_TIMEOUT(session.state(), TrainerState::Running, kPatience);
  QVERIFY(session.takes(TrainerCommand::Pause) && !session.takes(TrainerCommand::Resume) && !session.takes(TrainerCommand::Keep));
  session.checkpoint();
  QTRY_COMPARE_WITH_TIMEOUT(marked("checkpoint"), 1, kPatience);
  session.pauseOrResume();
  QTRY_COMPARE_WITH_TIMEOUT(session.state(), TrainerState::Paused, kPatience);
  QVERIFY(session.takes(TrainerCommand::Resume) && !session.takes(TrainerCommand::Pause));
  session.checkpoint();
  QTRY_COMPARE_WITH_TIMEOUT(marked("checkpoint"), 2, kPatience);
  // What comes later says so.
  messages.clear();
  session.capture(2);
  QCOMPARE(messages.size(), std::size_t{1});
  QVERIFY(messages[0].contains("when the run goes on"));
  QVERIFY(!session.captureWasAsked());
  session.pauseOrResume();
  QTRY_VERIFY_WITH_TIMEOUT(session.captureWasAsked(), kPatience);
  session.stop();
  for (const TrainerCommand command : trainerCommands()) QVERIFY(!session.takes(command));
  session.tryOut(turned(session.project()->switches, "batch_size", "16"));
  QTRY_VERIFY_WITH_TIMEOUT(!session.training(), kPatience);
  QVERIFY(!session.trial());
}

void SessionTest::missingDataIsAMessage() {
  const ProjectFolder folder(1);
  Project project = loadProject(folder.path().toStdString());
  project.data.kind = "mnist";
  project.data.path = (folder.folder() + QStringLiteral("/nowhere")).toStdString();
  Session session;
  QSignalSpy messages(&session, &Session::message);
  session.setProject(project);
  QTRY_VERIFY_WITH_TIMEOUT(messages.count() == 1, kPatience);
  QVERIFY(messages[0][0].value<Message>().where.contains(QStringLiteral("nowhere")) ||
          messages[0][0].value<Message>().what.contains(QStringLiteral("nowhere")));
  session.train();
  QTRY_VERIFY_WITH_TIMEOUT(!session.training(), kPatience);
  QCOMPARE(session.state(), TrainerState::Failed);
  QVERIFY(messages.count() >= 2);
}

void SessionTest::damagedProjectIsAMessage() {
  try {
    parseProject("[train]\nepoch = 3\n", "/tmp/project.toml");
    QFAIL("an unknown key was taken");
  } catch (const Error& error) {
    const Message message = messageOf(error);
    QVERIFY(message.where.contains(QStringLiteral("project.toml")));
    QVERIFY((message.what + message.cure).contains(QStringLiteral("epochs")));
  }
}

void SessionTest::progressArithmetic() {
  RunProgress progress;
  QVERIFY(std::isnan(progress.medianStepMs()));
  StartEvent start;
  start.totalSteps = 100;
  start.stepsPerEpoch = 50;
  start.epochs = 2;
  progress.begin(start);
  QCOMPARE(progress.fraction(), 0.0);
  for (int i = 1; i <= 60; ++i) {
    StepEvent step;
    step.step = i;
    step.epoch = (i - 1) / 50;
    step.stepInEpoch = (i - 1) % 50 + 1;
    step.stepsPerEpoch = 50;
    step.totalSteps = 100;
    step.figures.set("step_ms", 10);
    step.figures.set("data_wait_ms", 1);
    step.figures.set("samples_per_second", 640);
    progress.add(step);
  }
  QCOMPARE(progress.epoch(), 2);
  QCOMPARE(progress.stepInEpoch(), 10);
  QCOMPARE(progress.fraction(), 0.6);
  QCOMPARE(progress.medianStepMs(), 10.0);
  QVERIFY(std::abs(progress.dataWaitShare() - 0.1) < 1e-12);
  QVERIFY(std::abs(progress.secondsLeft() - 0.4) < 1e-12);
  QCOMPARE(progress.samplesPerSecond(), 640.0);
}

QTEST_MAIN(SessionTest)
#include "session_test.moc"
