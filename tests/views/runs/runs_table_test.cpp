// The table of runs as a user works with it: columns, sorting by several, groups, filter, tags, archive, bin, and that it is remembered.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/message_bar.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/runs/column_chooser.h"
#include "views/runs/filter_box.h"
#include "views/runs/grouped_rows.h"
#include "views/runs/inline_editor.h"
#include "views/runs/pinned_columns.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_proxy.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"

using namespace stepscope;

namespace {

RunId writeRun(RunWriter& writer, const std::string& name, double loss, const char* amp = "off", int batch = 64) {
  RunInfo info;
  info.name = name;
  info.model = batch > 64 ? "vit_tiny" : "resnet20";
  info.configuration = R"({"switches":{"amp":")" + std::string(amp) + R"(","batch_size":)" + std::to_string(batch) + R"(},"train":{"epochs":5}})";
  info.seconds = 12;
  info.step = 100;
  info.epoch = 2;
  info.id = writer.createRun(info);
  writer.append(info.id, "val_loss", {50, 5, loss});
  writer.append(info.id, "my metric", {50, 5, 7 - loss});
  info.status = RunStatus::Finished;
  info.finals = {{"val_loss", loss}, {"best_val_accuracy", 1 - loss}};
  writer.finish(info);
  return info.id;
}

// A project of six runs, watched by a view.
struct Desk {
  QTemporaryDir folder;
  QString path = folder.filePath(QStringLiteral("runs.db"));
  std::vector<RunId> ids;
  RunsModel model;
  RunsStore store;
  Selection selection;
  RunsView view{&model, &store, &selection};

  Desk() {
    RunWriter writer(path.toStdString());
    ids.push_back(writeRun(writer, "run 1", 0.5));
    ids.push_back(writeRun(writer, "run 2", 0.2, "bf16"));
    ids.push_back(writeRun(writer, "run 3", 0.4, "bf16", 128));
    ids.push_back(writeRun(writer, "run 4", 0.2, "off", 128));
    ids.push_back(writeRun(writer, "run 5", 0.3));
    ids.push_back(writeRun(writer, "run 6", std::nan("")));
    writer.setTags(ids[1], {"baseline"});
    writer.flush();
  }
  bool open() {
    view.resize(1100, 600);
    view.show();
    store.open(path);
    return QTest::qWaitFor([this] { return model.rowCount() == 6; }, kPatience);
  }
  QString names() const {
    QString all;
    for (int row = 0; row < view.rows()->rowCount(); ++row) all += view.rows()->index(row, 0).data().toString().right(1);
    return all;
  }
  template <typename Check>
  bool soon(Check check) {
    return QTest::qWaitFor(check, kPatience);
  }
};

}  // namespace

class RunsTableTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void filterWithMistakes() {
    Desk desk;
    QVERIFY(desk.open());
    QTest::keyClicks(desk.view.filter(), QStringLiteral("val_loss < 0.35 and switches.amp"));
    QCOMPARE(desk.names(), QStringLiteral("2"));
    QVERIFY(desk.view.filterBox()->problem()->isHidden());
    QTest::keyClicks(desk.view.filter(), QStringLiteral(" or nonsense <"));
    QVERIFY(!desk.view.filterBox()->problem()->isHidden());
    QVERIFY2(desk.view.filterBox()->problem()->text().contains(QStringLiteral("At character")), qPrintable(desk.view.filterBox()->problem()->text()));
    QCOMPARE(desk.names(), QStringLiteral("2"));  // what is wrong changes nothing
    desk.view.filter()->setText(QStringLiteral("tag:baseline"));
    QCOMPARE(desk.names(), QStringLiteral("2"));
    desk.view.filter()->setText(QStringLiteral("\"my metric\" or vit"));
    QCOMPARE(desk.names(), QStringLiteral("43"));
    desk.view.filter()->clear();
    QCOMPARE(desk.names(), QStringLiteral("654321"));
  }

  void sortBySeveral() {
    Desk desk;
    QVERIFY(desk.open());
    const QAbstractItemModelTester tester(desk.view.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    desk.view.table()->sortByColumn(RunsModel::Loss, Qt::DescendingOrder);
    QCOMPARE(desk.names(), QStringLiteral("135426"));  // equal ones: newest first; the unknown last
    desk.view.rows()->addKey(RunsModel::Name);
    QCOMPARE(desk.names(), QStringLiteral("135246"));
    desk.view.rows()->addKey(RunsModel::Name);  // once more turns it
    QCOMPARE(desk.names(), QStringLiteral("135426"));
    QVERIFY(desk.view.rows()->headerData(RunsModel::Name, Qt::Horizontal).toString().contains(QLatin1Char('2')));
    // A click with Shift on the heading adds, one without sorts by it alone.
    QHeaderView* header = desk.view.table()->horizontalHeader();
    const QPoint at(header->sectionViewportPosition(RunsModel::Model) + 10, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(desk.view.rows()->keys().size(), std::size_t{1});
    QCOMPARE(desk.view.rows()->keys()[0].column, int{RunsModel::Model});
  }

  void groupsCloseAndTell() {
    Desk desk;
    QVERIFY(desk.open());
    GroupedRows* rows = desk.view.groupedRows();
    const QAbstractItemModelTester tester(rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto cell = [&](int row, int column) { return rows->index(row, column).data().toString(); };
    desk.view.selectRuns({desk.ids[2]});
    desk.view.setGroup("switches.batch_size");
    QCOMPARE(rows->rowCount(), 8);
    QCOMPARE(desk.view.selectedRuns(), std::vector<RunId>{desk.ids[2]});  // it stays selected
    int narrow = -1, wide = -1;
    for (int row = 0; row < rows->rowCount(); ++row)
      if (rows->isHeading(row)) (cell(row, 0).contains(QStringLiteral("128")) ? wide : narrow) = row;
    QCOMPARE(cell(narrow, 0), QStringLiteral("▾ 64 · 4\u00A0runs"));
    QCOMPARE(cell(wide, 0), QStringLiteral("▾ 128 · 2\u00A0runs"));
    // 0.4 and 0.2: mean 0.3, deviation 0.1414, of losses the least is the best. The NaN of run 6 is left out of 0.5, 0.2, 0.3.
    QCOMPARE(cell(wide, RunsModel::Loss), QStringLiteral("0.3 ± 0.1414, best 0.2"));
    QCOMPARE(cell(narrow, RunsModel::Loss), QStringLiteral("0.3333 ± 0.1528, best 0.2"));
    // A click closes it; what was selected in it counts as long as it is seen, and a closed group is selected whole.
    const auto click = [&](int row) {
      QTest::mouseClick(desk.view.table()->viewport(), Qt::LeftButton, {}, desk.view.table()->visualRect(rows->index(row, 0)).center());
    };
    click(wide);
    QVERIFY(rows->closed(wide));
    QCOMPARE(rows->rowCount(), 6);
    QCOMPARE(cell(wide, 0), QStringLiteral("▸ 128 · 2\u00A0runs"));
    QCOMPARE(desk.view.selectedRuns(), (std::vector<RunId>{desk.ids[3], desk.ids[2]}));
    keepPictures(desk.view, QStringLiteral("runs-groups"));
    // A filter keeps the groups; none of theirs is left behind.
    desk.view.filter()->setText(QStringLiteral("val_loss < 0.35"));
    QCOMPARE(rows->rowCount(), 4);  // two headings, and two of the open group
    desk.view.filter()->clear();
    QCOMPARE(rows->rowCount(), 6);
    for (int row = 0; row < rows->rowCount(); ++row)
      if (rows->closed(row)) wide = row;
    click(wide);
    QCOMPARE(rows->rowCount(), 8);
    desk.view.setGroup({});
    QCOMPARE(rows->rowCount(), 6);
  }

  // Which groups are closed belongs to the view: to one with a name, and to how the project was looked at last.
  void closedGroupsAreRemembered() {
    Desk desk;
    QVERIFY(desk.open());
    const auto heading = [](RunsView& view, const char* value) {
      for (int row = 0; row < view.groupedRows()->rowCount(); ++row)
        if (view.groupedRows()->isHeading(row) &&
            view.groupedRows()->index(row, 0).data().toString().contains(QStringLiteral(" %1 ").arg(QLatin1String(value))))
          return row;
      return -1;
    };
    const auto click = [&](RunsView& view, const char* value) {
      const QModelIndex at = view.groupedRows()->index(heading(view, value), 0);
      QTest::mouseClick(view.table()->viewport(), Qt::LeftButton, {}, view.table()->visualRect(at).center());
    };
    const auto closed = [&](RunsView& view, const char* value) { return view.groupedRows()->closed(heading(view, value)); };
    desk.view.setGroup("switches.batch_size");
    click(desk.view, "128");
    QVERIFY(closed(desk.view, "128") && !closed(desk.view, "64"));
    desk.view.saveView(QStringLiteral("wide ones closed"));
    click(desk.view, "128");
    click(desk.view, "64");
    QVERIFY(!closed(desk.view, "128") && closed(desk.view, "64"));
    // A click alone is kept with the project, without a name.
    QVERIFY(desk.soon([&] {
      const auto kept = RunReader(desk.path.toStdString()).setting("runs_views");
      return kept && savedViewsOf(QString::fromStdString(*kept)).last.closed == QStringList{QStringLiteral("64")};
    }));

    RunsModel model;
    RunsStore store;
    Selection selection;
    RunsView again(&model, &store, &selection);
    again.resize(1100, 600);
    again.show();
    store.open(desk.path);
    QVERIFY(QTest::qWaitFor([&] { return model.rowCount() == 6 && heading(again, "64") >= 0; }, kPatience));
    QVERIFY(!closed(again, "128") && closed(again, "64"));
    QCOMPARE(again.groupedRows()->rowCount(), 4);  // two headings, and the two runs of the open group
    again.openView(QStringLiteral("wide ones closed"));
    QVERIFY(closed(again, "128") && !closed(again, "64"));
    QCOMPARE(again.groupedRows()->rowCount(), 6);
    // Groups of another column begin open, and what is no list of texts is none.
    again.setGroup("model");
    for (int row = 0; row < again.groupedRows()->rowCount(); ++row) QVERIFY(!again.groupedRows()->closed(row));
    QVERIFY(again.state().closed.isEmpty());
    const SavedViews damaged = savedViewsOf(QStringLiteral("{\"last\": {\"group\": \"model\", \"closed\": [1, null, \"64\", {}]}}"));
    QCOMPARE(damaged.last.closed, QStringList{QStringLiteral("64")});
  }

  void columnsOfAnything() {
    Desk desk;
    QVERIFY(desk.open());
    desk.view.setColumnShown("my metric", true);
    desk.view.setColumnShown("switches.amp", true);
    desk.view.setColumnShown("model", false);
    QCOMPARE(desk.model.columnCount(), RunsModel::ColumnCount + 2);
    const int metric = desk.model.columnOf("my metric"), amp = desk.model.columnOf("switches.amp");
    QCOMPARE(desk.model.index(desk.model.rowOf(desk.ids[0]), metric).data().toString(), QStringLiteral("6.5"));
    QCOMPARE(desk.model.index(desk.model.rowOf(desk.ids[1]), amp).data().toString(), QStringLiteral("bf16"));
    desk.view.table()->sortByColumn(metric, Qt::AscendingOrder);
    QVERIFY(desk.names().endsWith(QStringLiteral("42")));
    desk.view.chooser()->fill(desk.model.factColumns(), {"name"}, {"name"});
    desk.view.chooser()->search()->setText(QStringLiteral("my met"));
    QVERIFY(desk.view.chooser()->list()->model()->rowCount() >= 1);
    const QModelIndex first = desk.view.chooser()->list()->model()->index(0, 0);
    QSignalSpy toggled(desk.view.chooser(), &ColumnChooser::toggled);
    desk.view.chooser()->list()->model()->setData(first, Qt::Checked, Qt::CheckStateRole);
    QCOMPARE(toggled.count(), 1);
    QCOMPARE(toggled[0][0].toString(), first.data().toString());
  }

  // A name with a newline stays in its row and in its line of the chooser; what is toggled has the name as it is.
  void oddNames() {
    Desk desk;
    QVERIFY(desk.open());
    RunInfo info;
    info.name = "two\nlines\xE2\x80\xAEturned";
    const std::string series = "odd\nseries";
    RunId id;
    {
      RunWriter writer(desk.path.toStdString());
      id = writer.createRun(info);
      writer.append(id, series, {1, 1.0, 3.5});
      info.id = id;
      info.finals = {{series, 3.5}};
      info.status = RunStatus::Finished;
      writer.finish(info);
    }
    QTRY_VERIFY_WITH_TIMEOUT(desk.model.rowOf(id) >= 0, kPatience);
    QCOMPARE(desk.model.index(desk.model.rowOf(id), RunsModel::Name).data().toString(), QStringLiteral("two linesturned"));
    desk.view.setColumnShown(series, true);
    const int column = desk.model.columnOf(series);
    QCOMPARE(desk.model.headerData(column, Qt::Horizontal).toString(), QStringLiteral("odd series"));
    desk.view.chooser()->fill(desk.model.factColumns(), {"name"}, {series});
    const QModelIndex first = desk.view.chooser()->list()->model()->index(0, 0);
    QCOMPARE(first.data().toString(), QStringLiteral("odd series"));
    QSignalSpy toggled(desk.view.chooser(), &ColumnChooser::toggled);
    desk.view.chooser()->list()->model()->setData(first, Qt::Unchecked, Qt::CheckStateRole);
    QCOMPARE(toggled[0][0].toString(), QString::fromStdString(series));
  }

  void pinnedColumns() {
    Desk desk;
    QVERIFY(desk.open());
    desk.view.pinned()->setCount(2);
    QVERIFY(desk.view.pinned()->isVisible());
    QVERIFY(!desk.view.pinned()->isColumnHidden(RunsModel::Name) && desk.view.pinned()->isColumnHidden(RunsModel::Model));
    desk.view.selectRuns({desk.ids[2]});
    QCOMPARE(desk.view.pinned()->selectionModel()->selectedRows().size(), 1);
    desk.view.pinned()->setCount(0);
    QVERIFY(!desk.view.pinned()->isVisible());
  }

  void tagsNotesStarsArchive() {
    Desk desk;
    QVERIFY(desk.open());
    const auto action = [&](const QString& text) {
      for (QAction* one : desk.view.runActions())
        if (one->text().startsWith(text)) return one->trigger();
      QFAIL("no such action");
    };
    const auto info = [&](std::size_t i) { return *desk.model.find(desk.ids[i]); };
    desk.view.selectRuns({desk.ids[1], desk.ids[2]});
    action(QStringLiteral("Tags"));
    QVERIFY(desk.view.editor()->line()->isVisible());
    QTest::keyClicks(desk.view.editor()->line(), QStringLiteral("seed 2, fast"));
    QTest::keyClick(desk.view.editor()->line(), Qt::Key_Return);
    QVERIFY(desk.soon([&] { return info(2).tags.size() == 2 && info(1).tags.size() == 3; }));
    QCOMPARE(info(1).tags, (std::vector<std::string>{"baseline", "fast", "seed 2"}));
    desk.store.undoStack()->undo();
    QVERIFY(desk.soon([&] { return info(2).tags.empty() && info(1).tags == std::vector<std::string>{"baseline"}; }));

    desk.view.selectRuns({desk.ids[3]});
    action(QStringLiteral("Note"));
    desk.view.editor()->lines()->setPlainText(QStringLiteral("two\nlines"));
    QTest::keyClick(desk.view.editor()->lines(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(desk.soon([&] { return info(3).note == "two\nlines"; }));
    action(QStringLiteral("Star"));
    QVERIFY(desk.soon([&] { return info(3).starred; }));
    QVERIFY(desk.model.index(desk.model.rowOf(desk.ids[3]), 0).data().toString().startsWith(QStringLiteral("★")));
    action(QStringLiteral("Archive"));
    QVERIFY(desk.soon([&] { return desk.view.rows()->rowCount() == 5; }));
    desk.view.filter()->setText(QStringLiteral("archived"));
    QCOMPARE(desk.view.rows()->rowCount(), 1);
    desk.view.filter()->clear();
    desk.view.rows()->setArchivedShown(true);
    QCOMPARE(desk.view.rows()->rowCount(), 6);
  }

  void binAndRestore() {
    Desk desk;
    QVERIFY(desk.open());
    desk.view.selectRuns({desk.ids[0]});
    for (QAction* one : desk.view.runActions())
      if (one->text() == QStringLiteral("Delete")) one->trigger();
    QVERIFY(desk.soon([&] { return desk.model.rowCount() == 5 && desk.store.binned().size() == 1; }));
    desk.store.restore(desk.ids[0], QStringLiteral("run 1"));
    QVERIFY(desk.soon([&] { return desk.model.rowCount() == 6; }));
    desk.store.undoStack()->undo();
    QVERIFY(desk.soon([&] { return desk.store.binned().size() == 1; }));
    desk.store.emptyBin();
    QVERIFY(desk.soon([&] { return desk.store.binned().empty(); }));
    QCOMPARE(desk.model.rowCount(), 5);
  }

  // Another program deletes the run that is selected here, and then the whole store.
  void deletedElsewhere() {
    Desk desk;
    QVERIFY(desk.open());
    desk.view.selectRuns({desk.ids[4]});
    {
      RunWriter other(desk.path.toStdString());
      other.remove(desk.ids[4]);
      other.flush();
      other.purge(desk.ids[4]);
      other.flush();
    }
    QVERIFY(desk.soon([&] { return desk.model.rowCount() == 5; }));
    QVERIFY(desk.view.selectedRuns().empty());
    desk.store.rename(desk.ids[4], QStringLiteral("run 5"), QStringLiteral("x"));  // asked before it was seen
    QSignalSpy messages(&desk.store, &RunsStore::message);
    QVERIFY(desk.soon([&] { return true; }));
    for (const char* suffix : {"", "-wal", "-shm"}) QFile::remove(desk.path + QLatin1String(suffix));
    QVERIFY(desk.soon([&] { return desk.model.rowCount() == 0; }));
  }

  // The row of a run in training changes while its name is edited.
  void typedNamesStay() {
    Desk desk;
    QVERIFY(desk.open());
    desk.view.resize(900, 400);
    desk.view.show();
    RunWriter trainer(desk.path.toStdString());
    RunInfo info;
    info.configuration = "{}";
    info.id = trainer.createRun(info);
    QVERIFY(desk.soon([&] { return desk.model.rowCount() == 7; }));
    desk.view.setColumnShown("steps", true);
    desk.view.selectRuns({info.id});
    for (QAction* action : desk.view.runActions())
      if (action->text() == QStringLiteral("Rename")) action->trigger();
    auto* line = desk.view.findChild<QTableView*>()->viewport()->findChild<QLineEdit*>();
    QVERIFY(line);
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("warm"));
    trainer.append(info.id, "train_loss", {17, 1, 0.5});
    QVERIFY(desk.soon(
        [&] { return desk.model.index(desk.model.rowOf(info.id), desk.model.columnOf("steps")).data().toString() == QStringLiteral("17"); }));
    QTest::keyClicks(line, QStringLiteral(" up"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(desk.soon([&] { return desk.model.find(info.id)->name == "warm up"; }));
  }

  void liveRows() {
    Desk desk;
    QVERIFY(desk.open());
    QSignalSpy resets(&desk.model, &QAbstractItemModel::modelReset);
    RunWriter trainer(desk.path.toStdString());
    RunInfo info;
    info.model = "resnet20";
    info.configuration = "{}";
    info.id = trainer.createRun(info);
    QVERIFY(desk.soon([&] { return desk.model.rowCount() == 7; }));
    desk.view.setColumnShown("steps", true);
    const auto shown = [&] { return desk.model.index(desk.model.rowOf(info.id), desk.model.columnOf("steps")).data().toString(); };
    trainer.append(info.id, "train_loss", {17, 1, 0.5});
    QVERIFY(desk.soon([&] { return shown() == QStringLiteral("17"); }));
    trainer.append(info.id, "train_loss", {18, 1, 0.5});
    QVERIFY(desk.soon([&] { return shown() == QStringLiteral("18"); }));
    QCOMPARE(resets.count(), 0);
  }

  void viewsAreRemembered() {
    Desk desk;
    QVERIFY(desk.open());
    desk.view.setColumnShown("switches.amp", true);
    desk.view.setColumnShown("epochs", false);
    desk.view.rows()->setKeys({{RunsModel::Model, Qt::AscendingOrder}, {RunsModel::Loss, Qt::DescendingOrder}});
    desk.view.rows()->setGroup(RunsModel::Model);
    desk.view.pinned()->setCount(1);
    desk.view.filter()->setText(QStringLiteral("loss < 0.45"));
    const QString names = desk.names();
    desk.view.saveView(QStringLiteral("by model"));
    QVERIFY(desk.soon([&] { return RunReader(desk.path.toStdString()).setting("runs_views").has_value(); }));

    RunsModel model;
    RunsStore store;
    Selection selection;
    RunsView again(&model, &store, &selection);
    again.resize(1100, 600);
    again.show();
    store.open(desk.path);
    QVERIFY(QTest::qWaitFor([&] { return model.rowCount() == 6; }, kPatience));
    const RunsViewState state = again.state();
    QCOMPARE(state.filter, QStringLiteral("loss < 0.45"));
    QCOMPARE(state.group, std::string("model"));
    QCOMPARE(state.pinned, 1);
    QCOMPARE(state.keys.size(), std::size_t{2});
    QVERIFY(state.keys[1].descending && state.keys[1].column == "val_loss");
    const auto has = [&](const char* name) {
      return std::any_of(state.columns.begin(), state.columns.end(), [&](const auto& column) { return column.name == name; });
    };
    QVERIFY(has("switches.amp") && !has("epochs") && has("name"));
    QString shown;
    for (int row = 0; row < again.rows()->rowCount(); ++row) shown += again.rows()->index(row, 0).data().toString().right(1);
    QCOMPARE(shown, names);
    QVERIFY(again.savedViews().named.count(QStringLiteral("by model")) == 1);
    QCOMPARE(savedViewsOf(QStringLiteral("{ not JSON")).last.columns.size(), std::size_t{0});
  }

  void copiedTable() {
    Desk desk;
    QVERIFY(desk.open());
    desk.view.filter()->setText(QStringLiteral("bf16"));  // no name has it
    QCOMPARE(desk.view.rows()->rowCount(), 0);
    desk.view.filter()->setText(QStringLiteral("switches.amp = bf16"));
    for (QAction* one : desk.view.runActions())
      if (one->text() == QStringLiteral("Copy as Table")) one->trigger();
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[1].startsWith(QStringLiteral("run 3\tfinished\tvit_tiny\t128")));
  }

  void switchesThatWereTurned() {
    RunsModel model;
    RunInfo run;
    run.id = 1;
    run.name = "run 1";
    run.configuration = R"({"switches":{"batch_size":64},"train":{"epochs":3}})";
    run.spans.resize(2);
    run.spans[0].switches = R"({"batch_size":64})";
    run.spans[0].residentPeakBytes = 210 << 20;
    run.spans[1].switches = R"({"batch_size":128})";
    run.spans[1].residentPeakBytes = 104 << 20;
    run.finals = {{"measured_peak_bytes", double(104 << 20)}};
    model.setRuns({run});
    const auto text = [&](int column) { return model.index(0, column).data().toString().replace(QChar(0x00A0), QLatin1Char(' ')); };
    QCOMPARE(text(RunsModel::BatchSize), QStringLiteral("64 → 128"));
    QCOMPARE(text(RunsModel::PeakMemory), QStringLiteral("210 MiB"));
  }
};

QTEST_MAIN(RunsTableTest)
#include "runs_table_test.moc"
