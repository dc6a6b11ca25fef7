#include "app/desktop/checkpoints_desk.h"

#include "core/base/error.h"
#include "core/project/configuration_patch.h"
#include "views/checkpoints/checkpoints_dialog.h"
#include "views/common/message_bar.h"
#include "views/runs/runs_model.h"
#include "views/session/session.h"

namespace stepscope {

CheckpointsDesk::CheckpointsDesk(Session* session, RunsModel* runs, QWidget* window)
    : QObject(window), session_(session), runs_(runs), window_(window) {
  connect(session_, &Session::trainingChanged, this, [this](bool training) {
    if (dialog_) dialog_->setTraining(training);
  });
  connect(session_, &Session::projectChanged, this, [this] {
    if (dialog_) dialog_->hide();
  });
  connect(runs_, &RunsModel::factsChanged, this, &CheckpointsDesk::runsChanged);
}

void CheckpointsDesk::open(qint64 run) {
  const RunInfo* info = runs_->find(run);
  if (!info || !session_->project()) return;
  if (!dialog_) {
    dialog_ = new CheckpointsDialog(window_);
    connect(dialog_, &CheckpointsDialog::resumeRequested, this, [this](qint64 resumed) {
      dialog_->hide();
      Q_EMIT resumeRequested(resumed);
    });
    connect(dialog_, &CheckpointsDialog::forkRequested, this, &CheckpointsDesk::fork);
  }
  dialog_->setTraining(session_->training());
  dialog_->open(*session_->project(), *info);
}

// What was typed is checked as --set is: against the project file.
void CheckpointsDesk::fork(qint64 run, const QString& checkpoint, const Overrides& changes) {
  if (session_->training()) return;
  try {
    const std::string& file = session_->project()->file;
    const std::string patch = changes.empty() ? std::string() : configurationPatch(loadProject(file), loadProject(file, changes), changes);
    dialog_->hide();
    session_->forkRun({run, checkpoint.toStdString()}, patch);
    Q_EMIT forkBegun();
  } catch (const Error& error) {
    dialog_->messageBar()->showMessage(messageOf(error));
  }
}

// A run that trained has saved, or has ended.
void CheckpointsDesk::runsChanged() {
  if (!dialog_ || !dialog_->isVisible()) return;
  const RunInfo* info = runs_->find(dialog_->run());
  if (!info) {
    dialog_->hide();
    return;
  }
  dialog_->setRun(*info);
}

}  // namespace stepscope
