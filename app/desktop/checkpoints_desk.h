// Checkpoints in the window: opens their list for a run, and begins what is asked for there.
#pragma once

#include <QObject>
#include <QPointer>

#include "core/project/project.h"
#include "core/store/run_store.h"

class QWidget;

namespace stepscope {

class CheckpointsDialog;
class RunsModel;
class Session;

class CheckpointsDesk : public QObject {
  Q_OBJECT
 public:
  // window: of which the list is a dialog.
  CheckpointsDesk(Session* session, RunsModel* runs, QWidget* window);
  void open(qint64 run);
  CheckpointsDialog* dialog() const { return dialog_; }  // null until it was opened

 Q_SIGNALS:
  void resumeRequested(qint64 run);
  void forkBegun();

 private:
  void fork(qint64 run, const QString& checkpoint, const Overrides& changes);
  void runsChanged();

  Session* session_;
  RunsModel* runs_;
  QWidget* window_;
  CheckpointsDialog* dialog_ = nullptr;
};

}  // namespace stepscope
