// The Flame tab: where boxes stand, what a click, keys and the search do, a selected range; on traces with numbers known by hand.
#include "views/flame/flame_view.h"
#include "tests/profiler/analysis/trace_builder.h"
#include "views/common/empty_state.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/flame/flame_canvas.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace stepscope;

namespace {

constexpr int kPatience = 20'000;

// 1 ms: conv forward 0.5 (in two layers 0.4 and 0.1), backward 0.3, data wait 0.2.
std::shared_ptr<const Trace> ownSteps() {
  TraceBuilder b;
  b.node("conv2d", "layer1.0.conv", Category::Forward);
  b.node("conv2d", "layer1.1.conv", Category::Forward);
  b.node("conv2d_backward", "layer1.0.conv", Category::Backward);
  b.span("Trainer", "train step", Category::Step, 0, 1'000'000, -1, 0);
  b.span("Trainer", "data wait", Category::Data, 0, 200'000);
  b.span("Trainer", "conv2d", Category::Forward, 200'000, 400'000, 0);
  b.span("Trainer", "conv2d", Category::Forward, 600'000, 100'000, 1);
  b.span("Trainer", "conv2d_backward", Category::Backward, 700'000, 300'000, 2);
  return std::make_shared<const Trace>(b.build());
}

std::shared_ptr<const Trace> withGpu() {
  TraceBuilder b;
  b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, 20, 10, 1);
  b.gpu("Trainer", "aten::mm", SpanKind::CpuOp, 10, 40);
  b.gpu("GPU stream 7", "gemm", SpanKind::Kernel, 60, 70, 1);
  return std::make_shared<const Trace>(b.build());
}

int nodeNamed(const FlameCanvas& canvas, const std::string& name) {
  for (std::size_t i = 0; i < canvas.nodes().size(); ++i)
    if (canvas.nodes()[i].name == name) return static_cast<int>(i);
  return -1;
}

QString plain(QString text) {
  return text.replace(QChar::Nbsp, QLatin1Char(' '));  // between number and unit
}

}  // namespace

class FlameViewTest : public QObject {
  Q_OBJECT

