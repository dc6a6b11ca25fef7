// The Sweeps tab by clicks: a plan from the project, one made of a switch, the queue's order, pause, stop and results.
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "core/base/error.h"
#include "tests/app/desktop/project_folder.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/message_bar.h"
#include "views/common/theme.h"
#include "views/session/session.h"
#include "views/sweeps/plan_editor.h"
#include "views/sweeps/sweeps_model.h"
#include "views/sweeps/sweeps_view.h"

using namespace stepscope;

namespace {

void declare(const ProjectFolder& folder, const char* sweep) {
  QFile file(folder.path());
  QVERIFY(file.open(QIODevice::Append));
  file.write(sweep);
}

struct Desk {
  Session session;
  SweepsView view{&session};
  explicit Desk(const ProjectFolder& folder) {
    view.resize(1200, 640);
    view.show();
    session.setProject(loadProject(folder.path().toStdString()));
  }
  void click(QPushButton* button) { QTest::mouseClick(button, Qt::LeftButton); }
  int planned() {
    if (!QTest::qWaitFor([this] { return !view.planning(); }, kPatience)) return -1;
    return view.model()->rowCount();
  }
  QStringList names() const {
    QStringList all;
    for (const SweepRun& run : view.model()->runs()) all << QString::fromStdString(run.name);
    return all;
  }
  void choose(int row) { view.table()->selectRow(row); }
};

constexpr const char* kRates =
    "[sweep]\nkind = \"grid\"\n[[sweep.values]]\nkey = \"train.optimizer.learning_rate\"\nvalues = [\"0.1\", \"0.05\", \"0.01\"]\n";

}  // namespace

class SweepsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
  void plansAreRead();
  void aPlanOfSwitches();
  void theQueueByClicks();
  void theQueueAfterARestart();
  void waitsForTheRunInTraining();
};

void SweepsTest::plansAreRead() {
  SweepPlan plan;
  plan.rows = {{"switches.batch_size", QStringLiteral("32, 64")}, {"model.hidden", QStringLiteral("[8, 8], [16]")}};
  SweepSpec spec = specOf(plan);
  QCOMPARE(spec.values[1].values, (std::vector<std::string>{"[8, 8]", "[16]"}));
  QCOMPARE(planOf(spec).rows[0].values, QStringLiteral("32, 64"));
  plan.kind = SweepKind::Random;
  plan.rows = {{"train.optimizer.learning_rate", QStringLiteral("0.001..0.1 log")}};
  spec = specOf(plan);
  QCOMPARE(spec.values[0].low, 0.001);
  QCOMPARE(spec.values[0].high, 0.1);
  QVERIFY(spec.values[0].logarithmic && spec.values[0].values.empty());
  QCOMPARE(planOf(spec).rows[0].values, QStringLiteral("0.001..0.1 log"));
  plan.kind = SweepKind::List;
  plan.list = QStringLiteral("switches.batch_size=32, train.epochs = 2\n\nmodel.hidden=[8, 8]");
  spec = specOf(plan);
  QCOMPARE(spec.list.size(), std::size_t{2});
  QCOMPARE(spec.list[0], (std::vector<std::string>{"switches.batch_size=32", "train.epochs=2"}));
  QCOMPARE(spec.list[1], (std::vector<std::string>{"model.hidden=[8, 8]"}));
  QVERIFY_THROWS_EXCEPTION(Error, specOf({SweepKind::Grid, 1, 1, {{"switches.amp", {}}}, {}}));
  QVERIFY_THROWS_EXCEPTION(Error, specOf({SweepKind::Random, 1, 1, {{"train.epochs", QStringLiteral("1..many")}}, {}}));
  QVERIFY_THROWS_EXCEPTION(Error, specOf({SweepKind::List, 1, 1, {}, QStringLiteral("batch")}));
}

