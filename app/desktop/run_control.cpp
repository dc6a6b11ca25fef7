#include "app/desktop/run_control.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "app/desktop/project_desk.h"
#include "app/desktop/window_actions.h"
#include "views/common/units.h"
#include "views/runs/runs_model.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/window_requests.h"
#include "views/switches/switches_model.h"

namespace stepscope {

namespace {

bool canGoOn(const RunInfo& run) {
  return run.status == RunStatus::Stopped || run.status == RunStatus::Interrupted || run.status == RunStatus::Unsaved;
}

}  // namespace

RunControl::RunControl(const ViewContext& context, const WindowActions& actions, SwitchesModel* switches, ProjectDesk& desk, QToolButton* trainButton,
                       QObject* parent)
    : QObject(parent), c_(context), actions_(actions), switches_(switches), desk_(desk), trainButton_(trainButton) {
  const WindowActions& a = actions_;
  Session* session = &c_.session;
  connect(a.train, &QAction::triggered, this, &RunControl::train);
  connect(a.pause, &QAction::triggered, session, &Session::pauseOrResume);
  connect(a.stop, &QAction::triggered, session, &Session::stop);
  connect(a.checkpoint, &QAction::triggered, session, &Session::checkpoint);
  connect(a.capture, &QAction::triggered, session, [session] { session->capture(); });
  connect(a.resume, &QAction::triggered, this, [this] {
    const auto& runs = c_.run.known();
    if (const auto run = std::find_if(runs.begin(), runs.end(), canGoOn); run != runs.end()) resume(run->id);
  });
  connect(&c_.window, &WindowRequests::trainRequested, this, &RunControl::train);
  connect(&c_.window, &WindowRequests::resumeRequested, this, &RunControl::resume);
  connect(&c_.window, &WindowRequests::recordRequested, this, &RunControl::record);
  connect(&c_.window, &WindowRequests::planRequested, this, &RunControl::plan);
  connect(&desk_, &ProjectDesk::trainRequested, this, &RunControl::train);
  auto* menu = new QMenu(trainButton_);
  trainButton_->setMenu(menu);
  trainButton_->setPopupMode(QToolButton::MenuButtonPopup);
  connect(menu, &QMenu::aboutToShow, this, &RunControl::showMenu);
  connect(session, &Session::projectChanged, this, &RunControl::update);
  connect(session, &Session::trainingChanged, this, &RunControl::update);
  connect(session, &Session::stateChanged, this, &RunControl::update);
  connect(session, &Session::trialChanged, this, &RunControl::update);
  connect(&c_.run, &ShownRun::knownChanged, this, &RunControl::update);
  update();
}

void RunControl::train() {
  Session& session = c_.session;
  if (!session.project() || session.training() || desk_.queueTrains()) return;
  desk_.dismiss();
  // A run uses the values of the project file, overridden by the switches that the user has changed in the window.
  if (session.fileChanged()) {
    desk_.reload();
    if (session.fileChanged()) return;  // the file cannot be read, and reload() has shown a message
    Message message;
    message.level = Message::Level::Info;
    message.what = tr("The project file had changed on disk and was read again");
    message.where = QFileInfo(QString::fromStdString(session.project()->file)).fileName();
    desk_.say(message);
  }
  if (switches_->changed()) session.setSwitches(switches_->pending());
  session.train();
  Q_EMIT c_.run.curvesRequested();
}

void RunControl::resume(qint64 run) {
  if (c_.session.training() || desk_.queueTrains()) return;
  desk_.dismiss();
  c_.session.resumeRun(run);
  Q_EMIT c_.run.curvesRequested();
}

void RunControl::record() {
  if (c_.session.training()) c_.session.capture();
  else if (c_.session.project()) train();
  else Q_EMIT c_.window.traceRequested();
}

void RunControl::plan() {
  if (c_.session.planProblem()) desk_.openProject(QString::fromStdString(c_.session.project()->file));  // the problem may have been fixed
  else if (c_.session.project()) c_.session.planNow();
  else Q_EMIT c_.window.projectRequested({});
}

void RunControl::showMenu() {
  QMenu* menu = trainButton_->menu();
  menu->clear();
  menu->addAction(tr("Train a new run"), this, &RunControl::train)->setEnabled(actions_.train->isEnabled());
  menu->addSeparator();
  int listed = 0;
  for (const RunInfo& run : c_.run.known()) {
    if (!canGoOn(run)) continue;
    if (++listed > 8) break;
    menu->addAction(tr("Resume %1 (%2 at step %3)").arg(QString::fromStdString(run.name), titleOf(run.status), formatCount(run.step)), this,
                    [this, id = run.id] { resume(id); })
        ->setEnabled(!c_.session.training());
  }
  if (listed == 0) menu->addAction(tr("No run to resume"))->setEnabled(false);
}

void RunControl::update() {
  const Session& session = c_.session;
  const bool open = session.project().has_value(), training = session.training(), paused = session.state() == TrainerState::Paused;
  const WindowActions& a = actions_;
  a.train->setEnabled(open && !training);
  // Commands without effect in this state are disabled (core/train/commands/command_table.h).
  a.pause->setEnabled(session.takes(paused ? TrainerCommand::Resume : TrainerCommand::Pause));
  a.pause->setText(training && paused ? tr("Continue") : tr("Pause"));
  a.stop->setEnabled(session.takes(TrainerCommand::Stop));
  a.checkpoint->setEnabled(session.takes(TrainerCommand::Checkpoint));
  a.capture->setEnabled(session.takes(TrainerCommand::Capture));
  a.rangeTest->setEnabled(open && !training);
  const auto& runs = c_.run.known();
  a.resume->setEnabled(open && !training && std::any_of(runs.begin(), runs.end(), canGoOn));
}

}  // namespace stepscope
