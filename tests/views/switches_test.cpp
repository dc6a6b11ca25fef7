// The switches panel: predictions before anything is applied, off the GUI thread, only the newest answer.
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QThread>
#include <atomic>

#include "views/common/theme.h"
#include "views/session/session.h"
#include "views/switches/project_panel.h"
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
Prediction linear(const Project& project, const ModelInput&, bool, const Switches& pending) {
  Prediction prediction;
  prediction.appliedPeakBytes = project.switches.batchSize << 20;
  prediction.pendingPeakBytes = pending.batchSize << 20;
  if (pending.batchSize != project.switches.batchSize) prediction.ofSwitch["batch_size"] = prediction.pendingPeakBytes;
  if (pending.numWorkers != project.switches.numWorkers) prediction.ofSwitch["num_workers"] = prediction.appliedPeakBytes;
  return prediction;
}

}  // namespace

class SwitchesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }
  void predictsBeforeApplying();
  void manyChangesAskFewTimes();
  void staleAnswersAreDropped();
  void problemIsShown();
  void realPlannerPredicts();
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
  QTRY_VERIFY(model.prediction());
  QVERIFY(thread != nullptr && thread != QThread::currentThread());
  QCOMPARE(model.appliedPeakBytes(), std::int64_t{64} << 20);
  QVERIFY(!panel.applyButton()->isVisible());
  panel.spinBox("batch_size")->setValue(128);
  QVERIFY(panel.applyButton()->isVisible());
  QTRY_VERIFY(panel.predictionLabel("batch_size")->text().contains(QStringLiteral("+100")));
  panel.spinBox("num_workers")->setValue(3);
  QTRY_VERIFY(panel.predictionLabel("num_workers")->text().contains(QStringLiteral("no change")));
  QSignalSpy applied(&panel, &ProjectPanel::applyRequested);
  QTest::mouseClick(panel.applyButton(), Qt::LeftButton);
  QCOMPARE(applied.count(), 1);
  const auto switches = applied[0][0].value<Switches>();
  QCOMPARE(switches.batchSize, 128);
  QCOMPARE(switches.numWorkers, 3);
  model.setApplied(switches);
  QVERIFY(!panel.applyButton()->isVisible());
  QTRY_COMPARE(model.appliedPeakBytes(), std::int64_t{128} << 20);
  panel.spinBox("batch_size")->setValue(256);
  QTest::keyClick(panel.spinBox("batch_size"), Qt::Key_Escape);
  QVERIFY(!model.changed());
  QCOMPARE(panel.spinBox("batch_size")->value(), 128);
  panel.spinBox("batch_size")->setValue(256);
  QTest::keyClick(panel.spinBox("batch_size"), Qt::Key_Return);
  QCOMPARE(applied.count(), 2);
}

void SwitchesTest::manyChangesAskFewTimes() {
  std::atomic<int> asked = 0;
  SwitchesModel model([&asked](const Project& project, const ModelInput& input, bool validation, const Switches& pending) {
    ++asked;
    return linear(project, input, validation, pending);
  });
  model.setProject(projectOf(64));
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY(model.prediction());
  asked = 0;
  for (int batch = 65; batch <= 164; ++batch) model.setPending("batch_size", batch);
  QTRY_VERIFY(model.prediction());
  QCOMPARE(asked.load(), 1);
  QCOMPARE(model.prediction()->pendingPeakBytes, std::int64_t{164} << 20);
}

void SwitchesTest::staleAnswersAreDropped() {
  SwitchesModel model([](const Project& project, const ModelInput& input, bool validation, const Switches& pending) {
    if (pending.batchSize == 65) QThread::msleep(300);  // the older question takes longer
    return linear(project, input, validation, pending);
  });
  model.setProject(projectOf(64));
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY(model.prediction());
  const int before = model.predictionsMade();
  model.setPending("batch_size", 65);
  QTest::qWait(200);  // asked by now
  model.setPending("batch_size", 66);
  QTRY_VERIFY(model.prediction());
  QCOMPARE(model.prediction()->pendingPeakBytes, std::int64_t{66} << 20);
  QCOMPARE(model.predictionsMade(), before + 1);
}

void SwitchesTest::problemIsShown() {
  SwitchesModel model(
      [](const Project&, const ModelInput&, bool, const Switches&) -> Prediction { throw std::runtime_error("too large"); });
  ProjectPanel panel(&model);
  const Project project = projectOf(64);
  model.setProject(project);
  panel.setProject(&project);
  model.setInput({{1, 28, 28}, 10}, true);
  QTRY_VERIFY(model.prediction());
  bool said = false;
  for (const QLabel* label : panel.findChildren<QLabel*>()) said = said || label->text().contains(QStringLiteral("too large"));
  QVERIFY(said);
}

void SwitchesTest::realPlannerPredicts() {
  const Project project = projectOf(64);
  Switches more = project.switches;
  more.batchSize = 256;
  const Prediction prediction = predict(project, {{1, 28, 28}, 10}, true, more);
  QVERIFY(prediction.problem.empty());
  QVERIFY(prediction.appliedPeakBytes > 100'000);
  QVERIFY(prediction.pendingPeakBytes > 2 * prediction.appliedPeakBytes);
  QCOMPARE(prediction.ofSwitch.at("batch_size"), prediction.pendingPeakBytes);
}

QTEST_MAIN(SwitchesTest)
#include "switches_test.moc"
