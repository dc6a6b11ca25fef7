// The desktop's hold on the engine: one project, at most one run in training. Polls the trainer's queue 20 times a second and tells
// the views in signals; it waits for nothing. Testable without a window.
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

// What the project's data turned out to be: asked off the GUI thread, since opening may read or render files.
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

  // Replaces the project; only while nothing trains. Facts follow by factsChanged or failed.
  void setProject(Project project);
  const std::optional<Project>& project() const { return project_; }
  // Whether another text stands in the project's file than was read; projectFileChanged tells when it becomes so.
  bool fileChanged() const { return watch_.differs(); }
  // Reads the project's file again; reloaded follows. Runs and what is shown of them stay. While a run trains it keeps its settings, and the
  // file is read when it has ended. The message says why the file cannot be read; what was read before stays then.
  std::optional<Message> reload();
  const std::optional<ProjectFacts>& facts() const { return facts_; }

  bool training() const { return trainer_ != nullptr; }  // from train() to the end of the run, pauses included
  TrainerState state() const { return state_; }
  RunStatus endStatus() const { return endStatus_; }  // how the last run that trained here ended; of no use while one trains
  QString stateText() const { return stateText_; }    // what it is doing while it prepares
  RunId run() const { return run_; }                  // in training or last trained here; 0: none
  const RunProgress& progress() const { return progress_; }
  std::shared_ptr<const PlanView> plan() const { return plan_; }
  // Why there is no plan of the project as it stands; empty while it is planned, and when it is.
  const std::optional<Message>& planProblem() const { return planProblem_; }
  // Rows of the run in training, or of the last one trained here.
  const std::vector<SwitchRow>& switchRows() const { return switchRows_; }
  // The trial of a switch that goes on in the run, or the last one: TrialEvent::result is null until it is over.
  const std::optional<TrialEvent>& trial() const { return trial_; }
  // Whether the last trial can still be kept or put back: it was measured, and neither answered nor made void by a switch since.
  bool trialAnswerable() const { return answerable_; }
  // Whether the run in training does anything with it in the state that it is in; false without a run.
  bool takes(TrainerCommand command) const { return trainer_ && hasEffect(state_, command, answerable_); }
  std::shared_ptr<const Trace> trace() const { return trace_; }
  std::shared_ptr<const StepBreakdown> breakdown() const { return breakdown_; }
  RunId captureRun() const { return captureRun_; }  // whose capture trace() is
  // What held for its steps besides their spans; null of a stored one, whose are in the store.
  std::shared_ptr<const CaptureFacts> captureFacts() const { return captureFacts_; }
  bool captureWasAsked() const { return captureAsked_; }  // the last one: by capture(), not by the project's schedule
  // Whether a queue of runs trains in its place (a sweep): another training would take its time.
  bool queueTrains() const { return queueTrains_; }
  bool canFollow() const { return project_ && project_->train.liveSteps > 0; }
  QString notesPath() const;        // of the capture that is shown; empty without a run
  double secondsSinceSave() const;  // NaN: nothing saved yet
  // For the next runs: see TrainerOptions::onStep.
  void setOnStep(std::function<void(const StepEvent&)> onStep) { onStep_ = std::move(onStep); }

 public Q_SLOTS:
  void setQueueTrains(bool trains);
  // What the next run trains on: "cpu", "cuda" (core/backend/devices/devices.h). The step is planned anew for it.
  void setDevice(const std::string& device);
  const std::string& device() const { return device_; }
  void train();
  void resumeRun(stepscope::RunId run);
  // A new run from a checkpoint of another one; patch: see TrainerOptions::configurationPatch.
  void forkRun(const stepscope::ForkPoint& from, const std::string& patch);
  void pauseOrResume();
  void stop();
  void checkpoint();
  void capture(int steps = 5);
  // Tells of the last steps of the run in training (followed), as many as the project keeps, until it is turned off.
  void follow(bool on);
  // While training: from the next step boundary on. Otherwise: of the next run.
  void setSwitches(const stepscope::Switches& switches);
  // While training: measures what these switches would do, and puts everything back; trialChanged follows (Trainer::tryOut).
  void tryOut(const stepscope::Switches& with);
  void cancelTrial();
  void endTrial(bool keep);
  // For the next runs; settingsChanged follows. A run in training keeps its own rate.
  void setLearningRate(double rate);
  void keepHistograms(qint64 everyEpochs);
  // Shows the capture that a stored run kept, if it has one.
  void loadCapture(stepscope::RunId run);
  // Plans the step as it would be trained now, off the GUI thread, without timing kernels; planChanged follows.
  void planNow();
  void poll();  // one turn of the timer

 Q_SIGNALS:
  void projectChanged();
  void projectFileChanged(bool changed);  // false: what was read stands there again
  void reloaded();                        // settings, switches and facts may be others
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
  void settingsChanged();  // of the project, without its switches
  void switchRowsChanged();
  void trialChanged();
  void message(const stepscope::Message& message);
  void polled();  // after the signals of one turn: draw once

 private:
  void askFacts();
  void cannotPlan(const Message& why);
  void start(TrainerOptions options);
  void setState(TrainerState state, const QString& text);
  void handle(const TrainerEvent& event, std::vector<StepEvent>& steps);

  std::optional<Project> project_;
  ProjectWatch watch_;
  bool reloadWanted_ = false;  // when the run in training has ended
  std::optional<ProjectFacts> facts_;
  JobSlot factsJob_, captureJob_, planJob_;
  std::unique_ptr<Trainer> trainer_;
  std::string device_ = "cpu";
  std::function<void(const StepEvent&)> onStep_;
  QTimer timer_;
  TrainerState state_ = TrainerState::Finished;
  RunStatus endStatus_ = RunStatus::Finished;
  std::optional<Message> captureProblem_;  // why the last window of this run could not be kept
  std::optional<Message> endMessage_;      // what the last run's end came to, where that was told
  QString stateText_;
  RunId run_ = 0;
  bool captureAsked_ = false, following_ = false, answerable_ = false, queueTrains_ = false;
  RunId captureRun_ = 0;  // whose capture trace_ is
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
