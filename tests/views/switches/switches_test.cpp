// The switches panel: predictions before anything is applied, off the GUI thread, only the newest answer.
#include "core/project/switches.h"
#include "core/backend/devices/devices.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QUndoStack>
#include <QWheelEvent>
#include <atomic>

#include "tests/views/patience.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/session/session.h"
#include "views/switches/project_panel.h"
#include "views/switches/switch_sentences.h"
#include "views/switches/switches_model.h"

using namespace stepscope;

namespace {

Project projectOf(std::int64_t batch) {
  Project project;
  project.name = "test";
  project.model.name = "lenet5";
  project.data.kind = "mnist";
  project.switches.batchSize = batch;
  return project;
}

// Bytes grow with the batch, as a plan's do.
SwitchForecast linear(const Project& project, const ModelInput&, bool, const Switches& pending) {
  SwitchForecast prediction;
  const auto forecast = [](const Switches& s) { return Forecast{s.batchSize << 20, static_cast<double>(s.batchSize) * 0.5, 0.25, {"+3 casts"}}; };
  prediction.applied = forecast(project.switches);
  prediction.pending = forecast(pending);
  if (pending.batchSize != project.switches.batchSize) prediction.ofSwitch["batch_size"] = prediction.pending;
  if (pending.numWorkers != project.switches.numWorkers) prediction.ofSwitch["num_workers"] = prediction.applied;
  return prediction;
}

}  // namespace

class SwitchesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }
  void predictsBeforeApplying();
  void oneRuleForEveryField();
  void likeIsComparedWithLike();
  void theKneeIsSuggested();
  void manyChangesAskFewTimes();
  void staleAnswersAreDropped();
  void askedAgain();
  void problemIsShown();
  void whatCannotBeBuiltIsSaid();
  void realPlannerPredicts();
  void timeIsPredictedBeforeAndMeasuredAfter();
  void largestBatchIsAButton();
  void theWheelTurnsNoSwitch();
  void realPlannerFits();
  void whatCannotBeHadIsOffAndSaysWhy();
  void aBudgetBelowTheParametersIsNotApplied();
};

void SwitchesTest::predictsBeforeApplying() {
  QThread* thread = nullptr;
  SwitchesModel model([&thread](const Project& project, const ModelInput& input, bool validation, const Switches& pending) {
    thread = QThread::currentThread();
    return linear(project, input, validation, pending);
  });
  ProjectPanel panel(&model);
  panel.show();
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  QVERIFY(!model.prediction());  // nothing is known of the data yet
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
  QVERIFY(thread != nullptr && thread != QThread::currentThread());
  QCOMPARE(model.appliedPeakBytes(), std::int64_t{64} << 20);
  QVERIFY(panel.applyButton()->isVisible() && !panel.applyButton()->isEnabled());
  panel.spinBox("batch_size")->setValue(128);
  QVERIFY(panel.applyButton()->isEnabled());
  QTRY_VERIFY_WITH_TIMEOUT(panel.predictionLabel("batch_size")->text().contains(QStringLiteral("+100")), kPatience);
  // Twice the samples in twice the time is no "+100 % time".
  QVERIFY(!panel.predictionLabel("batch_size")->text().contains(formatMs(64)));
  panel.spinBox("num_workers")->setValue(3);
  QTRY_VERIFY_WITH_TIMEOUT(panel.predictionLabel("num_workers")->text().contains(QStringLiteral("no change")), kPatience);
  QSignalSpy applied(&panel, &ProjectPanel::applyRequested);
  QTest::mouseClick(panel.applyButton(), Qt::LeftButton);
  QCOMPARE(applied.count(), 1);
  const auto switches = applied[0][0].value<Switches>();
  QCOMPARE(switches.batchSize, 128);
  QCOMPARE(switches.numWorkers, 3);
  model.setApplied(switches);
  QVERIFY(panel.applyButton()->isVisible() && !panel.applyButton()->isEnabled() && !panel.revertButton()->isEnabled());
  QTRY_COMPARE_WITH_TIMEOUT(model.appliedPeakBytes(), std::int64_t{128} << 20, kPatience);
  panel.spinBox("batch_size")->setValue(256);
  QTest::keyClick(panel.spinBox("batch_size"), Qt::Key_Escape);
  QVERIFY(!model.changed());
  QCOMPARE(panel.spinBox("batch_size")->value(), 128);
  panel.spinBox("batch_size")->setValue(256);
  QTest::keyClick(panel.spinBox("batch_size"), Qt::Key_Return);
  QCOMPARE(applied.count(), 2);
  // Undo asks for what was applied before.
  model.setApplied(applied[1][0].value<Switches>());
  panel.history()->undo();
  QCOMPARE(applied.count(), 3);
  QCOMPARE(applied[2][0].value<Switches>().batchSize, 128);
  panel.history()->redo();
  QCOMPARE(applied[3][0].value<Switches>().batchSize, 256);
}

