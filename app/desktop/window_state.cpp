// What the window enables, and what its empty views say: both follow from the project and from what the session does.
#include <QAction>
#include <algorithm>

#include "app/desktop/example_project.h"
#include "app/desktop/main_window.h"
#include "app/desktop/rate_desk.h"
#include "app/desktop/run_bar.h"
#include "views/common/empty_state.h"
#include "views/common/units.h"
#include "views/curves/curves_view.h"
#include "views/flame/flame_view.h"
#include "views/graph/graph_view.h"
#include "views/histograms/histograms_view.h"
#include "views/memory/memory_view.h"
#include "views/predictions/predictions_view.h"
#include "views/runs/runs_model.h"
#include "views/session/session.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_view.h"

namespace stepscope {

void MainWindow::updateState() {
  const bool open = session_->project().has_value(), training = session_->training();
  const TrainerState state = session_->state();
  const WindowActions& a = *actions_;
  a.train->setEnabled(open && !training);
  // What the run does nothing with in this state cannot be asked for (core/train/commands/command_table.h).
  a.pause->setEnabled(session_->takes(state == TrainerState::Paused ? TrainerCommand::Resume : TrainerCommand::Pause));
  a.pause->setText(training && state == TrainerState::Paused ? tr("Continue") : tr("Pause"));
  a.stop->setEnabled(session_->takes(TrainerCommand::Stop));
  a.checkpoint->setEnabled(session_->takes(TrainerCommand::Checkpoint));
  a.capture->setEnabled(session_->takes(TrainerCommand::Capture));
  const auto& runs = runsModel_->runs();
  a.rangeTest->setEnabled(open && !training);
  a.resume->setEnabled(open && !training && std::any_of(runs.begin(), runs.end(), [](const RunInfo& run) {
                         return run.status == RunStatus::Stopped || run.status == RunStatus::Interrupted || run.status == RunStatus::Unsaved;
                       }));
  if (open) {
    curves_->emptyState()->setTexts(
        training ? tr("Preparing the run") : tr("No curves yet"),
        training ? tr("The data is opened, the step is planned and kernels are timed. Curves appear with the first step.")
                 : tr("Loss, accuracy, learning rate and throughput appear here while a run trains, and for every run that is kept."),
        training ? QString() : tr("Train"));
  } else {
    const bool example = !exampleProject().isEmpty();
    curves_->emptyState()->setTexts(tr("No project is open"),
                                    tr("A project file says which model to train on what. Open one with Ctrl+O, drop one here, or make one "
                                       "with Ctrl+N."),
                                    example ? tr("Open the example") : tr("Open Project..."));
  }
  const QString captureButton = training ? tr("Capture 5 steps") : open ? tr("Train") : tr("Open Trace...");
  timeline_->setEmptyTexts(
      tr("No steps captured yet"),
      tr("Every op of some steps of a run appears here: each run captures them once, and C captures more.\n"
         "A trace of another profiler opens with Ctrl+Shift+O, or is dropped here."),
      captureButton);
  flame_->setEmptyTexts(tr("No steps captured yet"),
                        tr("What nests in what appears here, summed: phases, layers and ops of the captured steps, or the calls of any trace."),
                        captureButton);
  predictions_->setProjectOpen(open);
  const QString planButton = open && !training ? tr("Plan the step") : open ? QString() : tr("Open Project...");
  if (const auto& problem = session_->planProblem(); problem && !training) {
    const QString why = plainText(*problem);
    memory_->setEmptyTexts(tr("The step cannot be planned"), why, tr("Open the project again"));
    graph_->setEmptyTexts(tr("The step cannot be built"), why, tr("Open the project again"));
  } else {
    memory_->setEmptyTexts(tr("No plan yet"),
                           tr("The memory plan of the training step appears here, op by op, with what is alive at each."), planButton);
    graph_->setEmptyTexts(tr("No graph yet"),
                          tr("The layers of the training step appear here, with parameters, arithmetic, memory and, after a capture, "
                             "time."),
                          planButton);
  }
  const bool kept = open && (session_->project()->train.histograms.everySteps > 0 || session_->project()->train.histograms.everyEpochs > 0);
  histograms_->setEmptyTexts(
      kept ? tr("No histograms yet") : tr("No histograms kept"),
      kept   ? tr("The weights of each layer and their gradients appear here with the first histograms that the next run keeps.")
      : open ? tr("Weights and gradients of each layer appear here, over the steps of a run that keeps them.\n"
                  "The keys every_epochs and every_steps of [train.histograms] ask for it.")
             : tr("The weights of each layer and their gradients appear here, over the steps of a run that keeps histograms."),
      !open      ? tr("Open Project...")
      : training ? QString()
      : kept     ? tr("Train")
                 : tr("Keep Them Every Epoch"));
}

void MainWindow::showHistogramsOf(RunId run, const std::string& name) {
  histograms_->setRun(session_->project() ? QString::fromStdString(session_->project()->storePath()) : QString(), run,
                      QString::fromStdString(name));
  predictions_->setRun(session_->project() ? QString::fromStdString(session_->project()->storePath()) : QString(), run);
}

// The empty view's button: opens a project, makes the next runs keep histograms, or trains such a run.
void MainWindow::keepHistograms() {
  if (!session_->project()) return actions_->openProject->trigger();
  const HistogramSpec& spec = session_->project()->train.histograms;
  if (spec.everySteps > 0 || spec.everyEpochs > 0) return train();
  session_->keepHistograms(1);
  say(changedForThisSession(tr("The next run keeps histograms of every epoch"), QString::fromStdString(session_->project()->file),
                            QStringLiteral("train.histograms.every_epochs"), QStringLiteral("1"),
                            [this](const Message& message) { say(message); }));
}

void MainWindow::updateMemory() {
  std::int64_t peak = session_->plan() ? session_->plan()->predictedPeakBytes : switchesModel_->appliedPeakBytes();
  if (peak <= 0 || deviceMemory_ <= 0) return runBar_->setMemory({}, {});
  runBar_->setMemory(tr("step %1 of %2").arg(formatBytes(peak), formatBytes(deviceMemory_)),
                     session_->plan() ? tr("Peak memory that one training step is planned to take, of this machine's memory")
                                      : tr("Predicted peak memory of one training step, of this machine's memory"));
}

}  // namespace stepscope
