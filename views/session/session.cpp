#include "views/session/session.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <limits>
#include <utility>

#include "core/backend/devices/devices.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/store/run_files.h"
#include "core/train/steps/task_metrics.h"
#include "profiler/advisor/kept_facts.h"
#include "profiler/analysis/breakdown_json.h"
#include "profiler/trace/trace_file.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {
constexpr int kPollMs = 50;  // 20 times a second: smooth to the eye, and almost no load for the training cores

bool isAnswerable(const TrialEvent& trial) {
  if (!trial.result || trial.result->choice != TrialResult::Choice::Open) return false;
  return trial.result->outcome != TrialOutcome::Failed && trial.result->outcome != TrialOutcome::Cancelled;
}
}  // namespace

ProjectFacts factsOf(const Project& project) {
  const DataSplits data = openData(project.data);
  ProjectFacts facts;
  facts.input = modelInputOf(data.train->info());
  facts.trainSamples = data.train->size();
  facts.validationSamples = data.validation ? data.validation->size() : 0;
  facts.classNames = data.train->info().classNames;
  facts.warnings = data.train->warnings();
  if (data.validation)
    for (const std::string& warning : data.validation->warnings())
      if (std::find(facts.warnings.begin(), facts.warnings.end(), warning) == facts.warnings.end()) facts.warnings.push_back(warning);
  facts.parameters = parameterCount(buildModel(project.model, facts.input, 2, true));
  return facts;
}

Session::Session(QObject* parent) : QObject(parent) {
  timer_.setInterval(kPollMs);
  connect(&timer_, &QTimer::timeout, this, &Session::poll);
  connect(&watch_, &ProjectWatch::changed, this, [this] { Q_EMIT projectFileChanged(true); });
  connect(&watch_, &ProjectWatch::restored, this, [this] { Q_EMIT projectFileChanged(false); });
}

Session::~Session() = default;

void Session::setProject(Project project) {
  if (training()) return;
  project_ = std::move(project);
  watch_.taken(QString::fromStdString(project_->file));
  reloadWanted_ = false;
  facts_.reset();
  plan_.reset();
  planProblem_.reset();
  trace_.reset();
  breakdown_.reset();
  switchRows_.clear();
  run_ = captureRun_ = 0;
  progress_ = {};
  setState(TrainerState::Finished, {});
  Q_EMIT projectChanged();
  Q_EMIT planChanged();
  Q_EMIT captured();
  askFacts();
}

std::optional<Message> Session::reload() {
  if (!project_) return std::nullopt;
  if (training()) {
    reloadWanted_ = true;
    watch_.taken(QString::fromStdString(project_->file));  // the change is known; a further change is reported again
    return std::nullopt;
  }
  reloadWanted_ = false;
  try {
    Project next = loadProject(project_->file);
    project_ = std::move(next);
  } catch (const Error& error) {
    return messageOf(error);
  } catch (const std::exception& error) {
    Message message;
    message.what = engineText(error);
    return message;
  }
  watch_.taken(QString::fromStdString(project_->file));
  facts_.reset();
  plan_.reset();  // it may be for other settings
  planProblem_.reset();
  Q_EMIT reloaded();
  Q_EMIT planChanged();
  askFacts();
  return std::nullopt;
}

void Session::askFacts() {
  Q_EMIT factsPending(true);
  factsJob_.start([this, project = *project_](const std::atomic<bool>&) -> std::function<void()> {
    try {
      auto facts = std::make_shared<ProjectFacts>(factsOf(project));
      return [this, facts] {
        facts_ = std::move(*facts);
        Q_EMIT factsPending(false);
        Q_EMIT factsChanged();
        planNow();
        if (!facts_->warnings.empty()) {
          Message warning;
          warning.level = Message::Level::Warning;
          warning.what = counted(static_cast<std::int64_t>(facts_->warnings.size()), tr("note about the data"), tr("notes about the data"));
          warning.where = engineText(facts_->warnings.front());
          warning.cure = facts_->warnings.size() > 1 ? tr("The report of a run lists the others") : QString();
          Q_EMIT message(warning);
        }
      };
    } catch (const Error& error) {
      return [this, failure = messageOf(error)] {
        Q_EMIT factsPending(false);
        cannotPlan(failure);
      };
    } catch (const std::exception& error) {
      return [this, text = engineText(error)] {
        Q_EMIT factsPending(false);
        Message failure;
        failure.what = text;
        cannotPlan(failure);
      };
    }
  });
}

