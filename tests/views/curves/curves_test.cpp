// Arithmetic on curves, the model, and how often the view draws.
#include <QAbstractItemModelTester>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>

#include "tests/views/patience.h"
#include "views/common/empty_state.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/curves/curve_axis.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/curves/op_table_model.h"
#include "views/curves/series_names.h"

using namespace stepscope;

namespace {

StartEvent startOf(RunId run, std::int64_t total) {
  StartEvent start;
  start.run = run;
  start.runName = "run " + std::to_string(run);
  start.totalSteps = total;
  start.stepsPerEpoch = total / 4;
  start.epochs = 4;
  for (int i = 0; i < 64; ++i) start.learningRates.push_back(0.1 * (64 - i) / 64);
  return start;
}

std::vector<StepEvent> stepsOf(std::int64_t first, std::int64_t count, std::int64_t total) {
  std::vector<StepEvent> steps;
  for (std::int64_t i = first; i < first + count; ++i) {
    StepEvent step;
    step.step = i;
    step.totalSteps = total;
    step.figures.set("train_loss", 2.0 / static_cast<double>(i));
    step.figures.set("train_accuracy", 0.5);
    step.figures.set("lr", 0.1);
    step.figures.set("samples_per_second", 300);
    steps.push_back(step);
  }
  return steps;
}

}  // namespace

class CurvesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }
  void emaIsDebiased();
  void emaSkipsNan();
  void bestIgnoresNan();
  void epochsMapBothWays();
  void effectOfASwitch();
  void stepsAreWholeNumbers();
  void seriesOfOthersFindAChart();
  void tableHasEveryStep();
  void modelGrows();
  void resumePutsHistoryInFront();
  void comparisonShowsTheLiveRunAsItGrows();
  void oneActionDrawsOnce();
  void hiddenViewDoesNotDraw();
  void fewPixelsFewDraws();
  void axesAreLinked();
  void logarithmicToggles();
  void emptyViewAsksToTrain();
  void summariesForScreenReaders();
  void theEffectOfASwitchIsBesideTheCurve();
  void opTable();
};

void CurvesTest::emaIsDebiased() {
  DebiasedEma ema(0.9);
  QCOMPARE(ema.next(5.0), 5.0);  // without the correction it would be 0.5
  for (int i = 0; i < 50; ++i) ema.next(5.0);
  QVERIFY(std::abs(ema.next(5.0) - 5.0) < 1e-12);
  DebiasedEma two(0.5);
  two.next(1);
  QVERIFY(std::abs(two.next(4) - 3.0) < 1e-12);  // (0.5 * 0.5 + 0.5 * 4) / (1 - 0.25)
  DebiasedEma none(0);
  none.next(1);
  QCOMPARE(none.next(7), 7.0);
}

void CurvesTest::emaSkipsNan() {
  DebiasedEma with(0.9), without(0.9);
  with.next(1);
  without.next(1);
  QVERIFY(std::isnan(with.next(std::nan(""))));
  QCOMPARE(with.next(2), without.next(2));
}

void CurvesTest::bestIgnoresNan() {
  Curve curve{{1, 2, 3, 4}, {std::nan(""), 0.7, 0.9, 0.8}};
  QCOMPARE(bestOf(curve, true)->step, 3.0);
  QCOMPARE(bestOf(curve, false)->value, 0.7);
  QVERIFY(!bestOf(Curve{{1}, {std::nan("")}}, true));
}

void CurvesTest::epochsMapBothWays() {
  RunCurves run;
  run.epochEnds = {{1, 100}, {2, 200}, {3, 250}};  // a larger batch from epoch 3 on
  QCOMPARE(stepAt(run, 0.5), 50.0);
  QCOMPARE(stepAt(run, 2.5), 225.0);
  QCOMPARE(stepAt(run, 4), 300.0);  // goes on as the last epoch
  for (const double step : {0.0, 30.0, 100.0, 225.0, 400.0}) QVERIFY(std::abs(stepAt(run, epochAt(run, step)) - step) < 1e-9);
  QCOMPARE(epochAt(RunCurves(), 12), 12.0);
  RunCurves young;  // in its first epoch
  young.stepsPerEpoch = 50;
  QCOMPARE(epochAt(young, 25), 0.5);
  QCOMPARE(stepAt(young, 2), 100.0);
}

