// Connects the desktop to the engine: one project, at most one run in training. Polls the trainer's queue 20 times a second and emits signals for the
// views; it never waits. Testable without a window.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/project/project.h"
#include "core/train/run/events.h"
#include "core/train/trainer.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"
#include "views/session/project_watch.h"
#include "views/session/run_progress.h"

namespace stepscope {

// Facts about the project's data. They are found off the GUI thread, since opening may read or render files.
struct ProjectFacts {
  ModelInput input;
  std::int64_t trainSamples = 0, validationSamples = 0;
  std::int64_t parameters = 0;
  std::vector<std::string> classNames;
  std::vector<std::string> warnings;
};

class Session : public QObject {
  Q_OBJECT
 public:
  explicit Session(QObject* parent = nullptr);
  ~Session() override;  // stops and joins a run in training

  // Replaces the project; only if nothing trains. factsChanged follows or, if the data cannot be opened, message and planChanged.
  void setProject(Project project);
  const std::optional<Project>& project() const { return project_; }
  // Whether the text in the project's file differs from the one that was read; projectFileChanged reports changes.
  bool fileChanged() const { return watch_.differs(); }
  // Reads the project's file again; reloaded follows. Runs and their display stay. A run in training keeps its settings, and the file is read when it
  // has ended. If the file cannot be read, the message says why, and the old settings stay.
  std::optional<Message> reload();
  const std::optional<ProjectFacts>& facts() const { return facts_; }

  bool training() const { return trainer_ != nullptr; }  // from train() to the end of the run, including pauses
  TrainerState state() const { return state_; }
  RunStatus endStatus() const { return endStatus_; }  // how the last run trained here ended; undefined during a training
  QString stateText() const { return stateText_; }    // the current work during the preparation
  RunId run() const { return run_; }                  // in training, or the last one trained here; 0: none
  const RunProgress& progress() const { return progress_; }
  std::shared_ptr<const PlanView> plan() const { return plan_; }
  // Why the present project has no plan; empty while the plan is being made, and if there is one.
  const std::optional<Message>& planProblem() const { return planProblem_; }
  // Rows of the run in training, or of the last one trained here.
  const std::vector<SwitchRow>& switchRows() const { return switchRows_; }
  // The current or last trial of a switch in the run: TrialEvent::result is null until it is over.
  const std::optional<TrialEvent>& trial() const { return trial_; }
  // Whether the last trial can still be kept or dropped: it was measured, not answered yet, and no switch was changed since.
  bool trialAnswerable() const { return answerable_; }
  // Whether the command has an effect on the run in training in its present state; false without a run.
  bool takes(TrainerCommand command) const { return trainer_ && hasEffect(state_, command, answerable_); }
  std::shared_ptr<const Trace> trace() const { return trace_; }
  std::shared_ptr<const StepBreakdown> breakdown() const { return breakdown_; }
  RunId captureRun() const { return captureRun_; }  // the run that trace() was captured in
  // Facts about the captured steps besides their spans; null for a stored capture, whose facts are in the store.
  std::shared_ptr<const CaptureFacts> captureFacts() const { return captureFacts_; }
  bool captureWasAsked() const { return captureAsked_; }  // whether the last one was requested by capture(), not by the project's schedule
  // Whether a sweep is training: another training would disturb it.
  bool queueTrains() const { return queueTrains_; }
  bool canFollow() const { return project_ && project_->train.liveSteps > 0; }
  QString notesPath() const;        // for the displayed capture; empty without a run
  double secondsSinceSave() const;  // NaN: nothing saved yet
  // For the next runs: see TrainerOptions::onStep.
  void setOnStep(std::function<void(const StepEvent&)> onStep) { onStep_ = std::move(onStep); }

