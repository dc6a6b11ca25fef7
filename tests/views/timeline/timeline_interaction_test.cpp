// What a user does in the timeline, by mouse and by keys alone: box zoom and its history, folding, steps, ranges and their statistics,
// arrows, notes, colours, live steps.
#include <QApplication>
#include <QComboBox>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoStack>
#include <QWheelEvent>
#include <QtTest>
#include <cmath>

#include "core/base/error.h"
#include "sample_trace.h"
#include "tests/views/patience.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/session/session.h"
#include "views/session/shown_trace.h"
#include "views/timeline/note_book.h"
#include "views/timeline/range_panel.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_header.h"
#include "views/timeline/timeline_legend.h"
#include "views/timeline/timeline_texts.h"
#include "views/timeline/timeline_view.h"

using namespace stepscope;

class TimelineInteractionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void init() {
    selection_ = std::make_unique<Selection>();
    view_ = std::make_unique<TimelineView>(selection_.get());
    canvas_ = view_->canvas();
    canvas_->setAnimated(false);
    view_->resize(1140, 700);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  }
  void cleanup() {
    view_.reset();
    selection_.reset();
  }

  void boxZoom() {
    view_->setTrace(sampleTrace());
    const int from = x(40e6), to = x(90e6);
    const TimeAxis before = canvas_->axis();
    dragOn(canvas_->viewport(), {from, 60}, {to, 150}, Qt::ControlModifier);
    QVERIFY(std::abs(canvas_->axis().begin - before.timeAt(from)) < 1);
    QVERIFY(std::abs(canvas_->axis().end() - before.timeAt(to)) < 1);
    QVERIFY(!canvas_->hasRange());
    QVERIFY(!canvas_->selected());
    // Escape in the middle of the drag gives it up.
    const TimeAxis zoomed = canvas_->axis();
    press(canvas_->viewport(), {300, 60}, Qt::ControlModifier);
    moveTo(canvas_->viewport(), {500, 120}, Qt::ControlModifier);
    QTest::keyClick(canvas_, Qt::Key_Escape);
    QTest::mouseRelease(canvas_->viewport(), Qt::LeftButton, Qt::ControlModifier, {500, 120});
    QCOMPARE(canvas_->axis(), zoomed);
  }

  // Zooms and ranges are one history; a turn of the wheel is one entry, however many notches it has.
  void historyOfZoomsAndRanges() {
    view_->setTrace(sampleTrace());
    auto* back = view_->findChild<QToolButton*>("timelineBack");
    auto* forward = view_->findChild<QToolButton*>("timelineForward");
    QVERIFY(!back->isEnabled() && !forward->isEnabled());
    const TimeAxis whole = canvas_->axis();
    for (int i = 0; i < 4; ++i) wheel({600, 200}, 120);
    const TimeAxis zoomed = canvas_->axis();
    QVERIFY(zoomed.length < whole.length / 2);
    QCOMPARE(selection_->ranges()->history()->count(), 1);
    dragOn(canvas_->viewport(), {400, 120}, {600, 130}, Qt::ShiftModifier);
    QVERIFY(canvas_->hasRange());
    QCOMPARE(selection_->ranges()->history()->count(), 2);
    QTest::keyClick(canvas_, Qt::Key_F);
    QCOMPARE(canvas_->axis().length, whole.length);
    QTest::keyClick(canvas_, Qt::Key_Backspace);
    QVERIFY(near(canvas_->axis(), zoomed));
    QVERIFY(canvas_->hasRange());
    QTest::mouseClick(back, Qt::LeftButton);
    QVERIFY(!canvas_->hasRange());
    QVERIFY(selection_->timeRange().empty());
    QTest::keyClick(canvas_, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(near(canvas_->axis(), whole));
    QVERIFY(!back->isEnabled() && forward->isEnabled());
    QTest::keyClick(canvas_, Qt::Key_Right, Qt::AltModifier);
    QTest::keyClick(canvas_, Qt::Key_Backspace, Qt::ShiftModifier);
    QVERIFY(near(canvas_->axis(), zoomed) && canvas_->hasRange());
    // Another trace has a history of its own.
    view_->setTrace(importedTrace());
    QVERIFY(!back->isEnabled() && !forward->isEnabled() && !canvas_->hasRange());
  }

  void aRangeSetElsewhereIsTakenBackHere() {
    view_->setTrace(sampleTrace());
    selection_->setTimeRange({kTraceBegin + 5 * kMs, kTraceBegin + 25 * kMs});
    QVERIFY(canvas_->hasRange());
    view_->moveInHistory(-1);
    QVERIFY(!canvas_->hasRange() && selection_->timeRange().empty());
  }

  void groupsFoldByClickAndKey() {
    view_->setTrace(sampleTrace());
    const int height = canvas_->layout().height();
    const int y = TimelineCanvas::kAxisHeight + canvas_->layout().top(1) + 8;
    QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, {30, y});
    QVERIFY(canvas_->layout().height() < height);
    QVERIFY(!canvas_->layout().shown(4));
    // A folded row shows what its rows show, and a click on it selects one of them.
    QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, {x(10e6), y});
    QVERIFY(canvas_->selected().has_value());
    QTest::keyClick(canvas_, Qt::Key_X);
    QVERIFY(canvas_->layout().shown(4));
    QTest::keyClick(canvas_, Qt::Key_X, Qt::ShiftModifier);
    QVERIFY(!canvas_->layout().shown(4));
    QTest::keyClick(canvas_, Qt::Key_X, Qt::ShiftModifier);
    QCOMPARE(canvas_->layout().height(), height);
  }

  // A process folded to one row: no pixel that any of its rows colours is empty in it.
  void foldedGroupsLoseNothing() {
    const std::shared_ptr<const Trace> trace = importedTrace();
    view_->setTrace(trace);
    canvas_->foldAll(true);
    canvas_->viewport()->repaint();
    const QImage image = canvas_->raster().image();
    const QRgb ground = tokens().panel.rgb();
    int checked = 0;
    for (std::size_t r = 0; r < canvas_->model()->rows().size(); ++r) {
      const TimelineRow& row = canvas_->model()->rows()[r];
      if (!row.lane || row.kind == TimelineRow::Kind::Steps) continue;
      for (std::uint32_t i = 0; i < row.lane->size(); ++i) {
        const QRectF place = canvas_->rectOf({static_cast<int>(r), i});
        const QRgb pixel = image.pixel(static_cast<int>(place.center().x()), static_cast<int>(place.center().y()) - TimelineCanvas::kAxisHeight);
        QVERIFY2(pixel != ground, qPrintable(QString("row %1 span %2").arg(r).arg(i)));
        ++checked;
      }
    }
    QVERIFY(checked >= 8);
  }

  void rowsBecomeLower() {
    view_->setTrace(sampleTrace());
    const int height = canvas_->layout().height();
    QTest::keyClick(canvas_, Qt::Key_Minus, Qt::ControlModifier);
    QVERIFY(canvas_->layout().height() < height);
    wheel({600, 100}, -120, Qt::ControlModifier);
    QCOMPARE(canvas_->density(), 2);
    wheel({600, 100}, -120, Qt::ControlModifier);
    QCOMPARE(canvas_->density(), 2);
    wheel({600, 100}, 240, Qt::ControlModifier);
    QTest::keyClick(canvas_, Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(canvas_->layout().height(), height);
  }

  void jumpToAStep() {
    view_->setTrace(sampleTrace());
    canvas_->setFocus();
    QTest::keyClick(canvas_, Qt::Key_G);
    auto* field = view_->findChild<QLineEdit*>("timelineStep");
    QTRY_VERIFY_WITH_TIMEOUT(field->hasFocus(), kPatience);
    QTest::keyClicks(field, "420");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(view_->heading().startsWith("Step 420"));
    QVERIFY(canvas_->axis().begin > 230e6);
    QTest::keyClick(canvas_, Qt::Key_BracketLeft);
    QVERIFY(view_->heading().startsWith("Step 419"));
    QTest::keyClick(canvas_, Qt::Key_BracketRight);
    QVERIFY(view_->heading().startsWith("Step 420"));
    field->setText("999");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(view_->messageBar()->isVisible());
    QVERIFY2(view_->messageBar()->text().contains("418 to 420"), qPrintable(view_->messageBar()->text()));
  }

  void searchWithKeysAlone() {
    view_->setTrace(sampleTrace());
    canvas_->setFocus();
    QTest::keyClick(canvas_, Qt::Key_F, Qt::ControlModifier);
    auto* field = view_->findChild<QLineEdit*>("timelineSearch");
    QTRY_VERIFY_WITH_TIMEOUT(field->hasFocus(), kPatience);
    QTest::keyClicks(field, "sgd");
    QCOMPARE(canvas_->matches().size(), std::size_t{3});
    QTest::keyClick(field, Qt::Key_Return);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(canvas_->currentMatch(), 1);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(canvas_->hasFocus());
    QVERIFY(canvas_->matches().empty());
  }

  void othersOfALayerAndOfAName() {
    view_->setTrace(sampleTrace());
    click(4, 10e6);
    QTest::keyClick(canvas_, Qt::Key_O);
    QCOMPARE(canvas_->matches().size(), std::size_t{9});  // layer1.0.conv1: forward, backward and update in three steps
    QCOMPARE(view_->findChild<QLineEdit*>("timelineSearch")->text(), QString("layer:layer1.0.conv1"));
    view_->setTrace(importedTrace());
    click(9, 50e3);
    QTest::keyClick(canvas_, Qt::Key_O);
    QCOMPARE(canvas_->matches().size(), std::size_t{2});
  }

  void statisticsOfARange() {
    view_->setTrace(sampleTrace());
    RangePanel* panel = view_->rangePanel();
    QVERIFY(!panel->isVisible());
    click(4, 10e6);
    QTest::keyClick(canvas_, Qt::Key_R);  // the time of the selected span
    QVERIFY(canvas_->hasRange());
    QVERIFY(panel->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(panel->table().statistics().spans, std::int64_t{2}, kPatience);  // the op and the loader beside it
    QVERIFY(panel->sentence().replace(QChar(0xA0), ' ').startsWith("Range of 20 ms · 2 spans"));
    canvas_->setRange(0, canvas_->axis().total);
    panel->countNow();
    const RangeStatistics& all = panel->table().statistics();
    QCOMPARE(all.entries.front().name, std::string("load batch"));
    // Tracks that run at once make more self time than time; the shares are of the self time.
    QVERIFY(panel->table().self() > all.endNs - all.beginNs);
    double shares = 0;
    QStringList table = panel->table().toTable().split('\n', Qt::SkipEmptyParts);
    QVERIFY(table.takeFirst().startsWith("name\tcount\ttotal ms\tself ms\tshare of self %\t"));
    for (const QString& line : table) shares += line.split('\t').at(RangeTableModel::Share).toDouble();
    QVERIFY(std::abs(shares - 100) < 0.01);
    const int rows = panel->table().rowCount();
    panel->grouping()->setCurrentIndex(1);
    QVERIFY(panel->table().rowCount() < rows);
    QCOMPARE(panel->table().data(panel->table().index(0, RangeTableModel::Name)).toString(), QString("data"));
    panel->grouping()->setCurrentIndex(2);
    QVERIFY(panel->table().toTable().contains("layer2.0.conv2\t"));
    const QStringList lines = panel->table().toTable().split('\n', Qt::SkipEmptyParts);
    for (const QString& line : lines) QCOMPARE(line.count('\t'), RangeTableModel::ColumnCount - 1);
    // Sorting by a column.
    panel->view()->sortByColumn(RangeTableModel::Count, Qt::DescendingOrder);
    for (int r = 1; r < panel->table().rowCount(); ++r)
      QVERIFY(panel->table().statistics().entries[static_cast<std::size_t>(r - 1)].count >=
              panel->table().statistics().entries[static_cast<std::size_t>(r)].count);
    // A row leads to its spans.
    panel->grouping()->setCurrentIndex(0);
    panel->view()->setCurrentIndex(panel->table().index(0, 0));
    Q_EMIT panel->view()->activated(panel->table().index(0, 0));
    QVERIFY(!canvas_->matches().empty());
    QTest::keyClick(canvas_, Qt::Key_Escape);
    QVERIFY(!panel->isVisible());
  }

  void spansAsCsv() {
    view_->setTrace(sampleTrace());
    QVERIFY(view_->spansTable().contains("conv2d"));
    canvas_->setRange(50e6, 60e6);
    QVERIFY(!view_->spansTable().contains("sgd"));
  }

  void arrowsFromLaunchToKernel() {
    view_->setTrace(importedTrace());
    click(9, 50e3);  // a kernel: one arrow to it
    QCOMPARE(canvas_->arrows().size(), std::size_t{1});
    QCOMPARE(canvas_->arrows()[0].first.row, 4);
    QCOMPARE(canvas_->arrows()[0].second.row, 9);
    click(3, 50e3);  // the op: those of both calls in it
    QCOMPARE(canvas_->arrows().size(), std::size_t{2});
    const QImage with = canvas_->viewport()->grab().toImage();
    canvas_->setArrows({});
    QVERIFY(canvas_->viewport()->grab().toImage() != with);
    click(3, 50e3);
    QTest::keyClick(canvas_, Qt::Key_Escape);
    QVERIFY(canvas_->arrows().empty());
  }

  void droppedRecordsAreASentenceThatOpens() {
    view_->setTrace(importedTrace());
    QVERIFY2(view_->note().startsWith("3 records left out, 1 remark"), qPrintable(view_->note()));
    for (QLabel* label : view_->findChildren<QLabel*>())
      if (label->text().contains("href")) Q_EMIT label->linkActivated("why");
    QVERIFY(view_->messageBar()->isVisible());
    QVERIFY(view_->messageBar()->text().contains("the duration is negative"));
    QCOMPARE(droppedText(*view_->trace()).count('\n'), 2);
  }

  void notesAreKeptBesideTheTrace() {
    QTemporaryDir folder;
    const QString file = folder.filePath("run.json.notes.json");
    view_->setTrace(sampleTrace(), file);
    click(4, 10e6);
    canvas_->setFocus();
    QTest::keyClick(canvas_, Qt::Key_M);
    auto* field = view_->findChild<QLineEdit*>("timelineNoteText");
    QTRY_VERIFY_WITH_TIMEOUT(field->isVisible() && field->hasFocus(), kPatience);
    QTest::keyClicks(field, "slow here");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!field->isVisible() && canvas_->hasFocus());
    QCOMPARE(view_->noteBook()->notes(), (std::vector<TimelineNote>{{5'000'000, "slow here"}}));
    click(4, 140e6);
    QTest::keyClick(canvas_, Qt::Key_M);
    QTest::keyClick(field, Qt::Key_Escape);  // without a text
    QCOMPARE(view_->noteBook()->notes().size(), std::size_t{2});
    // B goes round; the view follows.
    canvas_->setView(300e6, 10e6);
    QTest::keyClick(canvas_, Qt::Key_B);
    QCOMPARE(view_->noteBook()->current(), 0);
    QVERIFY(canvas_->axis().begin <= 5e6 && canvas_->axis().end() >= 5e6);
    QTest::keyClick(canvas_, Qt::Key_B, Qt::ShiftModifier);
    QCOMPARE(view_->noteBook()->current(), 1);
    QTest::keyClick(canvas_, Qt::Key_Delete);
    QCOMPARE(view_->noteBook()->notes().size(), std::size_t{1});
    view_->moveInHistory(-1);
    QCOMPARE(view_->noteBook()->notes().size(), std::size_t{2});
    QCOMPARE(loadNotes(file), view_->noteBook()->notes());
    // Another look at the same trace finds them; another trace does not.
    view_->setTrace(importedTrace());
    QVERIFY(view_->noteBook()->notes().empty());
    view_->setTrace(sampleTrace(), file);
    QCOMPARE(view_->noteBook()->notes().size(), std::size_t{2});
    // Clicking the flag edits it.
    canvas_->fit();
    QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, {x(5e6) + 3, 8});
    QTRY_VERIFY_WITH_TIMEOUT(field->isVisible(), kPatience);
    QCOMPARE(field->text(), QString("slow here"));
    QTest::keyClick(field, Qt::Key_Escape);
    Q_EMIT view_->findChild<QToolButton*>("timelineNotes")->menu()->aboutToShow();
    QCOMPARE(view_->findChild<QToolButton*>("timelineNotes")->menu()->actions().size(), 6);
  }

  void notesThatCannotBeRead() {
    QTemporaryDir folder;
    const QString file = folder.filePath("notes.json");
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{\"format\": \"something else\"}");
    broken.close();
    view_->setTrace(sampleTrace(), file);
    QVERIFY(view_->messageBar()->isVisible());
    QVERIFY(view_->messageBar()->text().contains("notes.json"));
    // What lies there is not written over.
    QTest::keyClick(canvas_, Qt::Key_M);
    QFile after(file);
    QVERIFY(after.open(QIODevice::ReadOnly));
    QVERIFY(after.readAll().contains("something else"));
    QVERIFY_THROWS_EXCEPTION(Error, saveNotes({{1, "x"}}, "/nonexistent/folder/notes.json"));
    QVERIFY(loadNotes(folder.filePath("none.json")).empty());
  }

  void colours() {
    view_->setTrace(sampleTrace());
    canvas_->viewport()->repaint();
    const QRectF first = canvas_->rectOf({4, 1}), second = canvas_->rectOf({4, 4});
    const auto colorAt = [&](const QRectF& place) {
      canvas_->viewport()->repaint();
      return canvas_->raster().image().pixelColor(static_cast<int>(place.center().x()),
                                                  static_cast<int>(place.bottom()) - 2 - TimelineCanvas::kAxisHeight);
    };
    QCOMPARE(colorAt(first), categoryColor(Category::Forward));
    QCOMPARE(colorAt(second), categoryColor(Category::Forward));
    view_->header()->setColors(TimelineColors::Layer);
    QCOMPARE(colorAt(first), layerColor(0));
    QCOMPARE(colorAt(second), layerColor(1));
    QCOMPARE(view_->legend()->entries().size(), std::size_t{2});
    view_->header()->setColors(TimelineColors::Duration);
    QCOMPARE(colorAt(first), colorAt(second));  // both above 10 ms
    QVERIFY(colorAt(first) == durationColor(6));
    for (int i = 0; i < kLayerColors; ++i) QVERIFY(contrastRatio(layerColor(i), tokens().onCategory) >= 4.5);
    for (int i = 0; i < kDurationColors; ++i) QVERIFY(contrastRatio(durationColor(i), tokens().onCategory) >= 4.5);
    for (int i = 0; i <= static_cast<int>(SpanKind::Overhead); ++i)
      QVERIFY(contrastRatio(kindColor(static_cast<SpanKind>(i)), tokens().onCategory) >= 4.5);
  }

  void helpListsTheKeys() {
    view_->setTrace(sampleTrace());
    canvas_->setFocus();
    QTest::keyClicks(canvas_, "?");
    QPointer<QFrame> panel = view_->findChild<QFrame*>("timelineKeys");
    QVERIFY(panel && panel->isVisible());
    int lines = 0;
    for (QLabel* label : panel->findChildren<QLabel*>()) lines += !label->text().isEmpty();
    QVERIFY(lines > 40);
    QTest::keyClick(panel, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!panel, kPatience);
  }

  void focusIsSeen() {
    view_->setTrace(sampleTrace());
    canvas_->setFocus();
    QTRY_VERIFY_WITH_TIMEOUT(canvas_->hasFocus(), kPatience);
    QCOMPARE(canvas_->viewport()->grab().toImage().pixelColor(0, 100), tokens().accent);
    view_->findChild<QLineEdit*>("timelineSearch")->setFocus();
    QVERIFY(canvas_->viewport()->grab().toImage().pixelColor(0, 100) != tokens().accent);
  }

  // Without a mouse: select, look around, mark a range, go back.
  void keysAlone() {
    view_->setTrace(importedTrace());
    canvas_->setFocus();
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_Return, Qt::Key_R, Qt::Key_W, Qt::Key_D, Qt::Key_S,
                              Qt::Key_A, Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Home, Qt::Key_End, Qt::Key_Backspace})
      QTest::keyClick(canvas_, key);
    QVERIFY(canvas_->selected().has_value() && canvas_->hasRange());
    while (selection_->ranges()->history()->canUndo()) QTest::keyClick(canvas_, Qt::Key_Backspace);
    QVERIFY(!canvas_->hasRange());
    QVERIFY(std::abs(canvas_->axis().length - canvas_->axis().total) < 2);
  }

  void liveStepsAreFollowedUntilOneLooks() {
    Session session;
    ShownTrace shown(session, *selection_);
    showTraceIn(view_.get(), shown);
    QSignalSpy asked(view_.get(), &TimelineView::followRequested);
    shown.setCanFollow(true);
    shown.showLive(sampleTrace());
    QVERIFY(shown.following());
    QVERIFY(view_->heading().startsWith("Step 420"));  // the newest
    const auto next = sampleTrace();
    shown.showLive(next);
    QCOMPARE(view_->trace(), next);
    wheel({600, 200}, 120);
    QVERIFY(!shown.following());
    shown.setCanFollow(true);  // which the session, where nothing trains, took back
    shown.showLive(sampleTrace());
    QCOMPARE(view_->trace(), next);  // what one looks at stays
    auto* button = view_->findChild<QToolButton*>("timelineFollow");
    QVERIFY(button->isVisible() && !button->isChecked());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(asked.last().at(0).toBool(), true);
    const auto newest = sampleTrace();
    shown.showLive(newest);
    QCOMPARE(view_->trace(), newest);
    // A capture that was asked for stays, too.
    const auto capture = sampleTrace();
    shown.show(capture);
    QVERIFY(!shown.live());
    shown.showLive(sampleTrace());
    QCOMPARE(view_->trace(), capture);
  }

 private:
  static bool near(const TimeAxis& a, const TimeAxis& b) { return std::abs(a.begin - b.begin) < 2 && std::abs(a.length - b.length) < 3; }
  int x(double time) const { return static_cast<int>(canvas_->axis().xOf(time)); }
  void wheel(QPoint at, int delta, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* area = canvas_->viewport();
    QWheelEvent event(at, area->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(area, &event);
  }
  void press(QWidget* widget, QPoint at, Qt::KeyboardModifiers modifiers) { QTest::mousePress(widget, Qt::LeftButton, modifiers, at); }
  void moveTo(QWidget* widget, QPoint at, Qt::KeyboardModifiers modifiers) {
    QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
    QApplication::sendEvent(widget, &event);
  }
  void dragOn(QWidget* widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers) {
    press(widget, from, modifiers);
    for (int i = 1; i <= 5; ++i) moveTo(widget, from + (to - from) * i / 5, modifiers);
    QTest::mouseRelease(widget, Qt::LeftButton, modifiers, to);
  }
  void click(int row, double time) {
    const int y = TimelineCanvas::kAxisHeight + canvas_->layout().top(row) + 8 - canvas_->verticalScrollBar()->value();
    QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, {x(time), y});
  }

  std::unique_ptr<Selection> selection_;
  std::unique_ptr<TimelineView> view_;
  TimelineCanvas* canvas_ = nullptr;
};

QTEST_MAIN(TimelineInteractionTest)
#include "timeline_interaction_test.moc"
