// Opens the dialog with the checkpoints of a run, and carries out the actions that are chosen in it.
#pragma once

#include <QObject>
#include <QPointer>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "views/session/view_context.h"

class QWidget;

namespace stepscope {

class CheckpointsDialog;
class CheckpointsDesk : public QObject {
  Q_OBJECT
 public:
  // `window` is the parent of the dialog.
  CheckpointsDesk(const ViewContext& context, QWidget* window);
  void open(qint64 run);
  CheckpointsDialog* dialog() const { return dialog_; }  // null until it is opened

 Q_SIGNALS:
  void forkBegun();

 private:
  void fork(qint64 run, const QString& checkpoint, const Overrides& changes);
  void runsChanged();

  const ViewContext c_;
  QWidget* window_;
  CheckpointsDialog* dialog_ = nullptr;
};

}  // namespace stepscope
