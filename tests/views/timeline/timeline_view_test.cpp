#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QBackingStore>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "sample_trace.h"
#include "tests/views/patience.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_header.h"
#include "views/timeline/timeline_overview.h"

using namespace stepscope;

namespace {

// Long lanes of short spans: what only level of detail can draw.
std::shared_ptr<const Trace> randomTrace(int spans, int tracks) {
  std::mt19937_64 random(12);
  auto trace = std::make_shared<Trace>();
  for (int i = 0; i < 50; ++i) trace->names.intern("kernel " + std::to_string(i));
  trace->begin = kTraceBegin;
  for (int t = 0; t < tracks; ++t) {
    trace->tracks.push_back({.name = "stream " + std::to_string(t), .sortOrder = t});
    TraceLane& lane = trace->lanes.emplace_back();
    lane.track = t;
    std::int64_t now = kTraceBegin;
    for (int i = 0; i < spans / tracks; ++i) {
      const auto duration = static_cast<std::int64_t>(200 + random() % 9000);
      lane.start.push_back(now);
      lane.duration.push_back(duration);
      lane.name.push_back(static_cast<std::uint32_t>(random() % 50));
      lane.category.push_back(static_cast<std::uint8_t>(random() % 4));
      lane.node.push_back(-1);
      lane.step.push_back(-1);
      now += duration + static_cast<std::int64_t>(random() % 3000);
    }
    trace->end = std::max(trace->end, now);
  }
  return trace;
}

}  // namespace

class TimelineViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void init() {
    selection_ = std::make_unique<Selection>();
    view_ = std::make_unique<TimelineView>(selection_.get());
    view_->canvas()->setAnimated(false);
    view_->resize(1140, 560);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  }
  void cleanup() {
    view_.reset();
    selection_.reset();
    applyTheme(*qApp, ThemeChoice::Light);
  }

  void emptyViewOffersACapture() {
    QSignalSpy asked(view_.get(), &TimelineView::captureRequested);
    QPushButton* button = nullptr;
    for (QPushButton* candidate : view_->findChildren<QPushButton*>())
      if (candidate->isVisible()) button = candidate;
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QVERIFY(!view_->canvas()->isVisible());
    view_->setTrace(sampleTrace());
    QVERIFY(view_->canvas()->isVisible());
    view_->setTrace(nullptr);
    QVERIFY(!view_->canvas()->isVisible());
  }

  void headingComparesWithTheMedian() {
    view_->setTrace(sampleTrace());
    QString heading = view_->heading().replace(QChar(0xA0), ' ');
    QCOMPARE(heading, QString("Step 419 · 102 ms · as the median of 3 steps"));
    view_->moveStep(1);
    heading = view_->heading().replace(QChar(0xA0), ' ');
    QCOMPARE(heading, QString("Step 420 · 110 ms · slower than the median by 8 ms"));
    QCOMPARE(selection_->step(), std::int64_t{420});
    view_->moveStep(1);  // the last one stays
    QCOMPARE(selection_->step(), std::int64_t{420});
    view_->moveStep(-1);
    view_->moveStep(-1);
    QVERIFY(view_->heading().contains("faster"));
    const TimeAxis& axis = view_->canvas()->axis();
    QVERIFY(axis.begin <= 0.1 && axis.end() > 100e6 && axis.end() < 110e6);
  }

  void droppedSpansAreSaid() {
    Trace trace = *sampleTrace();
    trace.dropped = 12;
    view_->setTrace(std::make_shared<const Trace>(trace));
    QVERIFY(view_->note().startsWith("12 spans were lost"));
  }

  void wheelZoomsAboutTheCursor() {
    view_->setTrace(sampleTrace());
    const double time = view_->canvas()->axis().timeAt(600);
    wheel({600, 200}, 120);
    wheel({600, 200}, 240);
    const TimeAxis& axis = view_->canvas()->axis();
    QVERIFY(axis.length < 0.55 * axis.total && axis.length > 0.45 * axis.total);
    QVERIFY(std::abs(axis.xOf(time) - 600) < 0.01);
    const double begin = axis.begin;
    wheel({600, 200}, -120, Qt::ShiftModifier);
    QVERIFY(view_->canvas()->axis().begin > begin);
  }

  void oneRasterAChangeAndNoneForTheMouse() {
    view_->setTrace(sampleTrace());
    QCoreApplication::processEvents();  // the layout settles
    view_->canvas()->viewport()->repaint();
    const int before = view_->canvas()->rasterCount();
    wheel({600, 200}, 120);
    view_->canvas()->viewport()->repaint();
    QCOMPARE(view_->canvas()->rasterCount(), before + 1);
    for (int x = 300; x < 400; x += 10) {
      QTest::mouseMove(view_->canvas()->viewport(), {x, 60});
      view_->canvas()->viewport()->repaint();
    }
    selection_->setNode(3);
    view_->canvas()->setRange(1e6, 2e6);
    view_->canvas()->viewport()->repaint();
    QCOMPARE(view_->canvas()->rasterCount(), before + 1);
  }

  void keysMoveAndZoom() {
    view_->setTrace(sampleTrace());
    TimelineCanvas& canvas = *view_->canvas();
    QTest::keyClick(&canvas, Qt::Key_W);
    QTest::keyClick(&canvas, Qt::Key_W);
    const TimeAxis zoomed = canvas.axis();
    QVERIFY(zoomed.length < 0.55 * zoomed.total);
    QTest::keyClick(&canvas, Qt::Key_D);
    QVERIFY(canvas.axis().begin > zoomed.begin);
    QTest::keyClick(&canvas, Qt::Key_A);
    QVERIFY(std::abs(canvas.axis().begin - zoomed.begin) < 1);
    QTest::keyClick(&canvas, Qt::Key_S);
    QVERIFY(canvas.axis().length > zoomed.length);
    QTest::keyClick(&canvas, Qt::Key_End);
    QVERIFY(std::abs(canvas.axis().end() - canvas.axis().total) < 1);
    QTest::keyClick(&canvas, Qt::Key_Home);
    QCOMPARE(canvas.axis().begin, 0.0);
    QTest::keyClick(&canvas, Qt::Key_F);
    QCOMPARE(canvas.axis().length, canvas.axis().total);
  }

  void searchCountsAndSteps() {
    view_->setTrace(sampleTrace());
    auto* search = view_->findChild<QLineEdit*>();
    QTest::keyClicks(search, "conv2d");
    QCOMPARE(view_->canvas()->matches().size(), std::size_t{12});
    QVERIFY(hasLabel("12 matches"));
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(hasLabel("1 of 12"));
    QTest::keyClick(view_->canvas(), Qt::Key_N);
    QVERIFY(hasLabel("2 of 12"));
    QTest::keyClick(view_->canvas(), Qt::Key_P);
    QTest::keyClick(view_->canvas(), Qt::Key_P);
    QVERIFY(hasLabel("12 of 12"));
    QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(hasLabel("11 of 12"));
    search->setText("lstm");
    QVERIFY(hasLabel("no match"));
    QTest::keyClick(view_->canvas(), Qt::Key_N);  // nothing to go to, nothing to crash
  }

  void aMatchComesIntoView() {
    view_->setTrace(sampleTrace());
    TimelineCanvas& canvas = *view_->canvas();
    canvas.setView(0, 1e6);
    view_->find("sgd");
    const TimelineHit hit = canvas.matches()[static_cast<std::size_t>(canvas.currentMatch())];
    QVERIFY(canvas.axis().begin <= canvas.model()->begin(hit) && canvas.axis().end() >= canvas.model()->end(hit));
  }

  void clickSelectsTheOpEverywhere() {
    view_->setTrace(sampleTrace());
    QSignalSpy selected(view_.get(), &TimelineView::spanSelected);
    click(4, 10e6);
    QCOMPARE(selection_->node(), 0);
    QCOMPARE(selection_->step(), std::int64_t{418});
    QVERIFY(view_->selectedSpan().has_value());
    QCOMPARE(selected.count(), 1);
    click(5, 30e6);  // a loader's span is no op
    QCOMPARE(selection_->node(), -1);
    QVERIFY(view_->selectedSpan().has_value());
    click(4, 115e6);  // between the steps
    QVERIFY(!view_->selectedSpan().has_value());
  }

  void aSelectionElsewhereShowsHere() {
    view_->setTrace(sampleTrace());
    selection_->setStep(420);
    QVERIFY(view_->heading().startsWith("Step 420"));
    selection_->setNode(3);
    QVERIFY(view_->canvas()->selected().has_value());
    QCOMPARE(view_->canvas()->model()->node(*view_->canvas()->selected()), 3);
    QCOMPARE(view_->canvas()->model()->step(*view_->canvas()->selected()), 420);  // in the step that is shown
    selection_->setTimeRange({kTraceBegin + 5 * kMs, kTraceBegin + 25 * kMs});
    QCOMPARE(rangeText(*view_->canvas()->model(), view_->canvas()->rangeBegin(), view_->canvas()->rangeEnd()).replace(QChar(0xA0), ' '),
             QString("20 ms · 1 op · 100 % busy"));
  }

  void shiftDragSelectsARange() {
    view_->setTrace(sampleTrace());
    TimelineCanvas& canvas = *view_->canvas();
    QWidget* area = canvas.viewport();
    const int from = static_cast<int>(canvas.axis().xOf(20e6)), to = static_cast<int>(canvas.axis().xOf(80e6));
    QTest::mousePress(area, Qt::LeftButton, Qt::ShiftModifier, {from, 100});
    drag(area, {from, 100}, {to, 120}, Qt::ShiftModifier);
    QTest::mouseRelease(area, Qt::LeftButton, Qt::ShiftModifier, {to, 120});
    QVERIFY(canvas.hasRange());
    QVERIFY(std::abs(canvas.rangeBegin() - canvas.axis().timeAt(from)) < 1 && std::abs(canvas.rangeEnd() - canvas.axis().timeAt(to)) < 1);
    QVERIFY(!selection_->timeRange().empty());
    QCOMPARE(selection_->timeRange().begin, kTraceBegin + static_cast<std::int64_t>(std::llround(canvas.rangeBegin())));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QVERIFY(!canvas.hasRange());
    QVERIFY(selection_->timeRange().empty());
  }

  void dragPans() {
    view_->setTrace(sampleTrace());
    TimelineCanvas& canvas = *view_->canvas();
    canvas.setView(100e6, 50e6);
    QWidget* area = canvas.viewport();
    QTest::mousePress(area, Qt::LeftButton, {}, {600, 100});
    drag(area, {600, 100}, {500, 100}, {});
    QTest::mouseRelease(area, Qt::LeftButton, {}, {500, 100});
    QVERIFY(std::abs(canvas.axis().begin - (100e6 + 100 * canvas.axis().nsPerPixel())) < 1);
    QVERIFY(!canvas.selected().has_value());  // a drag is no click
  }

  void arrowsGoFromSpanToSpan() {
    view_->setTrace(sampleTrace());
    click(4, 10e6);
    QTest::keyClick(view_->canvas(), Qt::Key_Right);
    QCOMPARE(selection_->node(), 1);
    QTest::keyClick(view_->canvas(), Qt::Key_Left);
    QCOMPARE(selection_->node(), 0);
    QTest::keyClick(view_->canvas(), Qt::Key_Down);
    QCOMPARE(view_->canvas()->selected()->row, 5);
    QTest::keyClick(view_->canvas(), Qt::Key_Return);  // zoom to it
    QVERIFY(view_->canvas()->axis().length < 80e6);
  }

  void clickOnAPhaseSelectsItsTime() {
    view_->setTrace(sampleTrace());
    click(1, 60e6);
    QCOMPARE(view_->canvas()->rangeBegin(), 50e6);
    QCOMPARE(view_->canvas()->rangeEnd(), 90e6);
  }

  void layersCanBeHidden() {
    view_->setTrace(sampleTrace());
    view_->canvas()->setView(10e6, 50e6);
    QToolButton* layers = nullptr;
    for (QToolButton* button : view_->findChildren<QToolButton*>())
      if (button->text() == "layers") layers = button;
    QVERIFY(layers && layers->isVisible());
    layers->click();
    QCOMPARE(view_->canvas()->model()->rows().size(), std::size_t{5});
    QCOMPARE(view_->canvas()->axis().begin, 10e6);  // what was seen is still seen
  }

  void overviewMovesTheView() {
    view_->setTrace(sampleTrace());
    TimelineCanvas& canvas = *view_->canvas();
    canvas.setView(0, 50e6);
    auto* overview = view_->findChild<TimelineOverview*>();
    const int middle = static_cast<int>(canvas.axis().left + canvas.axis().width / 2);
    QTest::mouseClick(overview, Qt::LeftButton, {}, {middle, 20});
    QVERIFY(std::abs(canvas.axis().begin + canvas.axis().length / 2 - canvas.axis().total / 2) < canvas.axis().total / canvas.axis().width);
    QCOMPARE(canvas.axis().length, 50e6);
    const double end = canvas.axis().end();
    const int left = static_cast<int>(canvas.axis().left + canvas.axis().begin / canvas.axis().total * canvas.axis().width);
    QTest::mousePress(overview, Qt::LeftButton, {}, {left, 20});
    drag(overview, {left, 20}, {left - 100, 20}, {});
    QTest::mouseRelease(overview, Qt::LeftButton, {}, {left - 100, 20});
    QVERIFY(canvas.axis().length > 70e6);
    QVERIFY(std::abs(canvas.axis().end() - end) < 1);
  }

  // The picture at any zoom against drawing every span: no pixel of a span is left empty. The same of moments and spans of no length, in
  // low rows, and in the one row that a folded process leaves.
  void nothingIsInvisible_data() {
    QTest::addColumn<double>("zoom");
    QTest::addColumn<bool>("folded");
    QTest::addColumn<int>("density");
    QTest::addColumn<TimelineColors>("colors");
    for (const double zoom : {1.0, 10.0, 300.0, 5000.0}) {
      QTest::addRow("1/%g", zoom) << zoom << false << 0 << TimelineColors::Category;
      QTest::addRow("1/%g, folded", zoom) << zoom << true << 0 << TimelineColors::Layer;
      QTest::addRow("1/%g, low rows", zoom) << zoom << false << 2 << TimelineColors::Duration;
    }
  }
  void nothingIsInvisible() {
    QFETCH(double, zoom);
    QFETCH(bool, folded);
    QFETCH(int, density);
    QFETCH(TimelineColors, colors);
    Trace made = *randomTrace(120000, 8);
    made.processes = {{.name = "python", .id = "1", .labels = ""}};
    for (TraceTrack& track : made.tracks) track.process = 0;
    std::mt19937_64 random(5);
    for (TraceLane& lane : made.lanes)
      for (std::size_t i = 0; i < lane.size(); i += 7) lane.duration[i] = 0;
    TraceMarks& marks = made.marks.emplace_back();
    for (int i = 0; i < 3000; ++i)
      marks.time.push_back(made.begin + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(made.end - made.begin)));
    std::sort(marks.time.begin(), marks.time.end());
    marks.name.assign(marks.time.size(), 3);
    view_->header()->setColors(colors);
    view_->setTrace(std::make_shared<const Trace>(std::move(made)));
    TimelineCanvas& canvas = *view_->canvas();
    canvas.foldAll(folded);
    canvas.setDensity(density);
    const double length = canvas.axis().total / zoom;
    canvas.setView((canvas.axis().total - length) * 0.37, length);
    canvas.viewport()->repaint();
    const QImage image = canvas.raster().image();
    const QRgb ground = tokens().panel.rgb();
    int checked = 0;
    for (std::size_t r = 0; r < canvas.model()->rows().size(); ++r) {
      if (!canvas.model()->rows()[r].lane) continue;
      const TraceLane& lane = *canvas.model()->rows()[r].lane;
      const int shown = canvas.layout().shownRow(static_cast<int>(r)), height = canvas.layout().height(shown);
      const int y = canvas.layout().top(shown) + height / 2;
      if (y >= image.height()) continue;
      for (std::size_t i = 0; i < lane.size(); ++i) {
        const TimelineHit hit{static_cast<int>(r), static_cast<std::uint32_t>(i)};
        const double from = canvas.axis().xOf(canvas.model()->begin(hit)), to = canvas.axis().xOf(canvas.model()->end(hit));
        if (from < canvas.axis().left + 1 || to > canvas.axis().left + canvas.axis().width - 2) continue;
        bool seen = false;
        for (int x = static_cast<int>(from) - 1; x <= static_cast<int>(to) + 1; ++x) {
          const QRgb pixel = image.pixel(x, y);
          seen = seen || (pixel != ground && qAbs(qRed(pixel) - qRed(ground)) + qAbs(qBlue(pixel) - qBlue(ground)) > 30);
        }
        ++checked;
        QVERIFY2(seen, qPrintable(QString("span %1 of row %2").arg(i).arg(r)));
      }
    }
    QVERIFY(checked > 10);
    canvas.setDensity(0);
  }

  // A counter's line goes through every sample: of those that share a pixel the extremes are drawn.
  void noPeakOfACounterIsLost() {
    Trace made;
    made.begin = 0;
    made.end = 1'000'000'000;
    made.tracks = {{.name = "memory", .counter = true}};
    made.counters.emplace_back();
    std::mt19937_64 random(9);
    for (int i = 0; i < 100'000; ++i) {
      made.counters[0].time.push_back(i * 10'000);
      made.counters[0].value.push_back(static_cast<double>(random() % 10));
    }
    made.counters[0].value[61'234] = 100;  // one sample among a hundred of its pixel
    view_->setTrace(std::make_shared<const Trace>(std::move(made)));
    TimelineCanvas& canvas = *view_->canvas();
    for (const double zoom : {1.0, 20.0, 3000.0}) {
      canvas.setView(612'340'000 - 0.4e9 / zoom, 0.9e9 / zoom);
      canvas.viewport()->repaint();
      const QImage image = canvas.raster().image();
      const int x = static_cast<int>(canvas.axis().xOf(612'340'000));
      bool peak = false;
      for (int k = x - 1; k <= x + 1; ++k) peak = peak || image.pixelColor(k, canvas.layout().top(0) + 4) == categoryColor(Category::Data);
      QVERIFY2(peak, qPrintable(QString::number(zoom)));
    }
  }

  // A large trace is searched when the typing rests; what another view asks to be found is found at once.
  void aLargeTraceIsSearchedBeforeTheJump() {
    view_->setTrace(randomTrace(600000, 8));
    QTRY_VERIFY_WITH_TIMEOUT(!view_->preparing(), kPatience);
    const TimelineCanvas& canvas = *view_->canvas();
    for (const char* name : {"kernel 3", "kernel 4"}) {
      view_->find(QStringLiteral("name:") + QLatin1String(name));
      QVERIFY(canvas.currentMatch() >= 0);
      QCOMPARE(canvas.model()->label(canvas.matches().at(static_cast<std::size_t>(canvas.currentMatch()))), QString(name));
    }
  }

  void drawingDoesNotDependOnTheNumberOfSpans() {
    view_->setTrace(randomTrace(400000, 8));
    QVERIFY(view_->preparing());  // so many are indexed off the GUI thread
    QTRY_VERIFY_WITH_TIMEOUT(!view_->preparing(), kPatience);
    view_->canvas()->viewport()->repaint();
    QCOMPARE(view_->canvas()->raster().stats().rows, 8);
    QCOMPARE(view_->canvas()->raster().stats().labels, 0);  // none is wide enough
    view_->canvas()->setView(1e6, 60000);
    view_->canvas()->viewport()->repaint();
    const int labels = view_->canvas()->raster().stats().labels;
    QVERIFY(labels > 8 && labels <= 800);
  }

  void bothThemesAndTwiceTheScale() {
    view_->setTrace(sampleTrace());
    selection_->setNode(0);
    view_->canvas()->setRange(20e6, 80e6);
    const QImage light = view_->grab().toImage();
    applyTheme(*qApp, ThemeChoice::Dark);
    QCoreApplication::processEvents();
    const QImage dark = view_->grab().toImage();
    const QPoint corner(view_->canvas()->mapTo(view_.get(), QPoint(4, view_->canvas()->height() - 4)));
    QCOMPARE(light.pixelColor(corner), lightTokens().panel);
    QCOMPARE(dark.pixelColor(corner), darkTokens().panel);
    QImage twice(view_->size() * 2, QImage::Format_ARGB32_Premultiplied);
    twice.setDevicePixelRatio(2);
    view_->render(&twice);
    QCOMPARE(view_->canvas()->raster().image().width(), view_->canvas()->viewport()->width() * 2);  // drawn anew, not enlarged
  }

  // Into a picture of the screen's format lines are copied, into another one they are painted: the same pixels.
  void copiedAndPaintedAreEqual_data() {
    QTest::addColumn<double>("ratio");
    for (const double ratio : {1.0, 1.25, 2.0}) QTest::addRow("%g", ratio) << ratio;
  }
  void copiedAndPaintedAreEqual() {
    QFETCH(double, ratio);
    view_->setTrace(randomTrace(120000, 8));
    view_->canvas()->setView(1e6, 4e6);
    QWidget* area = view_->canvas()->viewport();
    QImage pictures[2];
    for (const auto& [picture, format] : {std::pair(&pictures[0], QImage::Format_RGB32), std::pair(&pictures[1], QImage::Format_RGB888)}) {
      *picture = QImage((QSizeF(area->size()) * ratio).toSize() + QSize(40, 30), format);
      picture->setDevicePixelRatio(ratio);
      picture->fill(Qt::magenta);
      QPainter painter(picture);
      area->render(&painter, QPoint(7, 5), QRegion(20, 10, area->width() - 60, area->height() - 40));
    }
    QCOMPARE(pictures[0].convertToFormat(QImage::Format_RGB888), pictures[1]);
    QCOMPARE(pictures[0].pixelColor(0, 0), QColor(Qt::magenta));
  }

  // Of the window only what is to be painted anew is written, and nothing over what lies above the lanes.
  void onlyTheExposedIsPainted() {
    view_->setTrace(randomTrace(120000, 8));
    QWidget* area = view_->canvas()->viewport();
    QLabel above(area);
    above.setGeometry(400, 80, 60, 40);
    above.setStyleSheet(QStringLiteral("background: #008000"));
    above.show();
    QCoreApplication::processEvents();
    auto* screen = dynamic_cast<QImage*>(view_->backingStore()->paintDevice());
    if (!screen) QSKIP("The window is not an image on this platform");
    const QPoint corner = area->mapTo(view_.get(), QPoint(0, 0));
    QCOMPARE(screen->pixelColor(corner + QPoint(430, 100)), QColor(Qt::darkGreen));
    screen->fill(Qt::magenta);
    const QRect part(380, 70, 200, 60);
    area->repaint(part);
    for (int y = 0; y < screen->height(); ++y)
      for (int x = 0; x < screen->width(); ++x) {
        const QPoint at = QPoint(x, y) - corner;
        const QColor color = screen->pixelColor(x, y);
        if (above.geometry().contains(at))
          QVERIFY2(color == QColor(Qt::darkGreen) || color == QColor(Qt::magenta), qPrintable(QString("%1 %2").arg(at.x()).arg(at.y())));
        else QVERIFY2((color != QColor(Qt::magenta)) == part.contains(at), qPrintable(QString("%1 %2").arg(at.x()).arg(at.y())));
      }
  }

  void smallAndLargeWindows() {
    view_->setTrace(sampleTrace());
    for (const QSize size : {QSize(420, 240), QSize(1600, 900), QSize(700, 300)}) {
      view_->resize(size);
      QCoreApplication::processEvents();
      QVERIFY(!view_->grab().isNull());
      QVERIFY(view_->canvas()->height() >= 100);
    }
    view_->resize(700, 240);
    QCoreApplication::processEvents();
    QVERIFY(view_->canvas()->verticalScrollBar()->maximum() > 0);
    QTest::keyClick(view_->canvas(), Qt::Key_Right);
    QTest::keyClick(view_->canvas(), Qt::Key_Down);  // the loader's row scrolls into view
    QVERIFY(view_->canvas()->rectOf(*view_->canvas()->selected()).bottom() <= view_->canvas()->viewport()->height());
  }

 private:
  void wheel(QPoint at, int delta, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* area = view_->canvas()->viewport();
    QWheelEvent event(at, area->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(area, &event);
  }
  void drag(QWidget* widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers) {
    for (int i = 1; i <= 5; ++i) {
      const QPoint at = from + (to - from) * i / 5;
      QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
      QApplication::sendEvent(widget, &event);
    }
  }
  void click(int row, double time) {
    TimelineCanvas& canvas = *view_->canvas();
    const int y = TimelineCanvas::kAxisHeight + canvas.layout().top(row) + 8 - canvas.verticalScrollBar()->value();
    QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, {static_cast<int>(canvas.axis().xOf(time)), y});
  }
  bool hasLabel(const QString& text) const {
    for (const QLabel* label : view_->findChildren<QLabel*>())
      if (label->text() == text) return true;
    return false;
  }

  std::unique_ptr<Selection> selection_;
  std::unique_ptr<TimelineView> view_;
};

QTEST_MAIN(TimelineViewTest)
#include "timeline_view_test.moc"