void SweepsTest::aPlanOfSwitches() {
  const ProjectFolder folder(1, 256);
  Desk desk(folder);
  QCOMPARE(desk.planned(), 0);
  QCOMPARE(desk.view.sentence().simplified(), QStringLiteral("No sweep is planned"));
  QVERIFY(!desk.view.startButton()->isEnabled());
  PlanEditor* editor = desk.view.editor();
  desk.click(editor->addButton());
  QCOMPARE(editor->keyBox(0)->currentText(), QStringLiteral("switches.batch_size"));
  QCOMPARE(editor->valuesEdit(0)->text(), QStringLiteral("16, 32, 64"));  // around the 32 of the project
  QCOMPARE(desk.planned(), 3);
  desk.click(editor->addButton());
  editor->keyBox(1)->setCurrentText(QStringLiteral("train.seed"));
  editor->valuesEdit(1)->selectAll();
  QTest::keyClicks(editor->valuesEdit(1), QStringLiteral("1, 2"));
  QCOMPARE(desk.planned(), 6);
  QCOMPARE(desk.names()[1], QStringLiteral("batch_size 16, seed 2"));
  QCOMPARE(desk.view.sentence().simplified(), QStringLiteral("6 runs planned, one after the other"));
  // A mistake is told at once, and is no queue.
  editor->valuesEdit(1)->selectAll();
  QTest::keyClicks(editor->valuesEdit(1), QStringLiteral("many"));
  QCOMPARE(desk.planned(), 0);
  QVERIFY2(desk.view.problem().contains(QStringLiteral("seed")), qPrintable(desk.view.problem()));
  QVERIFY(!desk.view.startButton()->isEnabled());
  desk.click(editor->removeButton(1));
  QCOMPARE(desk.planned(), 3);
  QVERIFY(desk.view.problem().isEmpty());
  editor->kindBox()->setCurrentIndex(static_cast<int>(SweepKind::Random));
  QCOMPARE(desk.planned(), 3);  // of the ten that are asked for there are no more
  editor->kindBox()->setCurrentIndex(static_cast<int>(SweepKind::List));
  editor->listEdit()->setFocus();
  QTest::keyClicks(editor->listEdit(), QStringLiteral("switches.amp=bf16, train.epochs=2"));
  QCOMPARE(desk.planned(), 1);
  QCOMPARE(desk.names()[0], QStringLiteral("amp bf16, epochs 2"));
}

void SweepsTest::theQueueByClicks() {
  const ProjectFolder folder(40, 1024);  // long enough that a click comes before its end
  declare(folder, kRates);
  Desk desk(folder);
  QCOMPARE(desk.planned(), 3);
  QCOMPARE(desk.view.editor()->valuesEdit(0)->text(), QStringLiteral("0.1, 0.05, 0.01"));
  // The last one first; the middle one is left out.
  desk.choose(2);
  desk.click(desk.view.upButton());
  desk.click(desk.view.upButton());
  QCOMPARE(desk.names()[0], QStringLiteral("learning_rate 0.01"));
  QCOMPARE(desk.view.table()->selectionModel()->selectedRows().first().row(), 0);
  desk.choose(2);
  desk.click(desk.view.skipButton());
  QCOMPARE(desk.view.model()->count(SweepRunState::Skipped), 1);
  QCOMPARE(desk.view.skipButton()->text(), QStringLiteral("Take Back In"));
  QSignalSpy active(&desk.view, &SweepsView::activeChanged);
  desk.click(desk.view.startButton());
  QVERIFY(desk.view.active());
  QVERIFY(!desk.view.editor()->isEnabled());
  desk.click(desk.view.pauseButton());
  QVERIFY(desk.view.pauseButton()->isChecked());
  QTRY_VERIFY_WITH_TIMEOUT(!desk.view.active(), kPatience);
  QCOMPARE(desk.view.model()->count(SweepRunState::Finished), 1);
  QCOMPARE(desk.view.model()->count(SweepRunState::Waiting), 1);
  QCOMPARE(active.count(), 2);
  QVERIFY(desk.view.startButton()->isEnabled());
  QCOMPARE(desk.view.startButton()->text(), QStringLiteral("Continue"));
  desk.click(desk.view.startButton());
  QTRY_VERIFY_WITH_TIMEOUT(!desk.view.active() && desk.view.model()->count(SweepRunState::Finished) == 2, kPatience);
  QCOMPARE(desk.view.sentence().simplified(), QStringLiteral("2 of 3 runs done"));
  keepPictures(desk.view, QStringLiteral("sweep-done"));
  // The whole group, or what is selected.
  QSignalSpy asked(&desk.view, &SweepsView::runsRequested);
  desk.view.table()->clearSelection();
  desk.click(desk.view.showButton());
  QCOMPARE(asked.takeFirst()[0].value<std::vector<RunId>>().size(), std::size_t{2});
  desk.choose(0);
  desk.click(desk.view.showButton());
  QCOMPARE(asked.takeFirst()[0].value<std::vector<RunId>>(), std::vector<RunId>{desk.view.model()->runs()[0].run});
  const RunReader store(desk.session.project()->storePath());
  for (const RunInfo& run : store.runs()) QCOMPARE(run.group, std::string("sweep of tiny"));
}