 public Q_SLOTS:
  void setQueueTrains(bool trains);
  // The device of the next run: "cpu", "cuda" (core/backend/devices/devices.h). The step is planned again for it.
  void setDevice(const std::string& device);
  const std::string& device() const { return device_; }
  void train();
  // Trains these settings once; the project that is open keeps its own.
  void trainOnce(const stepscope::Project& changed);
  void resumeRun(stepscope::RunId run);
  // Trains a new run from a checkpoint of another one. `patch`: see TrainerOptions::configurationPatch.
  void forkRun(const stepscope::ForkPoint& from, const std::string& patch);
  void pauseOrResume();
  void stop();
  void checkpoint();
  void capture(int steps = 5);
  // Sends the last steps of the run in training (followed), as many as the project keeps, until it is turned off.
  void follow(bool on);
  // Sets the switches: for the run in training from its next step on, otherwise for the next run.
  void setSwitches(const stepscope::Switches& switches);
  // During training: measures these switches, and restores everything; trialChanged follows (Trainer::tryOut).
  void tryOut(const stepscope::Switches& with);
  void cancelTrial();
  void endTrial(bool keep);
  // For the next runs; settingsChanged follows. A run in training keeps its own rate.
  void setLearningRate(double rate);
  void keepHistograms(qint64 everyEpochs);
  // Shows the capture of a stored run, if it has one.
  void loadCapture(stepscope::RunId run);
  // Plans the step with the present settings, off the GUI thread, without timing kernels; planChanged follows.
  void planNow();
  void poll();  // one call of the timer

 Q_SIGNALS:
  void projectChanged();
  void projectFileChanged(bool changed);  // false: the text is again the one that was read
  void reloaded();                        // settings, switches and facts may have changed
  void factsChanged();
  void factsPending(bool pending);
  void stateChanged(stepscope::TrainerState state, const QString& text);
  void trainingChanged(bool training);
  void queueChanged(bool trains);
  void started(const stepscope::StartEvent& start);
  void stepsArrived(const std::vector<stepscope::StepEvent>& steps);
  void epochArrived(const stepscope::EpochEvent& epoch);
  void markerArrived(const stepscope::Marker& marker);
  void planChanged();
  void captured();
  void followed(std::shared_ptr<const stepscope::Trace> trace);
  void ended(const stepscope::EndEvent& end);
  void switchesChanged();
  void settingsChanged();  // of the project, except switches
  void switchRowsChanged();
  void trialChanged();
  void message(const stepscope::Message& message);
  void polled();  // after the signals of one poll: draw once

 private:
  void askFacts();
  void cannotPlan(const Message& why);
  void start(TrainerOptions options, const Project* changed = nullptr);
  void setState(TrainerState state, const QString& text);
  void handle(const TrainerEvent& event, std::vector<StepEvent>& steps);

  std::optional<Project> project_;
  ProjectWatch watch_;
  bool reloadWanted_ = false;  // reload after the run in training has ended
  std::optional<ProjectFacts> facts_;
  JobSlot factsJob_, captureJob_, planJob_;
  std::unique_ptr<Trainer> trainer_;
  std::string device_ = "cpu";
  std::function<void(const StepEvent&)> onStep_;
  QTimer timer_;
  TrainerState state_ = TrainerState::Finished;
  RunStatus endStatus_ = RunStatus::Finished;
  std::optional<Message> captureProblem_;  // why the last captured steps of this run could not be kept
  std::optional<Message> endMessage_;      // how the last run ended, if a message about it was shown
  QString stateText_;
  RunId run_ = 0;
  bool captureAsked_ = false, following_ = false, answerable_ = false, queueTrains_ = false;
  RunId captureRun_ = 0;  // the run that trace_ was captured in
  RunProgress progress_;
  std::vector<SwitchRow> switchRows_;
  std::optional<TrialEvent> trial_;
  std::shared_ptr<const PlanView> plan_;
  std::optional<Message> planProblem_;
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const StepBreakdown> breakdown_;
  std::shared_ptr<const CaptureFacts> captureFacts_;
};

// Sizes and class names of the project's data and the model's parameter count. Throws Error.
ProjectFacts factsOf(const Project& project);

}  // namespace stepscope
