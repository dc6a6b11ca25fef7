// The comparison as it is used: chips, baseline, charts and tables that select a run, the axes, parallel coordinates, the scatter plot, and the
// page as PDF.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "core/base/error.h"
#include "core/report/report.h"
#include "core/store/run_store.h"
#include "profiler/analysis/breakdown_json.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/compare/bought_chart.h"
#include "views/compare/breakdown_bars.h"
#include "views/compare/cell_table.h"
#include "views/compare/compare_view.h"
#include "views/compare/memory_bars.h"
#include "views/compare/parallel_plot.h"
#include "views/compare/scatter_plot.h"
#include "views/curves/curve_panel.h"
#include "views/report/pdf.h"

using namespace stepscope;

namespace {

struct Kept {
  int batch;
  const char* amp;
  double stepMs, accuracy;
};

// Three runs: plain, mixed precision, and a doubled batch besides.
std::string storeIn(const QTemporaryDir& folder) {
  const std::string path = folder.filePath(QStringLiteral("runs.db")).toStdString();
  RunWriter writer(path);
  int number = 0;
  for (const Kept& kept : {Kept{64, "off", 200, 0.85}, Kept{64, "bf16", 150, 0.86}, Kept{128, "bf16", 220, 0.87}}) {
    RunInfo info;
    info.name = "run " + std::to_string(++number);
    info.configuration = QStringLiteral(R"({"switches": {"batch_size": %1, "amp": "%2"}, "train": {"epochs": 4}})")
                             .arg(kept.batch)
                             .arg(QLatin1String(kept.amp))
                             .toStdString();
    info.id = writer.createRun(info);
    for (int i = 1; i <= 4; ++i) {
      writer.append(info.id, "val_loss", {i * 100, i * 10.0, 1.0 / i + 0.1 * number});
      writer.append(info.id, "val_accuracy", {i * 100, i * 10.0, kept.accuracy - 0.1 / i});
    }
    info.step = 400;
    info.epoch = 4;
    info.seconds = 100;
    info.status = RunStatus::Finished;
    info.finals = {{"best_val_accuracy", kept.accuracy}, {"val_accuracy", kept.accuracy}, {"val_loss", 0.3}};
    RunSpan span;
    span.lastStep = 400;
    span.switches = QStringLiteral(R"({"batch_size": %1, "amp": "%2"})").arg(kept.batch).arg(QLatin1String(kept.amp)).toStdString();
    span.samples = 400 * kept.batch;
    span.seconds = 400 * kept.stepMs * 1e-3;
    span.stepMs = kept.stepMs;
    span.busyShare = 0;
    span.plannedPeakBytes = span.residentPeakBytes = 1'000'000'000 + number;
    info.spans = {span};
    StepBreakdown breakdown;
    breakdown.steps = 5;
    breakdown.medianStepMs = kept.stepMs;
    breakdown.categories = {{Category::Forward, kept.stepMs * 0.4, 0.4}, {Category::Backward, kept.stepMs * 0.6, 0.6}};
    writer.setArtefact(info.id, "breakdown", breakdownJson(breakdown, info.name + ", steps 100-104"));
    writer.finish(info);
  }
  return path;
}

// A view over such a store with its runs compared.
struct Compared {
  QTemporaryDir folder;
  std::string path = storeIn(folder);
  Selection selection;
  CompareModel model;
  CompareView view{&model, &selection};
  explicit Compared(std::vector<RunId> runs = {1, 2, 3}) {
    applyTheme(*qApp, ThemeChoice::Light);
    view.resize(1400, 1900);  // all of it, so that every part can be clicked
    view.show();
    model.setStore(QString::fromStdString(path));
    model.compare(std::move(runs));
  }
  bool ready(std::size_t count = 3) {
    return QTest::qWaitFor([&] { return model.comparison() && model.comparison()->runs.size() == count && !model.busy(); }, kPatience);
  }
};

}  // namespace

class CompareTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void emptyAsksForTheLastTwo();
  void tellsTheSentence();
  void tables();
  void chipsSelectAndLeave();
  void baselineByMenu();
  void addsRuns();
  void axesByClick();
  void picturesSelectRuns();
  void parallelCoordinates();
  void scatterOnLogarithmicAxes();
  void copiesAndExports();
  void aRunThatIsGone();
  void narrowAndWide();
  void pdf();
};

void CompareTest::emptyAsksForTheLastTwo() {
  Selection selection;
  CompareModel model;
  CompareView view(&model, &selection);
  view.show();
  QSignalSpy asked(&view, &CompareView::latestRequested);
  QVERIFY(view.emptyState()->isVisible());
  auto* button = view.emptyState()->findChild<QPushButton*>();
  QTest::mouseClick(button, Qt::LeftButton);
  QCOMPARE(asked.count(), 1);
}