double Session::secondsSinceSave() const {
  const std::int64_t saved = trainer_ ? trainer_->lastSaveNs() : 0;
  return saved > 0 ? static_cast<double>(nowNs() - saved) * 1e-9 : std::numeric_limits<double>::quiet_NaN();
}

void Session::train() {
  start({});
}

void Session::trainOnce(const Project& changed) {
  start({}, &changed);
}

void Session::resumeRun(RunId run) {
  TrainerOptions options;
  options.resume = run;
  start(options);
}

void Session::forkRun(const ForkPoint& from, const std::string& patch) {
  TrainerOptions options;
  options.fork = from;
  options.configurationPatch = patch;
  start(options);
}

void Session::start(TrainerOptions options, const Project* changed) {
  if (!project_ || training()) return;
  options.device = device_;
  options.onStep = onStep_;
  options.findings = captureFindings;
  trace_.reset();
  breakdown_.reset();
  trial_.reset();
  answerable_ = false;
  progress_ = {};
  trainer_ = std::make_unique<Trainer>(changed ? *changed : *project_, options);
  captureAsked_ = following_ = false;
  endMessage_.reset();
  captureProblem_.reset();
  setState(TrainerState::Preparing, tr("preparing"));
  Q_EMIT trainingChanged(true);
  Q_EMIT trialChanged();
  Q_EMIT captured();
  timer_.start();
}

void Session::pauseOrResume() {
  if (!trainer_) return;
  if (takes(TrainerCommand::Resume) && state_ == TrainerState::Paused) trainer_->resume();
  else if (takes(TrainerCommand::Pause)) trainer_->pause();
}

void Session::stop() {
  if (!takes(TrainerCommand::Stop)) return;
  trainer_->stop();
  setState(TrainerState::Stopping, tr("saving a checkpoint"));
}

void Session::capture(int steps) {
  if (!takes(TrainerCommand::Capture)) return;
  trainer_->capture(steps);
  if (state_ != TrainerState::Paused) return;
  Message later;
  later.level = Message::Level::Info;
  later.what = tr("The steps are captured when the run goes on");
  Q_EMIT message(later);
}

void Session::checkpoint() {
  if (takes(TrainerCommand::Checkpoint)) trainer_->checkpoint();
}

void Session::follow(bool on) {
  if (on == following_) return;
  following_ = on;
  if (trainer_) trainer_->follow(on ? static_cast<int>(project_->train.liveSteps) : 0);
}

QString Session::notesPath() const {
  if (!project_ || captureRun_ <= 0) return {};
  return QString::fromStdString(project_->runDirectory(captureRun_)) + QStringLiteral("/capture.notes.json");
}

void Session::setDevice(const std::string& device) {
  if (std::exchange(device_, device) != device) planNow();
}

void Session::planNow() {
  if (!project_ || !facts_ || training()) return;  // a run in training sends its own plan
  planJob_.start([this, project = *project_, input = facts_->input, validation = facts_->validationSamples > 0,
                  device = device_](const std::atomic<bool>&) -> std::function<void()> {
    Message failure;
    try {
      const Backend& backend = backendToAsk(device);
      KernelChoices choices = KernelChoices::load(KernelChoices::defaultPath(backend.name()));
      CompileOptions options;
      options.threads = computeThreads(project, backend);
      options.mayTime = false;
      options.onlyPlanned = true;
      options.choices = &choices;
      auto plan =
          std::make_shared<const PlanView>(compileStep(programOf(project, input, validation), backend, options).view(project.switches.batchSize));
      return [this, plan] {
        if (training()) return;
        plan_ = plan;
        planProblem_.reset();
        Q_EMIT planChanged();
      };
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, failure] { cannotPlan(failure); };
  });
}