// Numbers and lists alike: a change is pending until Apply or Enter, Tab only moves, Escape reverts, and Enter gives the focus back.
void SwitchesTest::oneRuleForEveryField() {
  SwitchesModel model(linear);
  ProjectPanel panel(&model);
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  panel.resize(300, 420);  // so low that the switches scroll
  panel.show();
  panel.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&panel));
  model.setInput({{1, 28, 28}, 10}, true);
  QSignalSpy applied(&panel, &ProjectPanel::applyRequested), returned(&panel, &ProjectPanel::focusReturned);
  const auto visibleWhole = [&](const QWidget* widget) { return panel.rect().contains(QRect(widget->mapTo(&panel, QPoint()), widget->size())); };
  QVERIFY(visibleWhole(panel.applyButton()) && visibleWhole(panel.revertButton()));
  for (QWidget* field : std::initializer_list<QWidget*>{panel.spinBox("batch_size"), panel.comboBox("deterministic")}) {
    const auto change = [&] {
      field->setFocus();
      QTest::keyClick(field, Qt::Key_Down);
      QVERIFY(model.changed());
    };
    change();
    QTest::keyClick(field, Qt::Key_Tab);
    QVERIFY(model.changed() && !field->hasFocus());
    QCOMPARE(applied.count(), 0);
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!model.changed() && !field->hasFocus());
    change();
    QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
    QVERIFY(!panel.consequenceLabel()->text().contains(QStringLiteral("node")));  // no jargon
    QVERIFY(visibleWhole(panel.applyButton()) && visibleWhole(panel.revertButton()));
    returned.clear();
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(applied.count(), 1);
    QCOMPARE(returned.count(), 1);
    QVERIFY(!field->hasFocus());
    applied.clear();
    model.revert();
  }
}

void SwitchesTest::likeIsComparedWithLike() {
  const std::int64_t mib = std::int64_t{1} << 20;
  const Forecast timed{210 * mib, 655, 0.02}, guessed{104 * mib, 2900, 1.0}, busy{210 * mib, 655, 1.0, {}, 1.0}, half{104 * mib, 900, 0.05};
  using Verdict = ForecastChange::Verdict;
  // A time that was measured, against one that no kernel was ever timed for.
  const ForecastChange unlike = changeOf(timed, guessed, 64, 64);
  QCOMPARE(unlike.timeVerdict, Verdict::Unsure);
  QVERIFY(!unlike.time.contains(QLatin1Char('%')) && !unlike.whyUnsure.isEmpty());
  QCOMPARE(unlike.memoryVerdict, Verdict::Better);
  // On busy cores nothing is claimed, whatever stands on the other side.
  for (const Forecast& other : {guessed, half, busy}) {
    QCOMPARE(changeOf(busy, other, 64, 64).time, QString(other.stepMs == busy.stepMs ? QString() : QStringLiteral("cores busy")));
    QVERIFY(!changeOf(busy, other, 64, 128).time.contains(QLatin1Char('%')));
  }
  const ForecastChange slower = changeOf(timed, half, 64, 64);
  QVERIFY(slower.time.contains(formatMs(900)) && slower.time.contains(QLatin1Char('+')));
  QCOMPARE(slower.timeVerdict, Verdict::Worse);
  // Other samples in a step: samples/s.
  const ForecastChange larger = changeOf(timed, {300 * mib, 1000, 0.02}, 64, 128);
  QVERIFY2(larger.time.startsWith(formatRate(128)) && larger.time.contains(QStringLiteral("+31")), qPrintable(larger.time));
  QCOMPARE(larger.timeVerdict, Verdict::Better);
  // Two estimates are told as such.
  QVERIFY(changeOf(guessed, {104 * mib, 1450, 1.0}, 64, 64).time.startsWith(QChar(0x2248)));
}

