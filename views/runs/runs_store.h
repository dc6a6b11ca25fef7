// The window's access to the store: polls for changes by any process a few times a second, loads curves, and changes runs, all off the GUI thread.
// Changes by the user can be undone.
#pragma once

#include <QObject>
#include <QTimer>
#include <QUndoStack>
#include <functional>
#include <memory>
#include <vector>

#include "core/store/run_store.h"
#include "profiler/trace/trace.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"
#include "views/curves/run_curves.h"
#include "views/runs/runs_model.h"

namespace stepscope {

class RunsStore : public QObject {
  Q_OBJECT
 public:
  explicit RunsStore(QObject* parent = nullptr);
  ~RunsStore() override;

  void open(const QString& path);  // path of the database, which need not exist yet
  const QString& path() const { return path_; }
  QUndoStack* undoStack() { return &undo_; }
  const std::vector<RunInfo>& runs() const { return runs_; }      // newest first
  const std::vector<RunInfo>& binned() const { return binned_; }  // last deleted first

  // Loads curves of stored runs; only the newest request gets an answer, by curvesLoaded.
  void loadCurves(const std::vector<RunId>& runs);
  // Loads runs again that have grown; curvesReloaded follows. Does nothing while other curves are loaded, unless `must` is true.
  void reloadCurves(const std::vector<RunId>& runs, bool must);
  // Loads the points that were recorded before the run was resumed; historyLoaded follows.
  void loadHistory(RunId run);

  void rename(RunId run, const QString& before, const QString& after);
  void remove(RunId run, const QString& name);
  void restore(RunId run, const QString& name);
  void emptyBin();  // deletes the runs in the bin permanently
  // Each call of the next four functions is one undo step, for any number of runs.
  void setNote(const RunInfo& run, const QString& note);
  void setTags(const std::vector<RunInfo>& runs, const std::vector<std::vector<std::string>>& tags);
  void setStarred(const std::vector<RunInfo>& runs, bool starred);
  void setArchived(const std::vector<RunInfo>& runs, bool archived);
  // Stores the display settings of the runs table (saved_views.h) with the project. Cannot be undone; does nothing if there is no database.
  void setViews(const QString& text);

 public Q_SLOTS:
  void poll();

 Q_SIGNALS:
  void rowsChanged(const stepscope::RunListChange& change);  // emitted before runsChanged()
  void runsChanged(const std::vector<stepscope::RunInfo>& runs);
  void viewsLoaded(const QString& text);  // once per opened store; empty: no settings were stored
  void curvesLoaded(const std::vector<std::shared_ptr<stepscope::RunCurves>>& runs);
  void curvesReloaded(const std::vector<std::shared_ptr<stepscope::RunCurves>>& runs);
  void historyLoaded(const stepscope::RunCurves& history);
  void removed(qint64 run, const QString& name);
  void message(const stepscope::Message& message);

 private:
  struct Connection;
  using Change = std::function<void(RunWriter&)>;
  class Edit;
  void write(Change change);
  using CurvesSignal = void (RunsStore::*)(const std::vector<std::shared_ptr<RunCurves>>&);
  void load(const std::vector<RunId>& runs, CurvesSignal answer);
  void take(const RunListChange& change);
  void push(const QString& text, Change redo, Change undo);

  QString path_;
  QTimer timer_;
  JobSlot polling_, loading_, history_, writing_;
  std::vector<Change> queued_;              // changes that wait until the present write has ended
  std::shared_ptr<Connection> connection_;  // used only by the polling job, and compared after it
  std::vector<RunInfo> runs_, binned_;
  QUndoStack undo_;
};

}  // namespace stepscope