void Session::cannotPlan(const Message& why) {
  planProblem_ = why;
  plan_.reset();  // a plan for other switches would be wrong
  Q_EMIT planChanged();
  Q_EMIT message(why);
}

void Session::loadCapture(RunId run) {
  if (!project_ || training()) return;
  const std::string path = captureFile(project_->runDirectory(run));
  captureJob_.start([this, path, run, store = project_->storePath()](const std::atomic<bool>&) -> std::function<void()> {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const StepBreakdown> breakdown;
    Message failure;
    try {
      if (QFileInfo::exists(QString::fromStdString(path))) {
        trace = std::make_shared<const Trace>(loadTrace(path));
        breakdown = std::make_shared<const StepBreakdown>(breakDown(*trace));
      } else if (const auto json = RunReader(store).artefact(run, "breakdown")) {
        // The trace is deleted, but its breakdown is stored.
        if (auto kept = breakdownOf(*json)) breakdown = std::make_shared<const StepBreakdown>(std::move(kept->breakdown));
      }
    } catch (const Error& error) {
      failure = messageOf(error);
    }
    return [this, run, trace, breakdown, failure] {
      if (training()) return;
      trace_ = trace;
      breakdown_ = breakdown;
      captureAsked_ = true;
      captureRun_ = run;
      captureFacts_.reset();
      Q_EMIT captured();
      if (!failure.what.isEmpty()) Q_EMIT message(failure);
    };
  });
}

void Session::setSwitches(const Switches& switches) {
  if (!project_ || project_->switches == switches) return;
  project_->switches = switches;
  if (trainer_) trainer_->setSwitches(switches);
  Q_EMIT switchesChanged();
  planNow();
}

void Session::tryOut(const Switches& with) {
  if (takes(TrainerCommand::Try)) trainer_->tryOut(with);
}

void Session::cancelTrial() {
  if (trainer_) trainer_->cancelTrial();
}

void Session::endTrial(bool keep) {
  if (trainer_) trainer_->endTrial(keep);
}

void Session::setLearningRate(double rate) {
  if (!project_ || project_->train.optimizer.learningRate == rate) return;
  project_->train.optimizer.learningRate = rate;
  Q_EMIT settingsChanged();
}

void Session::keepHistograms(qint64 everyEpochs) {
  if (!project_ || project_->train.histograms.everyEpochs == everyEpochs) return;
  project_->train.histograms.everyEpochs = everyEpochs;
  Q_EMIT settingsChanged();
}

void Session::setQueueTrains(bool trains) {
  if (std::exchange(queueTrains_, trains) != trains) Q_EMIT queueChanged(trains);
}

void Session::setState(TrainerState state, const QString& text) {
  if (state_ == state && stateText_ == text) return;
  state_ = state;
  stateText_ = text;
  Q_EMIT stateChanged(state, text);
}

void Session::poll() {
  if (!trainer_) return;
  std::vector<StepEvent> steps;
  const auto flush = [&] {
    if (!steps.empty()) Q_EMIT stepsArrived(steps);
    steps.clear();
  };
  // Steps of one poll are sent together, but never past an event that changes their meaning.
  for (const TrainerEvent& event : trainer_->events().drain()) {
    if (!std::holds_alternative<StepEvent>(event)) flush();
    handle(event, steps);
  }
  flush();
  Q_EMIT polled();
}

