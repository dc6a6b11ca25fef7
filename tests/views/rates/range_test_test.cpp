// The range test in its window: real clicks, real training, cancelled before and while steps are computed.
#include "core/train/rates/lr_range_test.h"
#include "views/rates/range_test_dialog.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "tests/views/patience.h"
#include "views/common/theme.h"
#include "views/rates/rate_plot.h"

using namespace stepscope;

namespace {

Project project(const QTemporaryDir& folder, const Overrides& overrides = {}) {
  return parseProject(
      "[project]\nname = \"tiny\"\n[data]\nkind = \"synthetic\"\nimage_size = 8\ncount = 256\nclasses = 4\n"
      "[model]\nname = \"mlp\"\nhidden = [32]\n[train]\nepochs = 2\n[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.05\n"
      "[switches]\nbatch_size = 32\nnum_workers = 1\n",
      folder.filePath("project.toml").toStdString(), overrides);
}

}  // namespace

class RangeTestTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }

  void findsARateThatIsUsed() {
    const QTemporaryDir folder;
    RangeTestDialog dialog;
    QSignalSpy chosen(&dialog, &RangeTestDialog::rateChosen);
    dialog.setProject(project(folder));
    show(dialog);
    QVERIFY(!dialog.useButton()->isEnabled());
    dialog.leastField()->setText("1e-5");
    dialog.mostField()->setText("1");
    dialog.stepsField()->setValue(60);
    QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
    QVERIFY(dialog.test()->busy());
    QCOMPARE(dialog.startButton()->text(), QString("Cancel"));
    QVERIFY(!dialog.leastField()->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.test()->busy(), kPatience);
    const std::vector<LrRangePoint>& points = dialog.test()->points();
    QVERIFY(points.size() > 20);
    QCOMPARE(points.front().rate, 1e-5);
    QCOMPARE(dialog.table().count('\n'), static_cast<int>(points.size()) + 1);
    // The same as the engine's own.
    LrRangeOptions options;
    options.least = 1e-5;
    options.most = 1;
    options.steps = 60;
    const LrRangeResult expected = lrRangeTest(project(folder), options);
    QCOMPARE(points.size(), expected.points.size());
    for (std::size_t i = 0; i < points.size(); ++i) QVERIFY(std::abs(points[i].loss - expected.points[i].loss) < 1e-3);
    QVERIFY(std::isfinite(dialog.chosenRate()));
    QVERIFY2(dialog.verdict().contains("Suggested rate"), qPrintable(dialog.verdict()));
    QVERIFY(dialog.useButton()->isEnabled());
    QTest::mouseClick(dialog.useButton(), Qt::LeftButton);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toDouble(), dialog.chosenRate());
    // A click on the plot takes another one.
    dialog.plot()->showCursor(0.01);
    QVERIFY(dialog.plot()->readoutText().startsWith("rate 0.0"));
    const double suggested = dialog.chosenRate();
    QTest::mouseClick(dialog.plot()->findChild<QWidget*>(), Qt::LeftButton, {}, QPoint(dialog.plot()->width() / 2, 60));
    QVERIFY(dialog.chosenRate() != suggested);
    QVERIFY(dialog.chosenRate() > 1e-5 && dialog.chosenRate() < 1);
    QTest::mouseClick(dialog.useButton(), Qt::LeftButton);
    QCOMPARE(chosen[1][0].toDouble(), dialog.chosenRate());
  }

  // Row 10: noise offers no rate, and what was clicked on a noisy plot is no recommendation.
  void noiseOffersNothing() {
    const QTemporaryDir folder;
    RangeTestDialog dialog;
    dialog.setProject(project(folder));
    show(dialog);
    QCOMPARE(dialog.leastField()->text(), QString("1e-6"));
    LrRangeResult noise;
    for (int i = 0; i < 100; ++i) noise.points.push_back({std::pow(10, -6 + i * 0.06), 1.4 + 0.1 * ((i * 7) % 5), 1.6});
    noise.verdict = judgeRange(noise.points);
    QVERIFY(!noise.verdict.conclusive);
    Q_EMIT dialog.test()->finished(noise);
    QVERIFY2(dialog.verdict().contains("Inconclusive"), qPrintable(dialog.verdict()));
    QVERIFY(!dialog.useButton()->isEnabled());
    QVERIFY(!dialog.useButton()->property("primary").toBool());
  }

  // A rule that scales the rate with the batch is undone: the steps of the run are made with the rate that was found.
  void batchRuleIsUndone() {
    const QTemporaryDir folder;
    const Project scaled = project(folder, {{"train.schedule.scale", "linear"}, {"train.schedule.reference_batch", "256"}});  // of a batch of 32
    QCOMPARE(learningRateFor(scaled, 0.01), 0.08);
    QCOMPARE(scaledRate(scaled.train.schedule, 0.08, 32), 0.01);
    QCOMPARE(learningRateFor(project(folder), 0.01), 0.01);
  }

  void cancelledWhileItRuns() {
    const QTemporaryDir folder;
    RangeTestDialog dialog;
    dialog.setProject(project(folder));
    show(dialog);
    dialog.stepsField()->setValue(100'000);
    QSignalSpy cancelled(dialog.test(), &RangeTest::cancelled), finished(dialog.test(), &RangeTest::finished);
    QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(dialog.test()->points().size() > 20, kPatience);
    QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
    QVERIFY(!dialog.test()->busy());
    QCOMPARE(cancelled.size(), 1);
    QVERIFY(dialog.verdict().startsWith("Cancelled after"));
    QVERIFY(!dialog.useButton()->isEnabled());
    // Once more, and closed meanwhile.
    QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.test()->points().empty(), kPatience);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
    QVERIFY(!dialog.test()->busy());
    QCOMPARE(finished.size(), 0);
  }

  void trainingComesFirst() {
    const QTemporaryDir folder;
    RangeTestDialog dialog;
    dialog.setProject(project(folder));
    show(dialog);
    dialog.stepsField()->setValue(100'000);
    QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
    dialog.setTraining(true);
    QVERIFY(!dialog.test()->busy());
    QVERIFY(!dialog.startButton()->isEnabled());
    QVERIFY(dialog.startButton()->toolTip().contains("training"));
    dialog.setTraining(false);
    QVERIFY(dialog.startButton()->isEnabled());
  }

  void badInputIsABar_data() {
    QTest::addColumn<QString>("least");
    QTest::addColumn<QString>("most");
    QTest::addColumn<QString>("said");
    QTest::newRow("no number") << "small"
                               << "1"
                               << "small";
    QTest::newRow("empty") << ""
                           << "1"
                           << "not a number";
    QTest::newRow("turned round") << "1"
                                  << "1e-3"
                                  << "from 1 to 0.001";
    QTest::newRow("zero") << "0"
                          << "1"
                          << "above 0";
    QTest::newRow("infinite") << "1e-3"
                              << "1e999"
                              << "1e999";
  }
  void badInputIsABar() {
    QFETCH(QString, least);
    QFETCH(QString, most);
    QFETCH(QString, said);
    const QTemporaryDir folder;
    RangeTestDialog dialog;
    dialog.setProject(project(folder));
    show(dialog);
    dialog.leastField()->setText(least);
    dialog.mostField()->setText(most);
    QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
    QVERIFY(!dialog.test()->busy());
    QVERIFY(dialog.messageBar()->isVisible());
    QVERIFY2(dialog.messageBar()->text().contains(said), qPrintable(dialog.messageBar()->text()));
  }

  void whatFailsIsABar() {
    const QTemporaryDir folder;
    RangeTestDialog dialog;
    dialog.setProject(project(folder, {{"switches.batch_size", "512"}}));
    show(dialog);
    QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.test()->busy(), kPatience);
    QVERIFY2(dialog.messageBar()->text().contains("batch of 512"), qPrintable(dialog.messageBar()->text()));
    // Another project forgets it.
    const QTemporaryDir other;
    dialog.setProject(project(other));
    QVERIFY(!dialog.messageBar()->isVisible());
  }

 private:
  static void show(RangeTestDialog& dialog) {
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
  }
};

QTEST_MAIN(RangeTestTest)
#include "range_test_test.moc"