void CurvesTest::effectOfASwitch() {
  Curve curve;
  for (int i = 1; i <= 200; ++i) {
    curve.step.push_back(i);
    curve.value.push_back((i <= 100 ? 250 : 315) * (1 + 0.01 * ((i * 7) % 5 - 2)));
  }
  const auto effect = effectAt(curve, 100);
  QVERIFY(effect.has_value());
  QVERIFY(std::abs(effect->change - 0.26) < 0.01);
  QVERIFY(effect->low < effect->change && effect->change < effect->high);
  QVERIFY(effect->high - effect->low < 0.03);
  const auto none = effectAt(curve, 50);
  QVERIFY(none && none->low < 0 && none->high > 0);
  QVERIFY(!effectAt(curve, 199));  // too few steps after it
  QVERIFY(!effectAt(Curve(), 10));
  // Row 5: the rise began ten steps before the switch was turned, so it is none of its doing.
  QVERIFY(!effectAt(curve, 110));
  Curve drifting;
  for (int i = 1; i <= 200; ++i) {
    drifting.step.push_back(i);
    drifting.value.push_back(250 * (1 + 0.002 * i) * (1 + 0.01 * ((i * 7) % 5 - 2)));
  }
  QVERIFY(!effectAt(drifting, 100));
  // Nor is any claimed where other programs held the cores before or after the turn.
  RunCurves run;
  QVERIFY(!coresBusyAround(run, 100));
  run.switchRows.resize(2);
  run.switchRows[1].step = 100;
  QVERIFY(!coresBusyAround(run, 100));
  run.switchRows[0].busyShare = 0.4;
  QVERIFY(coresBusyAround(run, 100) && !coresBusyAround(run, 50));
}

void CurvesTest::stepsAreWholeNumbers() {
  for (const auto& [low, high] :
       {std::pair(0.0, 3.0), std::pair(0.0, 1.2), std::pair(0.6, 9.7), std::pair(0.0, 97.0), std::pair(-4.0, 123456.0), std::pair(1e6, 1e6 + 2)}) {
    const std::vector<double> ticks = wholeTicks(low, high);
    QVERIFY2(!ticks.empty() && ticks.size() <= 8, qPrintable(QString::number(high)));
    for (const double tick : ticks) QVERIFY(tick == std::floor(tick) && tick >= low && tick <= high);
  }
  QCOMPARE(wholeTicks(0, 3), (std::vector<double>{0, 1, 2, 3}));
  QCOMPARE(wholeTicks(0, 100), (std::vector<double>{0, 20, 40, 60, 80, 100}));
  QVERIFY(wholeTicks(0.2, 0.8).empty());  // there is no step in between
  QVERIFY(wholeTicks(3, 3).empty());
}

void CurvesTest::seriesOfOthersFindAChart() {
  const std::vector<std::string> own{"loss", "accuracy", "lr", "samples_per_second"};
  auto run = std::make_shared<RunCurves>();
  const auto has = [&](const char* key) { run->series[key] = {{1}, {0.5}, {}, {}}; };
  has("Loss/train");
  has("Loss/val");
  QCOMPARE(shownQuantities(own, {run}), own);  // it grows in memory: ours, whose first points may be to come
  run->store = "runs.db";
  QCOMPARE(shownQuantities(own, {run}), (std::vector<std::string>{"Loss/train", "Loss/val", "lr", "samples_per_second"}));
  has("train_loss");
  QCOMPARE(shownQuantities(own, {run}), (std::vector<std::string>{"loss", "Loss/train", "Loss/val", "samples_per_second"}));
  has("lr");
  QCOMPARE(shownQuantities(own, {run}), own);  // one of ours that lacks a metric
}