void CompareTest::tellsTheSentence() {
  Compared compared;
  QVERIFY(compared.ready());
  const QString sentence = compared.view.sentence();
  QVERIFY2(sentence.startsWith(QStringLiteral("run 3 is 1.82× as fast as run 1")), qPrintable(sentence));
  QVERIFY(sentence.contains(QStringLiteral("mixed precision off → bf16 −25 %")));
  QVERIFY(sentence.contains(QStringLiteral("batch size 64 → 128 −27 %")));
  QCOMPARE(compared.view.breakdown()->unit(), QStringLiteral("ms per 64 samples"));
  const auto changes = compared.view.breakdown()->changes(2);
  QVERIFY(std::abs(changes.at(Category::Forward) - (110 * 0.4 - 200 * 0.4)) < 1e-9);
  QVERIFY(compared.view.bought()->table().contains(QStringLiteral("off → bf16\trun 2 against run 1\t200\t150")));
  QVERIFY(compared.view.memory()->table().contains(QStringLiteral("run 3\t1000000003\t1000000003")));
}

void CompareTest::tables() {
  Compared compared;
  QVERIFY(compared.ready());
  const QAbstractItemModelTester tester(compared.view.settings()->cells(), QAbstractItemModelTester::FailureReportingMode::QtTest);
  QCOMPARE(compared.view.settings()->cells()->rowCount(), 2);
  QCOMPARE(compared.view.settings()->cells()->columnCount(), 4);
  QVERIFY(compared.view.settings()->cells()->text().startsWith(QStringLiteral("setting\trun 1\trun 2\trun 3\n")));
  QVERIFY(compared.view.metrics()->cells()->text().contains(
      QStringLiteral("time per 64 samples, mean of all steps\t200 ms\t150 ms (−25 %)\t110 ms (−45 %)")));
  // A heading selects its run.
  QHeaderView* header = compared.view.metrics()->horizontalHeader();
  QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(header->sectionViewportPosition(2) + 20, header->height() / 2));
  QCOMPARE(compared.selection.run(), 2);
}

void CompareTest::chipsSelectAndLeave() {
  Compared compared;
  QVERIFY(compared.ready());
  auto chips = compared.view.findChildren<QToolButton*>(QStringLiteral("chip"));
  QCOMPARE(chips.size(), 3);
  QVERIFY(chips[0]->text().contains(QStringLiteral("baseline")) && chips[2]->text().contains(QStringLiteral("best")));
  QTest::mouseClick(chips[1], Qt::LeftButton);
  QCOMPARE(compared.selection.run(), 2);
  QTest::mouseClick(compared.view.findChildren<QToolButton*>(QStringLiteral("chipClose"))[0], Qt::LeftButton);
  QVERIFY(compared.ready(2));
  QCOMPARE(compared.model.runs(), (std::vector<RunId>{2, 3}));
  QCOMPARE(compared.model.baseline(), 2);  // another takes its place
}

void CompareTest::baselineByMenu() {
  Compared compared;
  QVERIFY(compared.ready());
  QVERIFY(compared.view.baselineButton()->text().contains(QStringLiteral("run 1")));
  Q_EMIT compared.view.baselineButton()->menu()->aboutToShow();
  const QList<QAction*> actions = compared.view.baselineButton()->menu()->actions();
  QCOMPARE(actions.size(), 3);
  QVERIFY(actions[0]->isChecked());
  actions[1]->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(compared.view.baselineButton()->text().contains(QStringLiteral("run 2")), kPatience);
  QVERIFY(compared.view.sentence().startsWith(QStringLiteral("run 3 is 1.36× as fast as run 2")));
}

void CompareTest::addsRuns() {
  Compared compared({1, 2});
  QVERIFY(compared.ready(2));
  compared.view.setRunLister([] { return CompareView::RunNames{{3, QStringLiteral("run 3")}, {2, QStringLiteral("run 2")}}; });
  Q_EMIT compared.view.addButton()->menu()->aboutToShow();
  const QList<QAction*> actions = compared.view.addButton()->menu()->actions();
  QCOMPARE(actions.size(), 1);  // run 2 is there already
  actions[0]->trigger();
  QVERIFY(compared.ready(3));
}

void CompareTest::axesByClick() {
  Compared compared;
  QVERIFY(compared.ready());
  CurvePanel* panel = compared.view.lossPanel();
  QTRY_COMPARE_WITH_TIMEOUT(panel->xRange().second, 400.0, kPatience);
  QTest::mouseClick(compared.view.axisButton(XAxis::Samples), Qt::LeftButton);
  QCOMPARE(panel->line(2).x.back(), 400.0 * 128);
  QCOMPARE(compared.view.metricPanel()->xRange(), panel->xRange());
  Q_EMIT panel->rangeMoved(1000, 2000);
  QCOMPARE(compared.view.metricPanel()->xRange(), (std::pair<double, double>(1000, 2000)));  // linked
  QTest::keyClick(&compared.view, Qt::Key_Backspace);
  QVERIFY(panel->xRange().second > 2000);
}

void CompareTest::picturesSelectRuns() {
  Compared compared;
  QVERIFY(compared.ready());
  QTest::mouseClick(compared.view.breakdown(), Qt::LeftButton, {}, QPoint(30, compared.view.breakdown()->height() / 6));
  QCOMPARE(compared.selection.run(), 1);
  QTest::mouseClick(compared.view.memory(), Qt::LeftButton, {}, QPoint(30, compared.view.memory()->height() * 5 / 6));
  QCOMPARE(compared.selection.run(), 3);
}