void Session::handle(const TrainerEvent& event, std::vector<StepEvent>& steps) {
  if (const auto* step = std::get_if<StepEvent>(&event)) {
    progress_.add(*step);
    steps.push_back(*step);
  } else if (const auto* state = std::get_if<StateEvent>(&event)) {
    // "Stopping" was shown when the button was pressed; the trainer may still report a step boundary before it sees it.
    if (state_ == TrainerState::Stopping && (state->state == TrainerState::Running || state->state == TrainerState::Preparing)) return;
    setState(state->state, engineText(state->message));
  } else if (const auto* start = std::get_if<StartEvent>(&event)) {
    run_ = start->run;
    progress_.begin(*start);
    Q_EMIT started(*start);
  } else if (const auto* epoch = std::get_if<EpochEvent>(&event)) {
    Q_EMIT epochArrived(*epoch);
  } else if (const auto* marker = std::get_if<MarkerEvent>(&event)) {
    if (marker->marker.kind == "switch" && std::exchange(answerable_, false)) Q_EMIT trialChanged();
    Q_EMIT markerArrived(marker->marker);
  } else if (const auto* plan = std::get_if<PlanEvent>(&event)) {
    plan_ = plan->plan;
    planProblem_.reset();
    Q_EMIT planChanged();
  } else if (const auto* switches = std::get_if<SwitchesEvent>(&event)) {
    if (!project_ || project_->switches == switches->switches) return;
    project_->switches = switches->switches;
    Q_EMIT switchesChanged();
  } else if (const auto* rows = std::get_if<SwitchRowsEvent>(&event)) {
    switchRows_ = rows->rows;
    Q_EMIT switchRowsChanged();
  } else if (const auto* trial = std::get_if<TrialEvent>(&event)) {
    trial_ = *trial;
    answerable_ = isAnswerable(*trial);
    Q_EMIT trialChanged();
  } else if (const auto* capture = std::get_if<CaptureEvent>(&event)) {
    trace_ = capture->trace;
    breakdown_ = capture->breakdown;
    captureAsked_ = capture->asked;
    captureFacts_ = capture->facts;
    captureRun_ = run_;
    QFile::remove(notesPath());  // notes of the replaced capture refer to other times
    Q_EMIT captured();
  } else if (const auto* kept = std::get_if<CaptureKeptEvent>(&event)) {
    captureProblem_.reset();
    if (kept->problem) Q_EMIT message(captureProblem_.emplace(messageOf(*kept->problem)));
  } else if (const auto* live = std::get_if<LiveEvent>(&event)) {
    if (!following_) return;
    Q_EMIT followed(live->trace);
    trainer_->wantLive();
  } else if (const auto* warning = std::get_if<WarningEvent>(&event)) {
    Message text;
    text.level = Message::Level::Warning;
    text.what = engineText(warning->text);
    Q_EMIT message(text);
  } else if (const auto* end = std::get_if<EndEvent>(&event)) {
    const EndEvent last = *end;
    timer_.stop();
    trainer_->join();
    trainer_.reset();
    const bool finished = last.status == RunStatus::Finished || last.status == RunStatus::Unsaved;
    const TrainerState state = finished ? TrainerState::Finished : last.status == RunStatus::Stopped ? TrainerState::Stopped : TrainerState::Failed;
    endStatus_ = last.status;
    setState(state, engineText(last.message));
    if (last.status == RunStatus::Failed) {
      Message failure;
      // "data.max_bad_share: 3 of 40 samples cannot be read. ...": the key or file before the colon becomes the message's place.
      const std::size_t colon = last.message.find(": ");
      const bool named = colon != std::string::npos && last.message.find(' ') > colon;
      if (named) failure.where = QString::fromStdString(last.message.substr(0, colon));
      failure.what = last.message.empty() ? tr("Training failed") : engineText(named ? last.message.substr(colon + 2) : last.message);
      endMessage_ = failure;
    } else if (!last.saved || last.nothingLeft) {
      Message told;
      if (last.nothingLeft) told.level = Message::Level::Warning;
      told.what = engineText(last.message);
      endMessage_ = told;
    }
    // The state of the weights is more important than captured steps that could not be kept, so it comes first.
    if (endMessage_ && captureProblem_) endMessage_->what += QLatin1Char(' ') + plainText(*captureProblem_);
    if (endMessage_) Q_EMIT message(*endMessage_);
    Q_EMIT ended(last);
    Q_EMIT trainingChanged(false);
    if (reloadWanted_)
      if (const auto problem = reload()) Q_EMIT message(*problem);
  }
}

}  // namespace stepscope