void CurvesTest::tableHasEveryStep() {
  const Curve a{{1, 2}, {0.5, 0.25}}, b{{2, 3}, {1, std::nan("")}};
  QCOMPARE(QString::fromStdString(tableOf({{"a", &a}, {"b", &b}})), QStringLiteral("step\ta\tb\n1\t0.5\t\n2\t0.25\t1\n3\t\t\n"));
}

void CurvesTest::modelGrows() {
  CurvesModel model;
  QSignalSpy reset(&model, &CurvesModel::reset), appended(&model, &CurvesModel::appended);
  model.begin(startOf(1, 400));
  QCOMPARE(reset.count(), 1);
  model.addSteps(stepsOf(1, 100, 400));
  EpochEvent epoch;
  epoch.epoch = 1;
  epoch.step = 100;
  epoch.figures.set("val_loss", 0.4);
  model.addEpoch(epoch);
  model.addMarker({100, 1.0, "switch", "batch size 64 -> 128"});
  QCOMPARE(appended.count(), 3);
  QCOMPARE(model.live()->curve("train_loss").size(), 100u);
  QCOMPARE(model.live()->curve("val_loss").value.back(), 0.4);
  QCOMPARE(model.live()->markers.size(), 1u);
  QVERIFY(model.live()->curve("no such series").empty());
  // Whatever is measured comes by its key: nothing here knows its name.
  std::vector<StepEvent> more = stepsOf(101, 1, 400);
  more[0].figures.set("grad_norm", 0.25);
  more[0].figures.set("train_top5", std::nan(""));
  model.addSteps(more);
  QCOMPARE(model.live()->curve("grad_norm").value, std::vector<double>{0.25});
  QCOMPARE(model.live()->gaps.at("train_top5").size(), 1u);
  const std::vector<std::string> quantities = quantitiesOf({model.live()});
  QVERIFY(quantities[0] == "loss" && quantities[1] == "accuracy" && std::find(quantities.begin(), quantities.end(), "top5") != quantities.end());
}

void CurvesTest::resumePutsHistoryInFront() {
  CurvesModel model;
  StartEvent start = startOf(7, 400);
  start.firstStep = 50;
  model.begin(start);
  model.addSteps(stepsOf(51, 10, 400));
  RunCurves history;
  history.id = 7;
  for (int i = 1; i <= 60; ++i) {  // the store holds 10 steps past the checkpoint: superseded
    history.series["train_loss"].step.push_back(i);
    history.series["train_loss"].value.push_back(9);
  }
  history.epochEnds = {{1, 30}};
  model.addHistory(history);
  const Curve& loss = model.live()->curve("train_loss");
  QCOMPARE(loss.size(), 60u);
  QVERIFY(std::is_sorted(loss.step.begin(), loss.step.end()));
  QCOMPARE(loss.value[49], 9.0);
  QVERIFY(loss.value[50] != 9.0);
  QCOMPARE(model.live()->epochEnds.size(), 1u);
  history.id = 8;
  model.addHistory(history);  // of another run: not ours
  QCOMPARE(model.live()->curve("train_loss").size(), 60u);
}

void CurvesTest::comparisonShowsTheLiveRunAsItGrows() {
  CurvesModel model;
  model.begin(startOf(1, 400));
  auto other = std::make_shared<RunCurves>(), same = std::make_shared<RunCurves>();
  other->id = 2;
  same->id = 1;
  model.show({same, other});
  QVERIFY(model.comparing());
  QCOMPARE(model.runs()[0], model.live());
  QSignalSpy appended(&model, &CurvesModel::appended);
  model.addSteps(stepsOf(1, 5, 400));
  QCOMPARE(appended.count(), 1);
  model.show({other});
  model.addSteps(stepsOf(6, 5, 400));
  QCOMPARE(appended.count(), 1);
  model.showLive();
  QVERIFY(!model.comparing());
}