void SweepsTest::theQueueAfterARestart() {
  const ProjectFolder folder(40, 1024);
  declare(folder, kRates);
  {
    Desk desk(folder);
    QCOMPARE(desk.planned(), 3);
    desk.click(desk.view.startButton());
    desk.click(desk.view.pauseButton());
    QTRY_VERIFY_WITH_TIMEOUT(!desk.view.active(), kPatience);
    QCOMPARE(desk.view.model()->count(SweepRunState::Finished), 1);
  }
  Desk desk(folder);
  QCOMPARE(desk.planned(), 3);
  QCOMPARE(desk.view.model()->count(SweepRunState::Finished), 1);
  QCOMPARE(desk.view.model()->count(SweepRunState::Waiting), 2);
  QCOMPARE(desk.view.startButton()->text(), QStringLiteral("Continue"));
  QVERIFY(desk.view.startButton()->isEnabled());
  keepPictures(desk.view, QStringLiteral("sweep-restarted"));
  // A changed plan takes its place.
  QTest::keyClicks(desk.view.editor()->valuesEdit(0), QStringLiteral(", 0.02"));
  QTRY_COMPARE_WITH_TIMEOUT(desk.planned(), 4, kPatience);
  QCOMPARE(desk.view.model()->count(SweepRunState::Waiting), 4);
}

void SweepsTest::waitsForTheRunInTraining() {
  const ProjectFolder folder(100'000, 256);
  declare(folder, kRates);
  Desk desk(folder);
  QCOMPARE(desk.planned(), 3);
  desk.session.train();
  desk.click(desk.view.startButton());
  QVERIFY(!desk.view.active());
  QVERIFY(desk.view.messageBar()->isVisible());
  desk.session.stop();
  QTRY_VERIFY_WITH_TIMEOUT(!desk.session.training(), kPatience);
  desk.click(desk.view.startButton());
  QVERIFY(desk.view.active());
  QTRY_VERIFY_WITH_TIMEOUT(desk.view.model()->runs()[0].step > 0, kPatience);
  QCOMPARE(desk.view.sentence(), QStringLiteral("Run 1 of 3 trains: learning_rate 0.1"));
  keepPictures(desk.view, QStringLiteral("sweep-running"));
  desk.click(desk.view.stopButton());
  QTRY_VERIFY_WITH_TIMEOUT(!desk.view.active(), kPatience);
  QCOMPARE(desk.view.model()->count(SweepRunState::Stopped), 1);
  QCOMPARE(desk.view.model()->count(SweepRunState::Waiting), 2);
}

QTEST_MAIN(SweepsTest)
#include "sweeps_test.moc"
