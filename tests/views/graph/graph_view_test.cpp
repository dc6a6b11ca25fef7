#include "views/graph/graph_view.h"

#include <QAbstractProxyModel>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeView>
#include <QtTest>

#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/profiler/analysis/trace_builder.h"
#include "tests/views/recorded_nodes.h"
#include "views/common/selection.h"
#include "views/common/theme.h"

using namespace stepscope;

namespace {

std::shared_ptr<const PlanView> resnet(std::int64_t batch = 2) {
  ModelSpec spec;
  spec.name = "resnet18";
  auto view = std::make_shared<PlanView>();
  view->graph = buildTrainingStep(buildModel(spec, {{3, 64, 64}, 10}, batch, true), OptimizerSpec()).graph;
  view->plan = planMemory(view->graph);
  view->batchSize = batch;
  return view;
}

// One step of 10 ms of that plan: fc takes 6, layer1.0.conv1 takes 2.
std::shared_ptr<const Trace> captureOf(const PlanView& plan) {
  TraceBuilder b;
  b.span("Trainer", "conv2d", Category::Forward, 1'000'000, 2'000'000, recordedNode(plan, "layer1.0.conv1", "conv2d"), 0);
  b.span("Trainer", "linear", Category::Forward, 4'000'000, 6'000'000, recordedNode(plan, "fc", "linear"), 0);
  b.span("Trainer", "step", Category::Step, 500'000, 10'000'000, -1, 0);
  Trace trace = b.build();
  trace.nodes = recordedNodes(plan);
  trace.source = "run 2, steps 5-7";
  return std::make_shared<const Trace>(std::move(trace));
}

}  // namespace

class GraphViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { plan_ = resnet(); }
  void init() {
    applyTheme(*qApp, ThemeChoice::Light);
    selection_ = std::make_unique<Selection>();
    view_ = std::make_unique<GraphView>(selection_.get());
    view_->resize(1100, 640);
    view_->show();
    view_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(view_.get()));
  }
  void cleanup() {
    view_.reset();
    selection_.reset();
  }

  void emptyUntilThereIsAPlan() {
    QVERIFY(!tree()->isVisible());
    view_->setPlan(plan_);
    QVERIFY(tree()->isVisible());
    QVERIFY(view_->heading().contains("parameters"));
    view_->setPlan(nullptr);
    QVERIFY(!tree()->isVisible());
    selection_->setNode(2);
  }

  void timesComeWithACapture() {
    view_->setPlan(plan_);
    QVERIFY(tree()->isColumnHidden(GraphModel::Time));
    QVERIFY(view_->note().contains("press C"));
    view_->setCapture(captureOf(*plan_));
    QVERIFY(!tree()->isColumnHidden(GraphModel::Time) && !tree()->isColumnHidden(GraphModel::Share));
    QVERIFY(view_->note().contains(QString("1%1captured step").arg(QChar(0xA0))));
    tree()->sortByColumn(GraphModel::Time, Qt::DescendingOrder);
    QCOMPARE(top(0), QString("fc"));
    QCOMPARE(top(1), QString("layer1"));
    view_->setCapture(nullptr);
    QVERIFY(tree()->isColumnHidden(GraphModel::Time));
    QCOMPARE(top(0), QString("conv1"));  // in the order of the step again
    view_->setCapture(std::make_shared<const Trace>());
    QVERIFY(tree()->isColumnHidden(GraphModel::Time));
  }

  void aRangeTakesThePlaceOfTheCapture() {
    view_->setPlan(plan_);
    view_->setCapture(captureOf(*plan_));
    // A click on the header sorts by time, the most first on the second.
    clickHeader(GraphModel::Time);
    if (top(0) != "fc") clickHeader(GraphModel::Time);
    QCOMPARE(top(0), QString("fc"));
    QCOMPARE(timeOf("fc"), QString("6 ms"));
    view_->setRange(captureOf(*plan_), {500'000, 4'500'000});  // all of the convolution, 0.5 ms of the linear
    QCOMPARE(timeOf("fc"), QString("500 µs"));
    QCOMPARE(timeOf("layer1"), QString("2 ms"));
    QCOMPARE(top(0), QString("layer1"));  // sorted by the times of the range
    QVERIFY2(plain(view_->note()).contains("2.5 ms of the selected range of 4 ms"), qPrintable(view_->note()));
    QVERIFY(!view_->note().contains("captured step"));
    QCOMPARE(view_->model()->headerData(GraphModel::Time, Qt::Horizontal).toString(), QString("in range"));
    // What is selected and open stays, and another plan keeps the range.
    QSignalSpy activated(view_.get(), &GraphView::layerActivated);
    click("layer1.0.conv1");
    QCOMPARE(activated.size(), 0);
    view_->setRange(captureOf(*plan_), {500'000, 3'000'000});
    QCOMPARE(tree()->currentIndex().siblingAtColumn(0), indexOf("layer1.0.conv1"));
    view_->setPlan(std::make_shared<const PlanView>(*plan_));
    QCOMPARE(timeOf("fc"), QString("0 ms"));
    QVERIFY(plain(view_->note()).contains("range of 2.5 ms"));
    // A capture that comes meanwhile waits until the range is cleared.
    view_->setCapture(captureOf(*plan_));
    QVERIFY(plain(view_->note()).contains("range of 2.5 ms"));
    view_->setRange(captureOf(*plan_), {});
    QCOMPARE(timeOf("fc"), QString("6 ms"));
    QVERIFY(view_->note().contains("captured step"));
    QCOMPARE(view_->model()->headerData(GraphModel::Time, Qt::Horizontal).toString(), QString("time / step"));
  }

  void aRangeOfATraceFromElsewhereChangesNothing() {
    view_->setPlan(plan_);
    TraceBuilder b;
    b.node("linear", "encoder.fc", Category::Forward);
    b.span("Trainer", "linear", Category::Forward, 4'000'000, 6'000'000, 0, 0);
    b.span("Trainer", "step", Category::Step, 500'000, 10'000'000, -1, 0);
    const auto stranger = std::make_shared<const Trace>(b.build());
    view_->setRange(stranger, {500'000, 4'500'000});
    QVERIFY(tree()->isColumnHidden(GraphModel::Time));
    QVERIFY(view_->note().contains("press C"));
    view_->setCapture(captureOf(*plan_));
    QCOMPARE(timeOf("fc"), QString("6 ms"));
    // Of the run's own trace it is shown also when nothing else is captured.
    view_->setCapture(nullptr);
    view_->setRange(captureOf(*plan_), {4'000'000, 5'000'000});
    QVERIFY(!tree()->isColumnHidden(GraphModel::Time));
    QCOMPARE(timeOf("fc"), QString("1 ms"));
    view_->setRange(nullptr, {4'000'000, 5'000'000});
    QVERIFY(tree()->isColumnHidden(GraphModel::Time));
    view_->setPlan(nullptr);
    view_->setRange(captureOf(*plan_), {4'000'000, 5'000'000});
  }

  void aClickSelectsADoubleClickGoes() {
    view_->setPlan(plan_);
    view_->setCapture(captureOf(*plan_));
    QSignalSpy activated(view_.get(), &GraphView::layerActivated);
    click("layer1.0.conv1");
    QCOMPARE(activated.size(), 0);
    QVERIFY(selection_->node() >= 0);
    QCOMPARE(plan_->graph.node(selection_->node()).scope, std::string("layer1.0.conv1"));
    doubleClick("layer1.0.bn1");
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toString(), QString("layer1.0.bn1"));
    QCOMPARE(plan_->graph.node(activated[0][1].toInt()).scope, std::string("layer1.0.bn1"));
    QCOMPARE(selection_->node(), activated[0][1].toInt());
    const bool open = tree()->isExpanded(indexOf("layer1"));
    doubleClick("layer1");
    QCOMPARE(activated[1][0].toString(), QString("layer1"));
    QCOMPARE(NodeId(activated[1][1].toInt()), kNone);
    QCOMPARE(tree()->isExpanded(indexOf("layer1")), open);
  }

  // A capture at batch 4 is none of the plan at batch 2: its times stand nowhere beside the plan's figures, and a line says why.
  void timesOfAnotherGraphAreNotJoined() {
    const auto larger = resnet(4);
    view_->setPlan(plan_);
    view_->setCapture(captureOf(*larger));
    QVERIFY(tree()->isColumnHidden(GraphModel::Time) && tree()->isColumnHidden(GraphModel::Share));
    QVERIFY2(view_->note().contains("Times of run 2, steps 5-7 with other settings"), qPrintable(view_->note()));
    view_->setRange(captureOf(*larger), {4'000'000, 5'000'000});
    QVERIFY(tree()->isColumnHidden(GraphModel::Time));
    QVERIFY(view_->note().contains("other settings"));
    view_->setPlan(larger);
    QCOMPARE(timeOf("fc"), QString("1 ms"));
    view_->setRange(nullptr, {});
    QCOMPARE(timeOf("fc"), QString("6 ms"));
    view_->setPlan(plan_);
    QVERIFY(tree()->isColumnHidden(GraphModel::Time));
  }

  void keysWork() {
    view_->setPlan(plan_);
    view_->setFocus();
    QVERIFY(tree()->hasFocus());
    QSignalSpy activated(view_.get(), &GraphView::layerActivated);
    tree()->setCurrentIndex(indexOf("conv1"));
    QTest::keyClick(tree(), Qt::Key_Down);
    QTest::keyClick(tree(), Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toString(), QString("bn1"));
    QTest::keyClick(tree(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(view_->filter()->hasFocus());
  }

  void filterFindsNamesAndOps() {
    view_->setPlan(plan_);
    tree()->collapseAll();
    tree()->expand(indexOf("layer3"));
    const int all = tree()->model()->rowCount();
    view_->filter()->setText("DOWNSAMPLE");
    QCOMPARE(tree()->model()->rowCount(), 3);  // layer2 to layer4
    QVERIFY(indexOf("layer2.0.downsample.1").isValid());
    QVERIFY(!indexOf("layer2.0.conv1").isValid());
    QVERIFY(tree()->isExpanded(indexOf("layer2.0")));
    view_->filter()->setText("linear");
    QCOMPARE(tree()->model()->rowCount(), 1);
    view_->filter()->setText("nothing of this name");
    QCOMPARE(tree()->model()->rowCount(), 0);
    view_->filter()->clear();
    QCOMPARE(tree()->model()->rowCount(), all);
    QVERIFY(tree()->isExpanded(indexOf("layer3")) && !tree()->isExpanded(indexOf("layer2")));
  }

  void aNewPlanKeepsWhatIsOpen() {
    view_->setPlan(plan_);
    tree()->collapseAll();
    tree()->expand(indexOf("layer3"));
    tree()->setCurrentIndex(indexOf("fc"));
    view_->setPlan(std::make_shared<const PlanView>(*plan_));
    QVERIFY(tree()->isExpanded(indexOf("layer3")) && !tree()->isExpanded(indexOf("layer2")));
    QCOMPARE(tree()->currentIndex().data().toString(), QString("fc"));
  }

  void selectionOfOtherViewsIsShown() {
    view_->setPlan(plan_);
    for (int node = 0; node < static_cast<int>(plan_->graph.nodes().size()); ++node)
      if (plan_->graph.node(node).scope == "layer2.1.conv2") {
        selection_->setNode(node);
        break;
      }
    QCOMPARE(tree()->currentIndex(), indexOf("layer2.1.conv2"));
    selection_->setNode(1'000'000);  // of another plan
  }

  void csvIsWritten() {
    view_->setPlan(plan_);
    const QTemporaryDir folder;
    QVERIFY(view_->saveCsv(folder.filePath("layers.csv")));
    QFile file(folder.filePath("layers.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QVERIFY(lines[0].startsWith("layer,ops,output,parameters"));
    QCOMPARE(lines.size(), static_cast<int>(view_->model()->tree().rows.size()) + 1);
    QVERIFY(!view_->saveCsv(folder.filePath("no/such/folder/layers.csv")));
  }

 private:
  QTreeView* tree() const { return view_->tree(); }
  QString top(int row) const { return tree()->model()->index(row, 0).data().toString(); }
  // In the tree as shown; invalid where it is filtered out.
  QModelIndex indexOf(const char* scope) const {
    const QModelIndex source = view_->model()->indexOf(scope);
    return static_cast<QAbstractProxyModel*>(tree()->model())->mapFromSource(source);
  }
  static QString plain(QString text) { return text.replace(QChar(0xA0), ' '); }
  QString timeOf(const char* scope) const { return plain(indexOf(scope).siblingAtColumn(GraphModel::Time).data().toString()); }
  void clickHeader(int column) {
    const QHeaderView* header = tree()->header();
    const QPoint at(header->sectionViewportPosition(column) + header->sectionSize(column) / 2, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
  }
  void click(const char* scope) {
    const QModelIndex index = indexOf(scope);
    tree()->scrollTo(index);
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(index).center());
  }
  void doubleClick(const char* scope) {
    const QModelIndex index = indexOf(scope);
    tree()->scrollTo(index);
    const QPoint at = tree()->visualRect(index).center();
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(tree()->viewport(), Qt::LeftButton, {}, at);
  }

  std::shared_ptr<const PlanView> plan_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<GraphView> view_;
};

QTEST_MAIN(GraphViewTest)
#include "graph_view_test.moc"