void CurvesTest::oneActionDrawsOnce() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1000, 900);
  view.show();
  model.begin(startOf(1, 400));
  model.addSteps(stepsOf(1, 300, 400));
  QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
  QTRY_VERIFY_WITH_TIMEOUT(!view.drawPutOff(), kPatience);
  runQueued();
  const auto counts = [&] {
    QList<int> result;
    for (int panel = 0; panel < CurvesView::PanelCount; ++panel) result << view.panel(static_cast<CurvesView::Panel>(panel))->drawCount();
    return result;
  };
  const auto expectOne = [&](const QList<int>& before, const char* action) {
    runQueued();
    const QList<int> after = counts();
    for (int panel = 0; panel < CurvesView::PanelCount; ++panel)
      QVERIFY2(after[panel] - before[panel] == 1,
               qPrintable(QStringLiteral("%1: panel %2 drew %3 times").arg(QLatin1String(action)).arg(panel).arg(after[panel] - before[panel])));
  };
  auto before = counts();
  view.zoom(1.5);
  expectOne(before, "zoom");
  before = counts();
  view.pan(0.2);
  expectOne(before, "pan");
  before = counts();
  view.fit();
  expectOne(before, "fit");
  before = counts();
  QTest::keyClick(&view, Qt::Key_W);
  expectOne(before, "W");
}

void CurvesTest::hiddenViewDoesNotDraw() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1000, 900);
  view.show();
  model.begin(startOf(1, 400));
  model.addSteps(stepsOf(1, 100, 400));
  QTRY_VERIFY_WITH_TIMEOUT(!view.drawPutOff() && view.panel(CurvesView::Loss)->drawCount() > 0, kPatience);
  runQueued();
  view.hide();
  const int before = view.panel(CurvesView::Loss)->drawCount();
  model.addSteps(stepsOf(101, 200, 400));
  QVERIFY(!view.drawPutOff());
  runQueued();
  QCOMPARE(view.panel(CurvesView::Loss)->drawCount(), before);
  view.show();
  QTRY_VERIFY_WITH_TIMEOUT(view.panel(CurvesView::Loss)->drawCount() > before, kPatience);
}

void CurvesTest::fewPixelsFewDraws() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1000, 900);
  view.show();
  model.begin(startOf(1, 1'000'000));
  model.addSteps(stepsOf(1, 400'000, 1'000'000));
  QTRY_VERIFY_WITH_TIMEOUT(!view.drawPutOff() && view.panel(CurvesView::Loss)->drawCount() > 0, kPatience);
  runQueued();
  const int before = view.panel(CurvesView::Loss)->drawCount();
  // 200 turns of one step each: together less than a pixel of a million steps.
  for (int i = 0; i < 200; ++i) model.addSteps(stepsOf(400'001 + i, 1, 1'000'000));
  QVERIFY(!view.drawPutOff());
  runQueued();
  QCOMPARE(view.panel(CurvesView::Loss)->drawCount(), before);
}

void CurvesTest::axesAreLinked() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1000, 900);
  view.show();
  model.begin(startOf(1, 400));
  model.addSteps(stepsOf(1, 300, 400));
  view.zoom(2);
  const auto range = view.panel(CurvesView::Loss)->xRange();
  for (const CurvesView::Panel panel : {CurvesView::Metric, CurvesView::Rate, CurvesView::Throughput}) QCOMPARE(view.panel(panel)->xRange(), range);
  view.panel(CurvesView::Rate)->setXRange(0, 1);
  Q_EMIT view.panel(CurvesView::Rate)->rangeMoved(50, 80);
  QCOMPARE(view.panel(CurvesView::Loss)->xRange(), std::make_pair(50.0, 80.0));
  view.fit();
  QCOMPARE(view.panel(CurvesView::Loss)->xRange().first, 0.0);
  Q_EMIT view.panel(CurvesView::Loss)->clicked(123.4, -1);
  QCOMPARE(selection.step(), 123);
}

void CurvesTest::logarithmicToggles() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  model.begin(startOf(1, 400));
  model.addSteps(stepsOf(1, 300, 400));
  view.panel(CurvesView::Loss)->setLogarithmic(true);
  QVERIFY(view.panel(CurvesView::Loss)->logarithmic());
  view.panel(CurvesView::Loss)->setLogarithmic(false);
  QVERIFY(!view.panel(CurvesView::Loss)->logarithmic());
}

