#include "app/desktop/checkpoints_desk.h"

#include "core/base/error.h"
#include "core/project/configuration_patch.h"
#include "views/checkpoints/checkpoints_dialog.h"
#include "views/common/message_bar.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/window_requests.h"

namespace stepscope {

CheckpointsDesk::CheckpointsDesk(const ViewContext& context, QWidget* window) : QObject(window), c_(context), window_(window) {
  connect(&c_.window, &WindowRequests::checkpointsRequested, this, &CheckpointsDesk::open);
  connect(&c_.session, &Session::trainingChanged, this, [this](bool training) {
    if (dialog_) dialog_->setTraining(training);
  });
  connect(&c_.session, &Session::projectChanged, this, [this] {
    if (dialog_) dialog_->hide();
  });
  connect(&c_.run, &ShownRun::knownChanged, this, &CheckpointsDesk::runsChanged);
}

void CheckpointsDesk::open(qint64 run) {
  const RunInfo* info = c_.run.find(run);
  if (!info || !c_.session.project()) return;
  if (!dialog_) {
    dialog_ = new CheckpointsDialog(window_);
    connect(dialog_, &CheckpointsDialog::resumeRequested, this, [this](qint64 resumed) {
      dialog_->hide();
      Q_EMIT c_.window.resumeRequested(resumed);
    });
    connect(dialog_, &CheckpointsDialog::forkRequested, this, &CheckpointsDesk::fork);
  }
  dialog_->setTraining(c_.session.training());
  dialog_->open(*c_.session.project(), *info);
}

// Starts a new run from a checkpoint. The changes of keys are checked like those of --set, against the project file.
void CheckpointsDesk::fork(qint64 run, const QString& checkpoint, const Overrides& changes) {
  if (c_.session.training()) return;
  try {
    const std::string& file = c_.session.project()->file;
    const std::string patch = changes.empty() ? std::string() : configurationPatch(loadProject(file), loadProject(file, changes), changes);
    dialog_->hide();
    c_.session.forkRun({run, checkpoint.toStdString()}, patch);
    Q_EMIT forkBegun();
  } catch (const Error& error) {
    dialog_->messageBar()->showMessage(messageOf(error));
  }
}

// Updates the dialog, because a run in training may have saved a checkpoint or ended. Hides it if its run was deleted.
void CheckpointsDesk::runsChanged() {
  if (!dialog_ || !dialog_->isVisible()) return;
  const RunInfo* info = c_.run.find(dialog_->run());
  if (!info) {
    dialog_->hide();
    return;
  }
  dialog_->setRun(*info);
}

}  // namespace stepscope
