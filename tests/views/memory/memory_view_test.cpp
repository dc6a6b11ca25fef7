#include "views/memory/memory_view.h"
#include "tests/views/patience.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest>
#include <cmath>

#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "sample_plan.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/memory/memory_chart.h"

using namespace stepscope;

namespace {

QString plain(QString text) {
  return text.replace(QChar(0xA0), ' ');
}

std::shared_ptr<const PlanView> plannedModel(const std::string& name) {
  ModelSpec spec;
  spec.name = name;
  const Graph forward = buildModel(spec, {{3, 32, 32}, 10}, 8, true);
  OptimizerSpec optimizer;
  optimizer.momentum = 0.9;
  auto view = std::make_shared<PlanView>();
  view->graph = buildTrainingStep(forward, optimizer).graph;
  view->plan = planMemory(view->graph);
  view->kernels.resize(view->graph.nodes().size());
  view->batchSize = 8;
  view->predictedPeakBytes = view->plan.peakBytes();
  return view;
}

}  // namespace

class MemoryViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    applyTheme(*qApp, ThemeChoice::Light);
    selection_ = std::make_unique<Selection>();
    view_ = std::make_unique<MemoryView>(selection_.get());
    view_->resize(1100, 640);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  }
  void cleanup() {
    view_.reset();
    selection_.reset();
  }

  void emptyUntilThereIsAPlan() {
    QVERIFY(!view_->chart()->isVisible());
    view_->setPlan(samplePlan());
    QVERIFY(view_->chart()->isVisible());
    view_->setPlan(std::make_shared<PlanView>());
    QVERIFY(!view_->chart()->isVisible());
    selection_->setNode(3);
    selection_->setTensor(2);
  }

  void headingComparesPredictedAndMeasured() {
    view_->setPlan(samplePlan());
    QCOMPARE(plain(view_->heading()), QString("Peak 1.29 KiB planned · batch 10"));
    view_->setMeasuredPeak(1324);
    QCOMPARE(plain(view_->heading()), QString("Peak 1.29 KiB planned · 1.29 KiB resident, equal · batch 10"));
    view_->setMeasuredPeak(1424);
    QVERIFY(plain(view_->heading()).contains("100 B more than that"));
    QVERIFY(plain(view_->saving()).startsWith("sharing saved 276 B of 1.27 KiB"));
  }

  void theTableShowsThePeakFirst() {
    view_->setPlan(samplePlan());
    QCOMPARE(view_->table()->model()->rowCount(), 3);
    selection_->setNode(3);
    QCOMPARE(view_->table()->model()->rowCount(), 2);
    for (QToolButton* button : view_->findChildren<QToolButton*>())
      if (button->text() == "peak") button->click();
    QCOMPARE(selection_->node(), 1);
    QCOMPARE(view_->chart()->selectedNode(), 1);
  }

  void aClickSelectsOpAndTensor() {
    view_->setPlan(samplePlan());
    MemoryChart& chart = *view_->chart();
    const QRectF dw = chart.rectOf(5);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, dw.center().toPoint());
    QCOMPARE(selection_->tensor(), static_cast<int>(view_->model()->plan().slots[5].value));
    QVERIFY(selection_->node() == 3 || selection_->node() == 4);
    QCOMPARE(chart.selectedSlot(), std::optional<int>(5));
    QVERIFY(view_->table()->selectionModel()->hasSelection());
    const QPointF curve(chart.axis().xOf(0.5), chart.curveRect().center().y());
    QTest::mouseClick(&chart, Qt::LeftButton, {}, curve.toPoint());
    QCOMPARE(selection_->node(), 0);
  }

  void aRowSelectsItsTensor() {
    view_->setPlan(samplePlan());
    view_->table()->selectRow(1);
    QCOMPARE(selection_->tensor(), static_cast<int>(view_->model()->plan().slots[4].value));
    QCOMPARE(view_->chart()->selectedSlot(), std::optional<int>(4));
  }

  void keysGoFromOpToOp() {
    view_->setPlan(samplePlan());
    MemoryChart& chart = *view_->chart();
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(selection_->node(), 2);  // from the peak
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(selection_->node(), 0);
    QTest::keyClick(&chart, Qt::Key_Left);
    QCOMPARE(selection_->node(), 0);
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(selection_->node(), 4);
    QTest::keyClick(&chart, Qt::Key_P);
    QCOMPARE(selection_->node(), 1);
  }

  void tableIsCopied() {
    view_->setPlan(samplePlan());
    view_->table()->setFocus();
    for (QAction* action : view_->table()->actions())
      if (action->shortcut() == QKeySequence::Copy) action->trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith("value\trole\tshape"));
    QCOMPARE(QApplication::clipboard()->text().count('\n'), 4);
  }

  void wheelZoomsAndOneRasterAChange() {
    view_->setPlan(plannedModel("resnet20"));
    MemoryChart& chart = *view_->chart();
    runQueued();  // the layout settles
    chart.repaint();
    const int before = chart.rasterCount();
    const QPoint at(600, 300);
    const double node = chart.axis().begin + (600 - chart.axis().left) / chart.axis().width * chart.axis().length;
    QWheelEvent event(at, chart.mapToGlobal(at), {}, {0, 360}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&chart, &event);
    QVERIFY(std::abs(chart.axis().xOf(node) - 600) < 1e-6);
    chart.repaint();
    QCOMPARE(chart.rasterCount(), before + 1);
    for (int x = 200; x < 400; x += 20) {
      QTest::mouseMove(&chart, {x, 300});
      chart.repaint();
    }
    QCOMPARE(chart.rasterCount(), before + 1);
  }

  // Every slot of a real plan is where the map says, and no two that live at once share a pixel's bytes.
  void slotsAreFoundWhereTheyAreDrawn() {
    view_->setPlan(plannedModel("resnet20"));
    MemoryChart& chart = *view_->chart();
    int found = 0;
    for (const SlotId slot : view_->model()->stepSlots()) {
      const QRectF rect = chart.rectOf(slot);
      if (rect.height() < 2) continue;
      QCOMPARE(chart.slotAt(rect.center()), std::optional(slot));
      ++found;
    }
    QVERIFY(found > 20);
  }

  void bothThemesAndTwiceTheScale() {
    view_->setPlan(plannedModel("resnet20"));
    selection_->setNode(view_->model()->peakNode() + 3);
    const QImage light = view_->chart()->grab().toImage();
    QCOMPARE(light.pixelColor(4, 4), lightTokens().panel);
    applyTheme(*qApp, ThemeChoice::Dark);
    QCoreApplication::processEvents();
    QCOMPARE(view_->chart()->grab().toImage().pixelColor(4, 4), darkTokens().panel);
    for (const QSize size : {QSize(480, 320), QSize(1700, 1000)}) {
      view_->resize(size);
      QCoreApplication::processEvents();
      QVERIFY(!view_->grab().isNull());
    }
  }

 private:
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<MemoryView> view_;
};

QTEST_MAIN(MemoryViewTest)
#include "memory_view_test.moc"