void CurvesTest::emptyViewAsksToTrain() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  QSignalSpy asked(&view, &CurvesView::trainRequested);
  view.show();
  QVERIFY(view.emptyState()->isVisible());
  Q_EMIT view.emptyState()->activated();
  QCOMPARE(asked.count(), 1);
  model.begin(startOf(1, 400));
  QVERIFY(!view.emptyState()->isVisible());
}

void CurvesTest::summariesForScreenReaders() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.show();
  model.begin(startOf(1, 400));
  model.addSteps(stepsOf(1, 100, 400));
  EpochEvent epoch;
  epoch.epoch = 1;
  epoch.step = 100;
  epoch.figures.set("val_loss", 0.531);
  epoch.figures.set("val_accuracy", 0.9);
  epoch.figures.validated = true;
  model.addEpoch(epoch);
  QTRY_VERIFY_WITH_TIMEOUT(view.panel(CurvesView::Loss)->summary().contains(QStringLiteral("validation 0.531")), kPatience);
  QVERIFY(view.panel(CurvesView::Loss)->summary().contains(QStringLiteral("best 0.531 at epoch 1")));
  QVERIFY(view.panel(CurvesView::Metric)->summary().contains(QStringLiteral("90")));
  QVERIFY(view.table(CurvesView::Loss).startsWith(QStringLiteral("step\ttrain_loss\tval_loss\n")));
  QCOMPARE(view.table(CurvesView::Loss).count(QLatin1Char('\n')), 101);
}

// Its text stands between the legend and the plot, and is gone with another run.
void CurvesTest::theEffectOfASwitchIsBesideTheCurve() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1000, 640);
  view.show();
  model.begin(startOf(1, 400));
  model.addSteps(stepsOf(1, 60, 400));
  CurvePanel* panel = view.panel(CurvesView::Throughput);
  auto* remark = panel->findChild<QLabel*>(QStringLiteral("curveRemark"));
  QVERIFY(remark && !remark->isVisible());
  model.addMarker({60, 0, "switch", "channels_last on"});
  std::vector<StepEvent> faster = stepsOf(61, 60, 400);
  for (StepEvent& step : faster) step.figures.set("samples_per_second", 330);
  model.addSteps(faster);
  QTRY_VERIFY_WITH_TIMEOUT(remark->isVisible(), kPatience);
  QVERIFY2(remark->text().startsWith(QStringLiteral("300 → 330 samples/s (+10 %")), qPrintable(remark->text()));
  QTRY_VERIFY_WITH_TIMEOUT(remark->height() >= remark->fontMetrics().height(), kPatience);
  const auto within = [panel](const QWidget* widget) { return QRect(widget->mapTo(panel, QPoint()), widget->size()); };
  const auto* plot = panel->findChild<QWidget*>(QStringLiteral("curvePlot"));
  QVERIFY(plot && !within(remark).intersects(within(plot)));
  QVERIFY(panel->rect().contains(within(remark)));
  model.begin(startOf(2, 400));
  QTRY_VERIFY_WITH_TIMEOUT(!remark->isVisible(), kPatience);
}

void CurvesTest::opTable() {
  OpTableModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  auto breakdown = std::make_shared<StepBreakdown>();
  breakdown->ops = {{"conv2d backward weights", Category::Backward, 20, 61.2, 0.298, 240, 0, "layer4.1.conv2"},
                    {"relu", Category::Forward, 8, 0.05, 0.001, 0, 12, "relu1"}};
  model.setBreakdown(breakdown);
  QCOMPARE(model.rowCount(), 2);
  QCOMPARE(model.index(0, OpTableModel::Time).data().toString(), QStringLiteral("61.2\u00A0ms"));
  QCOMPARE(model.index(1, OpTableModel::Flops).data().toString(), QStringLiteral("—"));
  QCOMPARE(model.index(0, OpTableModel::Op).data(Qt::DecorationRole).value<QColor>(), categoryColor(Category::Backward));
  QCOMPARE(model.table().count(QLatin1Char('\n')), 3);
  model.setBreakdown(nullptr);
  QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(CurvesTest)
#include "curves_test.moc"
