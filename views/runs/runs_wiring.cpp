// Connects the Runs tab: to its store, the displayed runs, and quick search.
#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QUrl>

#include "core/base/error.h"
#include "core/report/report.h"
#include "core/words/words.h"
#include "views/common/message_bar.h"
#include "views/common/text.h"
#include "views/curves/curves_model.h"
#include "views/project/quick_search.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/undo_stacks.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/words/language.h"

namespace stepscope {
namespace {

const QString kName = QStringLiteral("runs");

void connectStore(const ViewContext& c) {
  RunsStore& store = c.store;
  const auto poll = [&store] { store.poll(); };
  QObject::connect(&store, &RunsStore::runsChanged, &c.run, &ShownRun::update);  // the table is updated by rowsChanged()
  QObject::connect(&store, &RunsStore::historyLoaded, &c.curves, &CurvesModel::addHistory);
  // Notes the database in each run; zoomed parts are later read from it in detail.
  const auto from = [&store](const std::vector<std::shared_ptr<RunCurves>>& runs) {
    for (const auto& run : runs) run->store = store.path().toStdString();
    return runs;
  };
  QObject::connect(&store, &RunsStore::curvesLoaded, &c.curves, [c, from](const auto& runs) { c.curves.show(from(runs)); });
  QObject::connect(&store, &RunsStore::curvesReloaded, &c.curves, [c, from](const auto& runs) { c.curves.showAgain(from(runs)); });
  QObject::connect(&c.run, &ShownRun::curvesWanted, &store, &RunsStore::loadCurves);
  QObject::connect(&c.run, &ShownRun::curvesGrew, &store, &RunsStore::reloadCurves);
  QObject::connect(&c.session, &Session::started, &store, [&store](const StartEvent& start) {
    if (start.firstStep > 0) store.loadHistory(start.run);
    store.poll();
  });
  QObject::connect(&c.session, &Session::ended, &store, poll);
  QObject::connect(&c.session, &Session::queueChanged, &store, poll);
}

void openReport(const ViewContext& c, RunsView* view, RunId run) {
  const QString file = QDir(QString::fromStdString(c.session.project()->runDirectory(run))).filePath(QStringLiteral("report.html"));
  try {
    QDir().mkpath(QFileInfo(file).path());
    writeReport(c.session.project()->storePath(), {run}, file.toStdString(), windowWords());
    QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    Message message;
    message.level = Message::Level::Info;
    message.what = tr("The report is written");
    message.where = file;
    view->messageBar()->showMessage(message);
  } catch (const Error& error) {
    view->messageBar()->showMessage(messageOf(error));
  }
}

// Shows the curves of one run, or compares several.
void showRuns(const ViewContext& c, const std::vector<RunId>& runs) {
  if (runs.empty()) return;
  c.run.show(runs);
  if (runs.size() == 1) return Q_EMIT c.run.curvesRequested();
  Q_EMIT c.run.comparisonRequested({runs.rbegin(), runs.rend()});  // `runs` are newest first; the oldest comes first as the baseline
}

// Adds the actions on runs to the quick search, with the words that find them.
void addCommands(std::vector<SearchEntry>& entries, const ViewContext& c, RunsView* view) {
  const std::vector<RunInfo>& runs = c.run.known();
  if (!c.session.project() || runs.empty()) return;
  const auto add = [&](QAction* action, const QString& title, bool enabled, const QString& words) {
    entries.push_back({tr("command"), tr("Runs: %1").arg(QString(title).remove(QStringLiteral("..."))),
                       enabled ? action->shortcut().toString(QKeySequence::NativeText) : tr("select a run first"),
                       [c, action, enabled] {
                         Q_EMIT c.window.viewRequested(kName);
                         if (enabled) action->trigger();
                       },
                       words});
  };
  for (QAction* action : view->runActions()) {
    if (!action->menu()) {
      add(action, action->text(), action->isEnabled(), searchWordsOf(action));
      continue;
    }
    for (QAction* one : action->menu()->actions())
      add(one, action->text() + QStringLiteral(", ") + one->text(), action->isEnabled(),
          searchWordsOf(action) + QLatin1Char(' ') + searchWordsOf(one));
  }
  if (c.session.training()) return;
  const RunInfo& last = runs.front();
  entries.push_back({tr("command"), tr("Report of %1").arg(QString::fromStdString(last.name)), tr("HTML"),
                     [c, view, id = last.id] { openReport(c, view, id); }, tr("save export page")});
  if (runs.size() < 2) return;
  entries.push_back({tr("command"), tr("Compare %1 with the run before").arg(QString::fromStdString(last.name)), QString(),
                     [c, view, a = last.id, b = runs[1].id] {
                       view->selectRuns({a, b});
                       showRuns(c, {a, b});
                     },
                     tr("difference curves")});
}

void addRuns(std::vector<SearchEntry>& entries, const ViewContext& c, RunsView* view) {
  for (const RunInfo& run : c.run.known())
    entries.push_back({tr("run"), QString::fromStdString(run.name), QString::fromStdString(run.model) + QStringLiteral(" · ") + titleOf(run.status),
                       [c, view, id = run.id] {
                         Q_EMIT c.window.viewRequested(kName);
                         view->selectRuns({id});
                       }});
}

}  // namespace

QWidget* makeRunsView(const ViewContext& c) {
  auto* model = new RunsModel;
  auto* view = new RunsView(model, &c.store, &c.selection);
  model->setParent(view);
  connectStore(c);
  c.undo.add(c.store.undoStack(), view);
  c.search.add(SearchGroup::RunCommands, [c, view](std::vector<SearchEntry>& entries) { addCommands(entries, c, view); });
  c.search.add(SearchGroup::Runs, [c, view](std::vector<SearchEntry>& entries) { addRuns(entries, c, view); });
  QObject::connect(&c.session, &Session::projectChanged, view->messageBar(), &MessageBar::dismiss);
  QObject::connect(view, &RunsView::trainRequested, &c.window, &WindowRequests::trainRequested);
  QObject::connect(view, &RunsView::resumeRequested, &c.window, &WindowRequests::resumeRequested);
  QObject::connect(view, &RunsView::checkpointsRequested, &c.window, &WindowRequests::checkpointsRequested);
  QObject::connect(view, &RunsView::reportRequested, view, [c, view](qint64 run) { openReport(c, view, run); });
  QObject::connect(view, &RunsView::showRequested, view, [c](const std::vector<RunId>& runs) { showRuns(c, runs); });
  QObject::connect(&c.run, &ShownRun::tableRequested, view, [c, view](const std::vector<RunId>& runs) {
    c.store.poll();
    Q_EMIT c.window.viewRequested(kName);
    view->setGroup("group");
    view->selectRuns(runs);
  });
  return view;
}

}  // namespace stepscope
