// The store as the window sees it: polls for changes of any process a few times a second, loads curves, renames, deletes and restores, all
// off the GUI thread. Rename and delete can be undone.
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

namespace stepscope {

class RunsStore : public QObject {
  Q_OBJECT
 public:
  explicit RunsStore(QObject* parent = nullptr);
  ~RunsStore() override;

  void open(const QString& path);  // of the database; it need not exist yet
  const QString& path() const { return path_; }
  QUndoStack* undoStack() { return &undo_; }

  // Loads curves of stored runs; only the newest request is answered, by curvesLoaded.
  void loadCurves(const std::vector<RunId>& runs);
  // What a run recorded before it was resumed; answered by historyLoaded.
  void loadHistory(RunId run);

  void rename(RunId run, const QString& before, const QString& after);
  void remove(RunId run, const QString& name);

 public Q_SLOTS:
  void poll();

 Q_SIGNALS:
  void runsChanged(const std::vector<stepscope::RunInfo>& runs);
  void curvesLoaded(const std::vector<std::shared_ptr<stepscope::RunCurves>>& runs);
  void historyLoaded(const stepscope::RunCurves& history);
  void removed(qint64 run, const QString& name);
  void message(const stepscope::Message& message);

 private:
  struct Connection;
  friend class RenameCommand;
  friend class RemoveCommand;
  void write(std::function<void(RunWriter&)> change);

  QString path_;
  QTimer timer_;
  JobSlot polling_, loading_, history_, writing_;
  std::vector<std::function<void(RunWriter&)>> queued_;  // changes waiting while another is written
  std::shared_ptr<Connection> connection_;               // used by the polling job only
  QUndoStack undo_;
};

}  // namespace stepscope
