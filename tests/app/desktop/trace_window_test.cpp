// Opening traces in the window: by menu, by dropping, by name; progress and cancel; files that are none; ranges that all views follow;
// the live steps of a run.
#include "app/desktop/main_window.h"
#include "app/desktop/project_desk.h"
#include "app/desktop/status_strip.h"
#include "app/desktop/view_table.h"
#include "app/desktop/view_tabs.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/trace/rank_parts.h"
#include "profiler/trace/trace_file.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "tests/views/timeline/sample_trace.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/progress_strip.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/breakdown_card.h"
#include "views/curves/curves_view.h"
#include "views/diagnosis/diagnosis_model.h"
#include "views/diagnosis/diagnosis_view.h"
#include "views/diagnosis/verdict_card.h"
#include "views/graph/graph_view.h"
#include "views/inspector/inspector.h"
#include "views/memory/memory_chart.h"
#include "views/memory/memory_view.h"
#include "views/session/session.h"
#include "views/session/shown_trace.h"
#include "views/session/trace_saver.h"
#include "views/timeline/note_book.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_view.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>
#include <QUrl>
#include <QXmlStreamReader>
#include <algorithm>

using namespace stepscope;

namespace {

struct Desk {
  QTemporaryDir folder;
  QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
  MainWindow window{settings};
  Desk() {
    window.resize(1280, 720);
    window.show();
  }
  TimelineView* timeline() { return part<TimelineView>(window); }
  QString write(const QString& name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(bytes);
    return file.fileName();
  }
};

// A small trace as PyTorch writes it.
QByteArray smallJson(int events) {
  QByteArray json = "{\"traceEvents\": [\n";
  for (int i = 0; i < events; ++i)
    json += "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::add\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(i * 10) +
            ",\"dur\":5,\"args\":{\"Input Dims\":[[2,3]]}},\n";
  return json + "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":3,\"dur\":4,\"args\":{\"stream\":7}}]}";
}

void shiftDrag(QWidget* widget, QPoint from, QPoint to) {
  QTest::mousePress(widget, Qt::LeftButton, Qt::ShiftModifier, from);
  for (int i = 1; i <= 5; ++i) {
    const QPoint at = from + (to - from) * i / 5;
    QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::ShiftModifier);
    QApplication::sendEvent(widget, &move);
  }
  QTest::mouseRelease(widget, Qt::LeftButton, Qt::ShiftModifier, to);
}

}  // namespace

class TraceWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }

  // An opened trace is a document of its own: nothing of the project stays beside it, and one click leads back.
  void aTraceIsADocumentOfItsOwn() {
    Desk desk;
    const ProjectFolder folder(1);
    QVERIFY(desk.window.openProject(folder.path()));
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(desk.window)->training() && desk.timeline()->trace() != nullptr, kPatience);
    auto* views = part<ViewTabs>(desk.window, "views");
    auto* places = part<QTabBar>(desk.window, "places");
    const auto shown = [&] {
      QStringList names;
      for (int i = 0; i < places->count(); ++i)
        if (places->isTabVisible(i)) names << places->tabText(i);
      return names.join(' ');
    };
    QCOMPARE(shown(), QStringLiteral("Diagnosis Curves Timeline Memory Model Data Runs"));
    QVERIFY(!views->offered().contains("gpu"));
    part<Selection>(desk.window)->setNode(0);
    desk.window.showView("compare");
    desk.window.openFile(desk.write("small.json", smallJson(20)));
    QTRY_COMPARE_WITH_TIMEOUT(shown(), QStringLiteral("Diagnosis Timeline"), kPatience);
    QCOMPARE(views->offered().join(' '), QStringLiteral("diagnosis timeline flame gpu"));
    QVERIFY(!part<QDockWidget>(desk.window, "projectDock")->isVisible() && !part<QToolButton>(desk.window, "train")->isVisible());
    QVERIFY(!part<QDockWidget>(desk.window, "inspectorDock")->isVisible());
    QVERIFY(desk.window.windowTitle().startsWith("small.json"));
    auto* back = part<QToolButton>(desk.window, "backToRun");
    QVERIFY2(back->isVisible() && back->text() == "Back to tiny", qPrintable(back->text()));
    QTest::mouseClick(back, Qt::LeftButton);
    QCOMPARE(shown(), QStringLiteral("Diagnosis Curves Timeline Memory Model Data Runs"));
    QVERIFY(part<QDockWidget>(desk.window, "projectDock")->isVisible() && desk.window.windowTitle().startsWith("tiny"));
    QVERIFY(desk.timeline()->trace() == part<Session>(desk.window)->trace());
    // A view of the project that is asked for beside a trace leads back, too.
    desk.window.openFile(desk.write("small.json", smallJson(20)));
    QTRY_COMPARE_WITH_TIMEOUT(shown(), QStringLiteral("Diagnosis Timeline"), kPatience);
    desk.window.showView("runs");
    QVERIFY(part<ShownTrace>(desk.window)->file().isEmpty() && views->currentName() == "runs");
  }

  void opensJsonAndShowsArguments() {
    Desk desk;
    const QString file = desk.write("small.json", smallJson(20));
    QSignalSpy opened(part<ShownTrace>(desk.window), &ShownTrace::opened);
    desk.window.openFile(file);
    QVERIFY(opened.count() == 1 || opened.wait(kPatience));
    QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(part<DiagnosisView>(desk.window)));
    QCOMPARE(desk.timeline()->trace()->spanCount(), std::size_t{21});
    QVERIFY(!part<ProgressStrip>(desk.window, "windowProgress")->isVisible());
    QVERIFY(desk.window.windowTitle().startsWith("small.json"));
    TimelineCanvas* canvas = desk.timeline()->canvas();
    const std::vector<TimelineHit> found = canvas->model()->search("aten::add");
    QCOMPARE(found.size(), std::size_t{20});
    QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, canvas->rectOf(found[4]).center().toPoint());
    QVERIFY(desk.timeline()->selectedSpan().has_value());
    QVERIFY2(part<Inspector>(desk.window)->description().table().contains("[[2,3]]"),
             qPrintable(part<Inspector>(desk.window)->description().table()));
    // "Find its others" marks them all.
    auto* others = part<Inspector>(desk.window)->findChild<QPushButton*>("findOthers");
    QVERIFY(others->isVisibleTo(part<Inspector>(desk.window)));
    others->click();
    QCOMPARE(canvas->matches().size(), std::size_t{20});
    // Notes lie beside the file.
    QCOMPARE(desk.timeline()->noteBook()->path(), file + QStringLiteral(".notes.json"));
  }

  void opensItsOwnFileByDrop() {
    Desk desk;
    const QString file = desk.folder.filePath("own.sstrace");
    saveTrace(*sampleTrace(), file.toStdString());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &drop);
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() != nullptr || part<MessageBar>(desk.window, "windowMessages")->isVisible(), kPatience);
    QVERIFY2(desk.timeline()->trace(), qPrintable(part<MessageBar>(desk.window, "windowMessages")->text()));
    QCOMPARE(desk.timeline()->trace()->spanCount(), sampleTrace()->spanCount());
    QVERIFY(desk.timeline()->heading().startsWith("Step 419"));
  }

  // What is saved opens again with the same spans.
  void savesForOthers_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"saved.json", "saved.json.gz", "saved.sstrace"}) QTest::newRow(name) << QString(name);
  }
  void savesForOthers() {
    QFETCH(QString, name);
    Desk desk;
    const auto original = sampleTrace();
    part<ShownTrace>(desk.window)->show(original);
    QSignalSpy saved(part<TraceSaver>(desk.window), &TraceSaver::saved);
    const QString file = desk.folder.filePath(name);
    part<TraceSaver>(desk.window)->saveTo(file);
    QVERIFY(saved.count() == 1 || saved.wait(kPatience));
    QVERIFY2(QFile::exists(file), qPrintable(desk.timeline()->messageBar()->text()));
    part<ProjectDesk>(desk.window)->openTrace(file);
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() != original, kPatience);
    QCOMPARE(desk.timeline()->trace()->spanCount(), original->spanCount());
    QCOMPARE(desk.timeline()->canvas()->model()->steps().size(), std::size_t{3});
    part<TraceSaver>(desk.window)->saveTo("/nonexistent/folder/trace.json");
    QVERIFY(saved.wait(kPatience));
    QVERIFY2(desk.timeline()->messageBar()->text().contains("/nonexistent/folder"), qPrintable(desk.timeline()->messageBar()->text()));
  }

  void opensEveryPublishedTrace_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"alexnet_cuda_sync.json.gz", "resnet50_num_workers_0.pt.trace.json.gz", "resnet50_num_workers_4.pt.trace.json.gz",
                             "h100_2gpu_1s.sqlite.gz"})
      QTest::newRow(name) << QString(name);
  }
  void opensEveryPublishedTrace() {
    QFETCH(QString, name);
    const QString file = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + "/traces/" + name;
    if (!QFile::exists(file)) QSKIP("the published traces are not here; set STEPSCOPE_DATA to their folder");
    Desk desk;
    desk.window.openFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() != nullptr && !desk.timeline()->preparing(), kPatience);
    TimelineCanvas* canvas = desk.timeline()->canvas();
    const TimelineModel& model = *canvas->model();
    // Every span of the trace has its place in a row, and a stream's lanes stay together.
    std::size_t spans = 0;
    for (const TimelineRow& row : model.rows())
      if (row.traceLane >= 0) spans += row.lane->size();
    QCOMPARE(spans, desk.timeline()->trace()->spanCount());
    for (std::size_t r = 0; r < model.rows().size(); ++r) {
      const TimelineRow& row = model.rows()[r];
      if (row.track < 0 || !row.lane || row.label.isEmpty()) continue;
      for (std::size_t q = r + 1; q < model.rows().size() && model.rows()[q].track == row.track && !model.rows()[q].beginsTrack; ++q)
        QCOMPARE(model.rows()[q].group, row.group);
    }
    // Every row can be drawn, at any zoom, folded or not.
    for (const double zoom : {1.0, 50.0, 5000.0}) {
      canvas->setView(model.length() * 0.4, model.length() / zoom);
      QVERIFY(!canvas->viewport()->grab().isNull());
    }
    canvas->foldAll(true);
    QVERIFY(!canvas->viewport()->grab().isNull());
  }

  void aFileThatIsNoTraceIsABar_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello, this is a letter\n");
    QTest::newRow("other json") << QByteArray("{\"weights\": [1, 2, 3]}");
    QTest::newRow("other sqlite") << QByteArray("SQLite format 3\0damaged", 24);
    QTest::newRow("cut gzip") << QByteArray("\x1f\x8b\x08\x00\x00\x00", 6);
  }
  void aFileThatIsNoTraceIsABar() {
    QFETCH(QByteArray, bytes);
    Desk desk;
    const QString file = desk.write("strange.json", bytes);
    part<ProjectDesk>(desk.window)->openTrace(file);
    QTRY_VERIFY_WITH_TIMEOUT(part<MessageBar>(desk.window, "windowMessages")->isVisible(), kPatience);
    const QString text = part<MessageBar>(desk.window, "windowMessages")->text();
    QVERIFY2(text.contains("strange.json"), qPrintable(text));
    QVERIFY2(text.count('.') >= 2, qPrintable(text));  // what happened, and the cure
    QVERIFY(!desk.timeline()->trace());
    QVERIFY(!part<ProgressStrip>(desk.window, "windowProgress")->isVisible());
    part<ProjectDesk>(desk.window)->openTrace(desk.folder.filePath("missing.json"));
    QTRY_VERIFY_WITH_TIMEOUT(part<MessageBar>(desk.window, "windowMessages")->text().contains("missing.json"), kPatience);
  }

  // Several files are the ranks of one training.
  void ranksOpenAsOne() {
    Desk desk;
    const QStringList files{desk.write("rank0.json", smallJson(20)), desk.write("rank1.json", smallJson(20))};
    part<ShownTrace>(desk.window)->open(files);
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() && !part<ProgressStrip>(desk.window, "windowProgress")->isVisible(), kPatience);
    QVERIFY((ranksOf(*desk.timeline()->trace()) == std::vector<std::int32_t>{0, 1}));
    QVERIFY(!desk.timeline()->trace()->notes.empty());  // by what their clocks were aligned
    // Both stand in the list of recent files as one entry, and open together from there.
    Desk next;
    next.settings.setValue("recentProjects", desk.settings.value("recentProjects"));
    QMenu* menu = part<QMenu>(next.window, "recent");
    Q_EMIT menu->aboutToShow();
    QVERIFY2(menu->actions().value(0)->text().endsWith("rank0.json and 1 more"), qPrintable(menu->actions().value(0)->text()));
    menu->actions().value(0)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(next.timeline()->trace() && !part<ProgressStrip>(next.window, "windowProgress")->isVisible(), kPatience);
    QVERIFY((ranksOf(*next.timeline()->trace()) == std::vector<std::int32_t>{0, 1}));
  }

  void ranksAreDroppedTogether() {
    Desk desk;
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(desk.write("rank0.json", smallJson(20))), QUrl::fromLocalFile(desk.write("rank1.json", smallJson(20)))});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &drop);
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() && !part<ProgressStrip>(desk.window, "windowProgress")->isVisible(), kPatience);
    QVERIFY((ranksOf(*desk.timeline()->trace()) == std::vector<std::int32_t>{0, 1}));
  }

  void openingCanBeCancelled() {
    Desk desk;
    const QString file = desk.write("large.json", smallJson(400'000));
    QSignalSpy cancelled(part<ShownTrace>(desk.window)->opener(), &TraceOpener::cancelled);
    part<ProjectDesk>(desk.window)->openTrace(file);
    QVERIFY(part<ProgressStrip>(desk.window, "windowProgress")->isVisible());
    QVERIFY(part<ProgressStrip>(desk.window, "windowProgress")->text().contains("large.json"));
    QTest::mouseClick(part<ProgressStrip>(desk.window, "windowProgress")->cancelButton(), Qt::LeftButton);
    QCOMPARE(cancelled.count(), 1);
    QVERIFY(!part<ProgressStrip>(desk.window, "windowProgress")->isVisible());
    // And what was cancelled does not come after all.
    QTest::qWait(300);
    QVERIFY(!desk.timeline()->trace());
    QVERIFY(!part<MessageBar>(desk.window, "windowMessages")->isVisible());
  }

  // The selected range, and its history, belong to all views.
  void viewsFollowTheRange() {
    Desk desk;
    const ProjectFolder folder(2);
    QVERIFY(desk.window.openProject(folder.path()));
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(desk.window)->training(), kPatience);
    const auto trace = desk.timeline()->trace();
    QVERIFY(trace);
    desk.window.showView(QStringLiteral("timeline"));
    // The lines of the last capture are made in the background; until then those of an earlier one are shown.
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->canvas()->model() && &desk.timeline()->canvas()->model()->trace() == trace.get(), kPatience);
    const TimelineStep step = desk.timeline()->canvas()->model()->steps()[1];
    // The whole step: in a part of it the trainer may only have waited for data.
    desk.timeline()->canvas()->setRange(step.begin, step.begin + step.length);
    QVERIFY(!part<Selection>(desk.window)->timeRange().empty());
    QTRY_VERIFY_WITH_TIMEOUT(part<MemoryView>(desk.window)->chart()->nodeRange().has_value(), kPatience);
    const TimeRange range = part<Selection>(desk.window)->timeRange();
    const std::optional<std::pair<NodeId, NodeId>> within = nodesWithin(*trace, range.begin, range.end);
    QCOMPARE(part<MemoryView>(desk.window)->chart()->nodeRange(), within);
    // Ctrl+Z is of the timeline while it is shown.
    QVERIFY(command(desk.window, "undo")->isEnabled());
    command(desk.window, "undo")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!part<MemoryView>(desk.window)->chart()->nodeRange().has_value(), kPatience);
    GraphView* graph = part<GraphView>(desk.window);
    const GraphModel* layers = graph->model();
    const auto header = [layers] { return layers->headerData(GraphModel::Time, Qt::Horizontal).toString(); };
    QTRY_COMPARE_WITH_TIMEOUT(header(), QString("time / step"), kPatience);
    const std::int64_t whole = layers->tree().root().ns;
    QVERIFY(whole > 0);
    // The same by mouse: Shift and a drag over the first step and a little more. The layers show their times within it.
    TimelineCanvas* canvas = desk.timeline()->canvas();
    canvas->setView(0, canvas->model()->length());
    const TimelineStep first = canvas->model()->steps()[0];
    const int y = canvas->viewport()->height() / 2;
    shiftDrag(canvas->viewport(), {static_cast<int>(canvas->axis().xOf(first.begin)), y},
              {static_cast<int>(canvas->axis().xOf(first.begin + first.length)) + 2, y});
    QTRY_COMPARE_WITH_TIMEOUT(header(), QString("in range"), kPatience);
    const TimeRange dragged = part<Selection>(desk.window)->timeRange();
    LayerTree expected = layers->tree();
    addTimes(expected, *trace, dragged.begin, dragged.end);
    QVERIFY(expected.root().ns > 0 && expected.root().ns < whole);
    QCOMPARE(layers->tree().root().ns, expected.root().ns);
    desk.window.showView(QStringLiteral("graph"));
    QVERIFY2(graph->note().contains("selected range of " + formatNs(dragged.end - dragged.begin)), qPrintable(graph->note()));
    // Ctrl+Z in the timeline: the whole capture again.
    desk.window.showView(QStringLiteral("timeline"));
    command(desk.window, "undo")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(header(), QString("time / step"), kPatience);
    QCOMPARE(layers->tree().root().ns, whole);
    desk.window.showView(QStringLiteral("curves"));
    QVERIFY(!command(desk.window, "undo")->isEnabled());
  }

  // A file of this training says of a range what the run's own trace says, and clearing the range shows the whole file again.
  void rangesOfAnOpenedFile() {
    Desk desk;
    const ProjectFolder folder(2);
    QVERIFY(desk.window.openProject(folder.path()));
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(desk.window)->training(), kPatience);
    const auto own = desk.timeline()->trace();
    QVERIFY(own);
    const QString file = desk.folder.filePath("own.sstrace");
    saveTrace(*own, file.toStdString());
    part<ProjectDesk>(desk.window)->openTrace(file);
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() != own && desk.timeline()->trace() && !desk.timeline()->preparing(), kPatience);
    const auto opened = desk.timeline()->trace();
    const auto breakdownOf = [&desk](const QString& text) {
      const auto labels = part<CurvesView>(desk.window)->breakdown()->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(text); });
    };
    const LayerTree before = part<GraphView>(desk.window)->model()->tree();
    part<Selection>(desk.window)->setTimeRange({opened->begin, (opened->begin + opened->end) / 2});
    QTRY_VERIFY_WITH_TIMEOUT(part<GraphView>(desk.window)->model()->tree().ofRange, kPatience);
    QVERIFY(breakdownOf("the selected range"));
    LayerTree expected = before;
    addTimes(expected, *own, opened->begin, (opened->begin + opened->end) / 2);
    QCOMPARE(part<GraphView>(desk.window)->model()->tree().root().ns, expected.root().ns);
    part<Selection>(desk.window)->setTimeRange({});
    QTRY_VERIFY_WITH_TIMEOUT(!part<GraphView>(desk.window)->model()->tree().ofRange, kPatience);
    QCOMPARE(part<GraphView>(desk.window)->model()->tree().root().ns, before.root().ns);
    QVERIFY(!breakdownOf("the selected range"));
    // A range of a file from elsewhere leaves the layers alone.
    part<ProjectDesk>(desk.window)->openTrace(desk.write("small.json", smallJson(20)));
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() != opened && desk.timeline()->trace() && !desk.timeline()->preparing(), kPatience);
    const auto other = desk.timeline()->trace();
    part<Selection>(desk.window)->setTimeRange({other->begin, other->end});
    QTest::qWait(200);  // longer than the views wait
    QVERIFY(!part<GraphView>(desk.window)->model()->tree().ofRange);
    QCOMPARE(part<GraphView>(desk.window)->model()->tree().root().ns, before.root().ns);
  }

  // Whatever the window shows can be saved: each view as a picture, each table as a file.
  void everyViewIsAPictureAndEveryTableAFile() {
    Desk desk;
    const QString file = desk.write("small.json", smallJson(20));
    desk.window.openFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() != nullptr, kPatience);
    for (const ViewDef& def : viewDefs()) {
      desk.window.showView(def.name);
      QWidget& view = *part<ViewTabs>(desk.window, "views")->currentView();
      const QString name = def.name, png = desk.folder.filePath(name + ".png"), svg = desk.folder.filePath(name + ".svg");
      QVERIFY2(savePng(view, png) && saveSvg(view, svg, name), qPrintable(name));
      QCOMPARE(QImage(png).size(), view.size() * 2);
      QFile drawn(svg);
      QVERIFY(drawn.open(QIODevice::ReadOnly));
      QXmlStreamReader xml(&drawn);
      while (!xml.atEnd()) xml.readNext();
      QVERIFY2(!xml.hasError(), qPrintable(name + ": " + xml.errorString()));
    }
    QVERIFY(command(desk.window, "savePicture")->isEnabled());
    const auto offers = [](const QList<QAction*>& actions) {
      return std::any_of(actions.begin(), actions.end(), [](const QAction* action) { return action->text() == "Save Table as CSV..."; });
    };
    int tables = 0;
    for (const QTableView* table : desk.window.findChildren<QTableView*>()) {
      bool offered = offers(table->actions());
      for (const QWidget* around = table->parentWidget(); around && !offered; around = around->parentWidget())
        for (const QToolButton* button : around->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
          offered = offered || (button->menu() && offers(button->menu()->actions()));
      QVERIFY2(offered, qPrintable(table->accessibleName()));
      ++tables;
    }
    QVERIFY(tables >= 4);
  }

  // While a trace of others is shown, the bar says nothing of the run that was trained: it would be read as of that trace.
  void theBarSpeaksOfWhatIsShown() {
    Desk desk;
    const ProjectFolder folder(3);
    QVERIFY(desk.window.openProject(folder.path()));
    auto* status = desk.window.findChild<StatusStrip*>();
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(desk.window)->training() && !status->verdictText().isEmpty(), kPatience);
    const QString sentence = status->verdictText();
    QVERIFY2(sentence.size() <= kPanelCharacters, qPrintable(sentence));
    part<ProjectDesk>(desk.window)->openTrace(desk.write("small.json", smallJson(100)));
    QTRY_VERIFY_WITH_TIMEOUT(!part<ShownTrace>(desk.window)->file().isEmpty(), kPatience);
    QVERIFY2(status->verdictText().isEmpty(), qPrintable(status->verdictText()));
    QTRY_VERIFY_WITH_TIMEOUT(!part<DiagnosisView>(desk.window)->isEmpty() && !part<DiagnosisView>(desk.window)->model()->busy(), kPatience);
    QVERIFY(!part<DiagnosisView>(desk.window)->verdict()->recordButton()->isVisible());
    // The next run is what is shown again.
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(desk.window)->training() && !status->verdictText().isEmpty(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(part<DiagnosisView>(desk.window)->model()->run() > 0 && !part<DiagnosisView>(desk.window)->model()->busy(), kPatience);
    QVERIFY(part<ShownTrace>(desk.window)->file().isEmpty());
    QVERIFY(part<DiagnosisView>(desk.window)->verdict()->recordButton()->isVisibleTo(part<DiagnosisView>(desk.window)));
  }

  void followsARunInTraining() {
    Desk desk;
    const ProjectFolder folder(100'000);
    QVERIFY(desk.window.openProject(folder.path()));
    desk.window.showView(QStringLiteral("timeline"));
    command(desk.window, "train")->trigger();
    desk.window.showView(QStringLiteral("timeline"));
    auto* follow = desk.timeline()->findChild<QToolButton*>("timelineFollow");
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() != nullptr, kPatience);
    if (!part<ShownTrace>(desk.window)->following()) QTest::mouseClick(follow, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(part<ShownTrace>(desk.window)->following(), kPatience);
    const auto first = desk.timeline()->trace();
    QTRY_VERIFY_WITH_TIMEOUT(desk.timeline()->trace() != first, kPatience);
    const auto stepNow = [&] { return desk.timeline()->canvas()->model()->steps().back().step; };
    const auto step = stepNow();
    QTRY_VERIFY_WITH_TIMEOUT(stepNow() > step, kPatience);
    QVERIFY(desk.timeline()->canvas()->model()->steps().size() <= 10);
    // Capture keeps a window: it stays although the run goes on.
    command(desk.window, "capture")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!part<ShownTrace>(desk.window)->live(), kPatience);
    const auto captured = desk.timeline()->trace();
    QCOMPARE(desk.timeline()->canvas()->model()->steps().size(), std::size_t{5});
    QTest::qWait(500);
    QCOMPARE(desk.timeline()->trace(), captured);
    part<Session>(desk.window)->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(desk.window)->training(), kPatience);
    QVERIFY(!follow->isVisible());
  }
};

QTEST_MAIN(TraceWindowTest)
#include "trace_window_test.moc"