void CompareTest::parallelCoordinates() {
  Compared compared;
  QVERIFY(compared.ready());
  ParallelPlot* plot = compared.view.parallel();
  QStringList titles;
  for (const RunColumn& column : plot->columns()) titles << column.title;
  QVERIFY2(titles.contains(QStringLiteral("batch size")) && titles.contains(QStringLiteral("amp")) && titles.contains(QStringLiteral("samples/s")),
           qPrintable(titles.join(QLatin1Char(','))));
  QVERIFY(!titles.contains(QStringLiteral("epochs")));  // the same for all
  plot->resize(900, 220);
  const QPointF place = plot->placeOf(1, static_cast<std::size_t>(titles.indexOf(QStringLiteral("samples/s"))));
  QTest::mouseClick(plot, Qt::LeftButton, {}, place.toPoint());
  QCOMPARE(compared.selection.run(), 2);
  QCOMPARE(plot->table().count(QLatin1Char('\n')), 4);
}

void CompareTest::scatterOnLogarithmicAxes() {
  Compared compared;
  QVERIFY(compared.ready());
  ScatterPanel* panel = compared.view.scatter();
  const int x = panel->xBox()->findText(QStringLiteral("samples/s")), y = panel->yBox()->findText(QStringLiteral("time of a step"));
  QVERIFY(x >= 0 && y >= 0);
  panel->xBox()->setCurrentIndex(x);
  panel->yBox()->setCurrentIndex(y);
  const double middle = panel->plot()->placeOf(1).x();
  QTest::mouseClick(panel->logX(), Qt::LeftButton);
  const QPointF a = panel->plot()->placeOf(0), b = panel->plot()->placeOf(1), c = panel->plot()->placeOf(2);
  QVERIFY(b.x() != middle);
  const double rates[] = {64 / 0.2, 64 / 0.15, 128 / 0.22};
  QVERIFY(std::abs((b.x() - a.x()) / (c.x() - a.x()) - std::log(rates[1] / rates[0]) / std::log(rates[2] / rates[0])) < 1e-6);
  QTest::mouseClick(panel->plot(), Qt::LeftButton, {}, b.toPoint());
  QCOMPARE(compared.selection.run(), 2);
  QVERIFY(panel->plot()->table().startsWith(QStringLiteral("run\tsamples/s\ttime of a step\nrun 1\t320\t200\n")));
}

void CompareTest::copiesAndExports() {
  Compared compared;
  QVERIFY(compared.ready());
  QTest::mouseClick(compared.view.copyButton(), Qt::LeftButton);
  QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("setting\trun 1\trun 2\trun 3\n")));
  QSignalSpy report(&compared.view, &CompareView::reportRequested), curves(&compared.view, &CompareView::curvesRequested);
  QTest::mouseClick(compared.view.reportButton(), Qt::LeftButton);
  QTest::mouseClick(compared.view.curvesButton(), Qt::LeftButton);
  QCOMPARE(report.count(), 1);
  QCOMPARE(curves.takeFirst()[0].value<std::vector<RunId>>(), (std::vector<RunId>{1, 2, 3}));
}

void CompareTest::aRunThatIsGone() {
  Compared compared({1, 2, 77});
  QVERIFY(compared.ready(2));
  QTRY_VERIFY_WITH_TIMEOUT(compared.view.messageBar()->text().contains(QStringLiteral("77")), kPatience);
  QCOMPARE(compared.model.runs(), (std::vector<RunId>{1, 2}));
}

void CompareTest::narrowAndWide() {
  Compared compared;
  QVERIFY(compared.ready());
  for (const QSize& size : {QSize(1600, 950), QSize(1280, 720), QSize(1000, 700)}) {
    compared.view.resize(size);
    runQueued();
    for (const QWidget* widget : {static_cast<QWidget*>(compared.view.settings()), static_cast<QWidget*>(compared.view.memory()),
                                  static_cast<QWidget*>(compared.view.scatter())}) {
      QVERIFY(widget->isVisible());
      QVERIFY2(widget->mapTo(&compared.view, QPoint(widget->width(), 0)).x() <= size.width(), qPrintable(QString::number(size.width())));
    }
    QVERIFY(compared.view.lossPanel()->height() >= 160);
    keepPictures(compared.view, QStringLiteral("compare"));
  }
}

void CompareTest::pdf() {
  QTemporaryDir folder;
  const std::string page = reportOf(storeIn(folder), {1, 2, 3});
  const QString path = folder.filePath(QStringLiteral("report.pdf"));
  writePdf(page, path);
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray bytes = file.readAll();
  QVERIFY(bytes.startsWith("%PDF-") && bytes.trimmed().endsWith("%%EOF"));
  QVERIFY(bytes.count("/Type /Page\n") + bytes.count("/Type /Page ") >= 2);  // more than one page
  QVERIFY_EXCEPTION_THROWN(writePdf(page, folder.filePath(QStringLiteral("none/report.pdf"))), Error);
}

QTEST_MAIN(CompareTest)
#include "compare_test.moc"