  static void shown(FlameView& view, std::shared_ptr<const Trace> trace) {
    QSignalSpy counted(&view, &FlameView::counted);
    view.resize(900, 500);
    view.show();
    view.setTrace(std::move(trace));
    QVERIFY(counted.wait(kPatience));
    QVERIFY(QTest::qWaitForWindowExposed(&view));
  }
  static QPoint centreOf(const FlameCanvas& canvas, const std::string& name) { return canvas.boxOf(nodeNamed(canvas, name)).center().toPoint(); }

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }

  void boxes() {
    //            all 100
    //      a 60          b 40
    //   c 50, (self)     d 40
    const auto node = [](const char* name, int parent, int depth, std::int64_t total, std::int64_t self) {
      FlameNode one;
      one.name = name;
      one.parent = parent;
      one.depth = depth;
      one.calls = 1;
      one.totalNs = total;
      one.selfNs = self;
      return one;
    };
    const std::vector<FlameNode> nodes{node("all", -1, 0, 100, 0), node("b", 0, 1, 40, 0), node("a", 0, 1, 60, 10), node("c", 2, 2, 50, 50),
                                       node("d;x", 1, 2, 40, 40)};
    std::vector<FlameBox> boxes = layOutFlames(nodes, 0, 0);
    QCOMPARE(boxes.size(), std::size_t{5});
    QCOMPARE(boxes[1].node, 2);  // the longest first
    QCOMPARE(boxes[1].left, 0.0);
    QCOMPARE(boxes[1].width, 0.6);
    QCOMPARE(boxes[2].node, 1);
    QCOMPARE(boxes[2].left, 0.6);
    QCOMPARE(boxes[3].node, 3);
    QCOMPARE(boxes[3].row, 2);
    QCOMPARE(boxes[3].width, 0.5);
    // Looked into: those above over the whole width, the others gone.
    boxes = layOutFlames(nodes, 2, 0);
    QCOMPARE(boxes.size(), std::size_t{3});
    QCOMPARE(boxes[0].width, 1.0);
    QCOMPARE(boxes[1].width, 1.0);
    QCOMPARE(boxes[2].node, 3);
    QCOMPARE(boxes[2].width, 50.0 / 60.0);
    QCOMPARE(layOutFlames(nodes, 0, 0.45).size(), std::size_t{3});  // all, a, c
    QVERIFY(layOutFlames({}, 0, 0).empty());
    QVERIFY(layOutFlames(nodes, 9, 0).empty());
    const std::vector<char> matches = matchingFlames(nodes, "A");
    QVERIFY(matches[2] && !matches[1]);
    QCOMPARE(matchedNs(nodes, matches), std::int64_t{60});
    QCOMPARE(matchedNs(nodes, {0, 1, 0, 0, 1}), std::int64_t{40});  // one within the other counts once
    QCOMPARE(foldedStacks(nodes), std::string("a 10\na;c 50\nb;d,x 40\n"));
  }

  void emptySaysWhatToDo() {
    Selection selection;
    FlameView view(&selection);
    view.setEmptyTexts("No steps captured yet", "They appear here.", "Train");
    view.resize(800, 400);
    view.show();
    QVERIFY(view.isEmpty());
    QSignalSpy asked(&view, &FlameView::captureRequested);
    QTest::mouseClick(view.findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
  }

  void phasesLayersAndOps() {
    Selection selection;
    FlameView view(&selection);
    shown(view, ownSteps());
    FlameCanvas& canvas = *view.canvas();
    QVERIFY(!view.isEmpty() && !view.whose()->isVisible());
    QCOMPARE(canvas.nodes().front().totalNs, std::int64_t{1'000'000});
    const FlameNode& forward = canvas.nodes()[static_cast<std::size_t>(nodeNamed(canvas, "forward"))];
    QCOMPARE(forward.totalNs, std::int64_t{500'000});
    QCOMPARE(forward.calls, std::int64_t{0});
    QCOMPARE(plain(canvas.textOf(nodeNamed(canvas, "forward"))), QString("forward: 500 µs, 50 % of all"));
    QCOMPARE(plain(canvas.textOf(nodeNamed(canvas, "data wait"))), QString("data wait: 200 µs, 20 % of all, 200 µs of its own; calls: 1"));
    QVERIFY(view.toTable().contains("Trainer;forward;layer1;0;conv;conv2d 400000\n"));
    QVERIFY(view.toTable().contains("Trainer;data wait 200000\n"));
    QVERIFY(!view.toTable().contains("train step"));
  }

  void aClickLooksIntoANodeAndEscapeGoesBack() {
    Selection selection;
    FlameView view(&selection);
    shown(view, ownSteps());
    FlameCanvas& canvas = *view.canvas();
    QTest::mouseMove(&canvas, centreOf(canvas, "backward"));
    QTRY_VERIFY(view.readout().startsWith("backward"));
    const double narrow = canvas.boxOf(nodeNamed(canvas, "backward")).width();
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, centreOf(canvas, "backward"));
    QCOMPARE(canvas.focus(), nodeNamed(canvas, "backward"));
    QVERIFY(canvas.boxOf(nodeNamed(canvas, "backward")).width() > 2 * narrow);
    QVERIFY(canvas.boxOf(nodeNamed(canvas, "data wait")).isEmpty());
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QCOMPARE(canvas.focus(), nodeNamed(canvas, "Trainer"));
    QToolButton* all = nullptr;
    for (auto* button : view.findChildren<QToolButton*>())
      if (button->text() == "Show All") all = button;
    QVERIFY(all && all->isEnabled());
    QTest::mouseClick(all, Qt::LeftButton);
    QCOMPARE(canvas.focus(), 0);
    QVERIFY(!all->isEnabled());
  }

  void keysWalk() {
    Selection selection;
    FlameView view(&selection);
    shown(view, ownSteps());
    FlameCanvas& canvas = *view.canvas();
    canvas.setFocus(Qt::TabFocusReason);
    QTRY_COMPARE(canvas.current(), 0);
    QTest::keyClick(&canvas, Qt::Key_Down);
    QCOMPARE(canvas.current(), nodeNamed(canvas, "Trainer"));
    QTest::keyClick(&canvas, Qt::Key_Down);
    QCOMPARE(canvas.current(), nodeNamed(canvas, "forward"));
    QTest::keyClick(&canvas, Qt::Key_Right);
    QCOMPARE(canvas.current(), nodeNamed(canvas, "backward"));
    QTest::keyClick(&canvas, Qt::Key_Left);
    QCOMPARE(canvas.current(), nodeNamed(canvas, "forward"));
    QTest::keyClick(&canvas, Qt::Key_Return);
    QCOMPARE(canvas.focus(), nodeNamed(canvas, "forward"));
    QTest::keyClick(&canvas, Qt::Key_Up);
    QCOMPARE(canvas.current(), nodeNamed(canvas, "Trainer"));
    QVERIFY(canvas.accessibleDescription().startsWith("Trainer"));
  }

  void theSearchTellsHowMuch() {
    Selection selection;
    FlameView view(&selection);
    shown(view, ownSteps());
    QTest::keyClicks(view.search(), "CONV2D");
    QCOMPARE(plain(view.readout()), QString("Found: 800 µs, 80 % of all"));
    const QImage searched = view.canvas()->grab().toImage();
    view.search()->setText("no such name");
    QCOMPARE(view.readout(), QString("Nothing found"));
    view.search()->clear();
    QVERIFY(searched != view.canvas()->grab().toImage());
  }

  void aSelectedRangeIsSummedAlone() {
    Selection selection;
    FlameView view(&selection);
    shown(view, ownSteps());
    QSignalSpy counted(&view, &FlameView::counted);
    selection.ranges()->setSelected({0, 500'000});
    QVERIFY(counted.wait(kPatience));
    // What begins in the range counts whole.
    QCOMPARE(view.canvas()->nodes().front().totalNs, std::int64_t{600'000});
    QCOMPARE(nodeNamed(*view.canvas(), "backward"), -1);
    selection.ranges()->setSelected({2'000'000, 3'000'000});
    QVERIFY(counted.wait(kPatience));
    QCOMPARE(view.readout(), QString("Nothing ran in this range."));
  }

  void hostOrGpu() {
    Selection selection;
    FlameView view(&selection);
    shown(view, withGpu());
    QVERIFY(view.whose()->isVisible());
    QCOMPARE(nodeNamed(*view.canvas(), "gemm"), -1);
    QSignalSpy counted(&view, &FlameView::counted);
    view.whose()->setCurrentIndex(1);
    QVERIFY(counted.wait(kPatience));
    QCOMPARE(view.toTable(), QString("aten::mm;gemm 70\n"));
    // Another trace without a GPU is shown by its host again.
    view.setTrace(ownSteps());
    QVERIFY(counted.wait(kPatience));
    QTRY_VERIFY(nodeNamed(*view.canvas(), "data wait") > 0);
    QVERIFY(!view.whose()->isVisible());
  }

  void theLastTraceIsShown() {
    Selection selection;
    FlameView view(&selection);
    QSignalSpy counted(&view, &FlameView::counted);
    for (int i = 0; i < 20; ++i) view.setTrace(i % 2 == 0 ? withGpu() : ownSteps());
    QTRY_VERIFY_WITH_TIMEOUT(!view.counting(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(nodeNamed(*view.canvas(), "data wait") > 0, kPatience);
    view.setTrace(nullptr);
    QVERIFY(view.isEmpty());
  }
};

QTEST_MAIN(FlameViewTest)
#include "flame_view_test.moc"