void SwitchesTest::theKneeIsSuggested() {
  QCOMPARE(kneeOf({1, 2, 4, 8, 16}, {10, 18, 40, 97, 100}), std::int64_t{8});
  QCOMPARE(kneeOf({}, {}), std::int64_t{0});
  FittingBatch fitting{{9887, std::int64_t{12} << 30, false, 20}, std::int64_t{13} << 30, 256, 0.96};
  const QString text = fittingText(fitting, 15685, 1);
  QVERIFY2(text.contains(QStringLiteral("256 reaches")) && text.contains(QStringLiteral("62")), qPrintable(text));
  fitting.knee = 0;  // no time is known: the largest is set, and what that means is said
  QVERIFY2(fittingText(fitting, 15685, 1).contains(QStringLiteral("Careful: only 2")), qPrintable(fittingText(fitting, 15685, 1)));
}

void SwitchesTest::manyChangesAskFewTimes() {
  std::atomic<int> asked = 0;
  SwitchesModel model([&asked](const Project& project, const ModelInput& input, bool validation, const Switches& pending) {
    ++asked;
    return linear(project, input, validation, pending);
  });
  model.setProject(projectOf(64));
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
  asked = 0;
  for (int batch = 65; batch <= 164; ++batch) model.setPending("batch_size", batch);
  QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
  QCOMPARE(asked.load(), 1);
  QCOMPARE(model.prediction()->pending.peakBytes, std::int64_t{164} << 20);
}

void SwitchesTest::staleAnswersAreDropped() {
  QSemaphore begun, mayEnd;
  SwitchesModel model([&](const Project& project, const ModelInput& input, bool validation, const Switches& pending) {
    if (pending.batchSize == 65) {
      begun.release();
      mayEnd.acquire();  // the older question is answered after the newer one was asked
    }
    return linear(project, input, validation, pending);
  });
  model.setProject(projectOf(64));
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
  const int before = model.predictionsMade();
  model.setPending("batch_size", 65);
  QTRY_VERIFY_WITH_TIMEOUT(begun.available() > 0, kPatience);
  model.setPending("batch_size", 66);
  mayEnd.release();
  QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
  QCOMPARE(model.prediction()->pending.peakBytes, std::int64_t{66} << 20);
  QCOMPARE(model.predictionsMade(), before + 1);
}

// A better answer comes in place of the old one, which stays on the screen until then.
void SwitchesTest::askedAgain() {
  std::atomic<int> asked{0};
  SwitchesModel model([&](const Project& project, const ModelInput& input, bool validation, const Switches& pending) {
    SwitchForecast answer = linear(project, input, validation, pending);
    answer.pending.peakBytes += asked++;
    return answer;
  });
  model.askAgain();  // without a project there is nothing to ask
  QTest::qWait(300);
  QVERIFY(!model.asking());
  model.setProject(projectOf(64));
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
  const std::int64_t before = model.prediction()->pending.peakBytes;
  for (int i = 0; i < 5; ++i) model.askAgain();
  QVERIFY(model.prediction());
  QTRY_COMPARE_WITH_TIMEOUT(model.prediction()->pending.peakBytes, before + 1, kPatience);
  QCOMPARE(asked.load(), 2);
}

void SwitchesTest::problemIsShown() {
  SwitchesModel model([](const Project&, const ModelInput&, bool, const Switches&) -> SwitchForecast { throw std::runtime_error("too large"); });
  ProjectPanel panel(&model);
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
  bool said = false;
  for (const QLabel* label : panel.findChildren<QLabel*>()) said = said || label->text().contains(QStringLiteral("too large"));
  QVERIFY(said);
}

// A project whose data or model cannot be had is never planned: the panel says why, and takes it back with the next project.
void SwitchesTest::whatCannotBeBuiltIsSaid() {
  SwitchesModel model([](const Project&, const ModelInput&, bool, const Switches&) { return SwitchForecast(); });
  ProjectPanel panel(&model);
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  const auto says = [&](const char* text) {
    for (const QLabel* label : panel.findChildren<QLabel*>())
      if (label->text().contains(QLatin1String(text))) return true;
    return false;
  };
  QVERIFY(says("planning"));
  panel.setProblem(QStringLiteral("train.csv: Cannot be opened."));
  QVERIFY(says("train.csv: Cannot be opened."));
  QVERIFY(!says("planning"));
  panel.spinBox("batch_size")->setValue(32);
  QVERIFY(!says("planning"));
  panel.setProblem({});
  QVERIFY(!says("Cannot be opened"));
}

void SwitchesTest::realPlannerPredicts() {
  const Project project = projectOf(64);
  Switches more = project.switches;
  more.batchSize = 256;
  const SwitchForecast prediction = predict(project, {{1, 28, 28}, 10}, true, more);
  QVERIFY(prediction.problem.empty());
  QVERIFY(prediction.applied.peakBytes > 100'000);
  QVERIFY(prediction.pending.peakBytes > 2 * prediction.applied.peakBytes);
  QCOMPARE(prediction.ofSwitch.at("batch_size").peakBytes, prediction.pending.peakBytes);
  QVERIFY(prediction.applied.stepMs > 0);
  QVERIFY(prediction.pending.stepMs > prediction.applied.stepMs);
  QVERIFY(prediction.applied.estimatedShare >= 0 && prediction.applied.estimatedShare <= 1);
}

namespace {

bool says(const QWidget& panel, const QString& text) {
  for (const QLabel* label : panel.findChildren<QLabel*>())
    if (!label->isHidden() && label->text().contains(text)) return true;
  return false;
}

}  // namespace

void SwitchesTest::timeIsPredictedBeforeAndMeasuredAfter() {
  SwitchesModel model(linear);
  ProjectPanel panel(&model);
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  panel.show();
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY_WITH_TIMEOUT(says(panel, formatMs(32)), kPatience);  // for a batch of 64
  QVERIFY(says(panel, QStringLiteral("partly timed, partly estimated")));
  panel.spinBox("batch_size")->setValue(128);
  QTRY_VERIFY_WITH_TIMEOUT(panel.predictionLabel("batch_size")->text().contains(formatBytes(std::int64_t{128} << 20)), kPatience);
  QVERIFY(panel.predictionLabel("batch_size")->toolTip().contains(QStringLiteral("+3 casts")));
  QVERIFY(panel.consequenceLabel()->text().contains(formatBytes(std::int64_t{128} << 20)));
  QVERIFY(!says(panel, QStringLiteral("This run")));
  SwitchRow row;
  row.change = "batch size 64 -> 128";
  row.step = 12;
  row.predictedPeakBytes = row.measuredPeakBytes = 128 << 20;
  row.predictedMs = 64;
  panel.setSwitchRows({row});
  QVERIFY(says(panel, QStringLiteral("—")));  // not measured yet
  row.measuredMs = 71;
  row.busyShare = 0.5;
  panel.setSwitchRows({row});
  QVERIFY(says(panel, QStringLiteral("cores busy")) && !says(panel, formatMs(71)));
  row.busyShare = 0.01;
  panel.setSwitchRows({row});
  QVERIFY(says(panel, QStringLiteral("This run")) && says(panel, formatMs(71)) && says(panel, QStringLiteral("batch size 64 -&gt; 128")));
  panel.setSwitchRows({});
  QVERIFY(!says(panel, QStringLiteral("This run")));
}

void SwitchesTest::theWheelTurnsNoSwitch() {
  SwitchesModel model(linear);
  ProjectPanel panel(&model);
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  panel.show();
  model.setInput({{1, 28, 28}, 10}, true);
  for (QWidget* field : std::initializer_list<QWidget*>{panel.comboBox("fusion"), panel.spinBox("batch_size")}) {
    const QPointF at = field->rect().center();
    QWheelEvent wheel(at, field->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(field, &wheel);
    QVERIFY(!wheel.isAccepted());  // the panel scrolls
  }
  QVERIFY(!model.changed());
}

void SwitchesTest::largestBatchIsAButton() {
  std::int64_t most = 0;
  bool fits = true;
  SwitchesModel model(linear, nullptr, [&](const Project&, const ModelInput&, bool, const Switches&, std::int64_t limit) {
    most = limit;
    return FittingBatch{{fits ? 300 : 0, std::int64_t{300} << 20, false, 5}, std::int64_t{301} << 20};
  });
  ProjectPanel panel(&model);
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  panel.show();
  QVERIFY(!panel.fitButton()->isEnabled());  // nothing is known of the data yet
  model.setInput({{1, 28, 28}, 10}, true, 5000);
  QTRY_VERIFY_WITH_TIMEOUT(panel.fitButton()->isEnabled(), kPatience);
  QTest::mouseClick(panel.fitButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(panel.spinBox("batch_size")->value(), 300, kPatience);
  QCOMPARE(most, 5000);
  QVERIFY(says(panel, QStringLiteral("Up to 300 fit")));
  QVERIFY(panel.applyButton()->isEnabled());  // applied by the user, like any other value
  fits = false;
  QTRY_VERIFY_WITH_TIMEOUT(panel.fitButton()->isEnabled(), kPatience);
  QTest::mouseClick(panel.fitButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(says(panel, QStringLiteral("A batch of one needs")), kPatience);
  QCOMPARE(panel.spinBox("batch_size")->value(), 300);
}

void SwitchesTest::realPlannerFits() {
  const Project project = projectOf(64);
  const Backend& backend = *findBackend("cpu");
  MeasuredTables measured = loadMeasured(backend, 1, false);
  const ModelInput input{{1, 28, 28}, 10};
  constexpr std::int64_t kBudget = 40 << 20;
  const LargestBatch largest = largestBatch(project, input, true, project.switches, backend, measured, kBudget, 65536);
  QVERIFY(largest.batch > 1 && !largest.limitedByData);
  QVERIFY(largest.peakBytes <= kBudget);
  Switches switches = project.switches;
  switches.batchSize = largest.batch;
  QCOMPARE(predictStep(project, input, true, switches, backend, measured).peakBytes, largest.peakBytes);
  switches.batchSize = largest.batch + 1;
  QVERIFY(predictStep(project, input, true, switches, backend, measured).peakBytes > kBudget);
  // Less memory than one sample needs, and data that end before the memory does.
  const LargestBatch none = largestBatch(project, input, true, project.switches, backend, measured, 1000, 65536);
  QCOMPARE(none.batch, 0);
  QVERIFY(none.peakBytes > 1000);
  const LargestBatch all = largestBatch(project, input, true, project.switches, backend, measured, kBudget, 100);
  QCOMPARE(all.batch, 100);
  QVERIFY(all.limitedByData);
}

void SwitchesTest::whatCannotBeHadIsOffAndSaysWhy() {
  SwitchesModel model(linear);
  ProjectPanel panel(&model);
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  panel.show();
  model.setInput({{13}, 3}, true, 100);  // a table: no images
  QVERIFY(!panel.comboBox("channels_last")->isEnabled() && panel.comboBox("channels_last")->isVisible());
  QVERIFY(says(panel, QStringLiteral("Channels last has no effect here. The model has no images")));
  QCOMPARE(panel.comboBox("channels_last")->currentText(), QStringLiteral("auto"));  // and does not say that it is off
  QVERIFY(panel.comboBox("channels_last")->toolTip().contains(QStringLiteral("no images")));
  // No GPU, no TF32.
  QVERIFY(!panel.comboBox("tf32")->isEnabled() && panel.comboBox("tf32")->isVisible());
  QCOMPARE(panel.comboBox("tf32")->currentText(), QStringLiteral("off"));
  QVERIFY(says(panel, QStringLiteral("TF32 has no effect here. TF32 is a type of the tensor cores")));
  // Two switches that exclude each other.
  QCOMPARE(panel.comboBox("autotune")->currentText(), QStringLiteral("on"));
  QVERIFY(panel.comboBox("autotune")->isEnabled());
  panel.comboBox("deterministic")->setCurrentIndex(1);
  QVERIFY(!panel.comboBox("autotune")->isEnabled());
  QCOMPARE(panel.comboBox("autotune")->currentText(), QStringLiteral("off"));
  QVERIFY(says(panel, QStringLiteral("Deterministic excludes it")));
  panel.comboBox("deterministic")->setCurrentIndex(0);
  QVERIFY(panel.comboBox("autotune")->isEnabled());
  QCOMPARE(panel.comboBox("autotune")->currentText(), QStringLiteral("on"));  // nothing was lost
  // A value that cannot be had: said at once, and not applied.
  QSignalSpy applied(&panel, &ProjectPanel::applyRequested);
  panel.spinBox("batch_size")->setValue(200);
  QVERIFY(says(panel, QStringLiteral("has 100 samples")));
  QVERIFY(!panel.applyButton()->isEnabled());
  QTest::mouseClick(panel.applyButton(), Qt::LeftButton);
  QTest::keyClick(panel.spinBox("batch_size"), Qt::Key_Return);
  QCOMPARE(applied.count(), 0);
  panel.spinBox("batch_size")->setValue(50);
  QVERIFY(panel.applyButton()->isEnabled());
}

// The real planner's sentence stands in the panel, nothing is applied, and a larger budget is accepted: also where the project file itself
// has the bad one.
void SwitchesTest::aBudgetBelowTheParametersIsNotApplied() {
  for (const bool inFile : {false, true}) {
    SwitchesModel model;
    ProjectPanel panel(&model);
    Project project = projectOf(4);
    project.model.name = "resnet18";
    project.switches.checkpointBudgetMiB = 20;
    if (inFile) project.switches.checkpointing = Checkpointing::Mode::Budget;
    model.setProject(project);
    panel.setProject(&project);
    panel.show();
    model.setInput({{3, 32, 32}, 10}, false, 1000);
    QSignalSpy applied(&panel, &ProjectPanel::applyRequested);
    const QString sentence = QStringLiteral("20.0 MiB is smaller than the parameters, which take 42.");
    if (!inFile) {
      QTRY_VERIFY_WITH_TIMEOUT(model.prediction() && model.appliedPeakBytes() > 0, kPatience);
      for (int i = 0; i < 3; ++i) QTest::keyClick(panel.comboBox("checkpointing"), Qt::Key_Down);
      QCOMPARE(panel.comboBox("checkpointing")->currentText(), QStringLiteral("budget"));
    }
    QTRY_VERIFY_WITH_TIMEOUT(says(panel, sentence), kPatience);
    QVERIFY(says(panel, QStringLiteral("Give a budget of at least")));
    if (!inFile) {
      QVERIFY(panel.applyButton()->isVisible() && !panel.applyButton()->isEnabled());
      QTest::mouseClick(panel.applyButton(), Qt::LeftButton);
    }
    QTest::keyClick(panel.comboBox("checkpointing"), Qt::Key_Return);
    QCOMPARE(applied.count(), 0);
    QVERIFY(panel.spinBox("checkpoint_budget")->isVisible());
    QTest::mouseClick(panel.spinBox("checkpoint_budget"), Qt::LeftButton);
    panel.spinBox("checkpoint_budget")->selectAll();
    QTest::keyClicks(panel.spinBox("checkpoint_budget"), QStringLiteral("400"));
    QCOMPARE(panel.spinBox("checkpoint_budget")->value(), 400);
    QCOMPARE(model.pending().checkpointBudgetMiB, 400);
    QTRY_VERIFY_WITH_TIMEOUT(model.prediction(), kPatience);
    QVERIFY2(model.prediction()->problem.empty(), model.prediction()->problem.c_str());
    QVERIFY(!says(panel, sentence));
    QTest::mouseClick(panel.applyButton(), Qt::LeftButton);
    QCOMPARE(applied.count(), 1);
    QCOMPARE(applied[0][0].value<Switches>().checkpointBudgetMiB, 400);
  }
}

QTEST_MAIN(SwitchesTest)
#include "switches_test.moc"
