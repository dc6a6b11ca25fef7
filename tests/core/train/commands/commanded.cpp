#include "tests/core/train/commands/commanded.h"

#include <future>

namespace stepscope::test {
namespace {

constexpr const char* kTinyProject = R"([project]
name = "tiny"
[data]
kind = "synthetic"
count = 80
image_size = 4
classes = 3
validation_split = 0.4
[model]
name = "mlp"
hidden = [8]
dropout = 0.25
[train]
epochs = 2
threads = 1
[train.optimizer]
name = "adamw"
learning_rate = 0.01
[train.capture]
step = -1
warmup = 0
[switches]
batch_size = 8
accumulation = 2
num_workers = 1
)";

constexpr const char* kPictures = R"([data]
kind = "synthetic"
count = 32
image_size = 8
classes = 3
[[model.layers]]
type = "conv2d"
out_channels = 4
kernel_size = 3
[[model.layers]]
type = "global_avg_pool"
[[model.layers]]
type = "flatten"
[[model.layers]]
type = "linear"
out_features = 3
[train]
epochs = 1
threads = 1
[train.capture]
step = -1
warmup = 0
[switches]
batch_size = 8
num_workers = 0
)";

}  // namespace

Commanded::Commanded(const Project& project, TrainerOptions options, OnStage onStage, const std::function<void(Trainer&)>& meanwhile) {
  std::promise<Trainer*> made;
  options.onStage = [&, trainer = made.get_future().share()](TrainerStage stage) {
    trainer_ = trainer.get();
    drain();
    log_.push_back(stage);
    if (onStage) onStage(*this, stage);
  };
  Trainer trainer(project, options);
  made.set_value(&trainer);
  alone_ = !meanwhile;
  if (meanwhile) meanwhile(trainer);
  trainer.join();
  trainer_ = &trainer;
  drain();
}

void Commanded::drain() {
  for (TrainerEvent& event : trainer_->events().drain()) log_.emplace_back(std::move(event));
}

void Commanded::give(TrainerCommand command, const Switches& switches) {
  log_.push_back(Issued{command});
  switch (command) {
    case TrainerCommand::Pause: return trainer_->pause();
    case TrainerCommand::Resume: return trainer_->resume();
    case TrainerCommand::Stop: return trainer_->stop();
    case TrainerCommand::Turn: return trainer_->setSwitches(switches);
    case TrainerCommand::Try: return trainer_->tryOut(switches);
    case TrainerCommand::CancelTrial: return trainer_->cancelTrial();
    case TrainerCommand::Keep: return trainer_->endTrial(true);
    case TrainerCommand::Drop: return trainer_->endTrial(false);
    case TrainerCommand::Checkpoint: return trainer_->checkpoint();
    case TrainerCommand::Capture: return trainer_->capture(1);
  }
}

std::vector<double> Commanded::losses() const {
  std::vector<double> losses;
  for (const StepEvent& step : all<StepEvent>()) losses.push_back(step.loss());
  return losses;
}

bool Commanded::answerable() const {
  bool open = false;
  for (const Happened& happened : log_) {
    if (const auto* trial = eventOf<TrialEvent>(happened); trial && trial->result) {
      const TrialOutcome outcome = trial->result->outcome;
      open = outcome != TrialOutcome::Failed && outcome != TrialOutcome::Cancelled && trial->result->choice == TrialResult::Choice::Open;
    }
    const auto* marker = eventOf<MarkerEvent>(happened);
    if (marker && marker->marker.kind == "switch") open = false;
  }
  return open;
}

QString Commanded::illegal() const {
  std::optional<TrainerState> state;
  std::int64_t step = -1, epoch = -1;
  std::size_t tried = 0, answered = 0;
  bool begun = false, ended = false, open = false, closed = false;
  const auto final = [](TrainerState s) { return s == TrainerState::Finished || s == TrainerState::Stopped || s == TrainerState::Failed; };
  for (const Happened& happened : log_) {
    if (const auto* stage = std::get_if<TrainerStage>(&happened)) closed = closed || *stage == TrainerStage::Ending;
    if (const auto* issued = std::get_if<Issued>(&happened)) {
      if (issued->command == TrainerCommand::Try && !closed) ++tried;
      continue;
    }
    if (!std::holds_alternative<TrainerEvent>(happened)) continue;
    const auto* told = eventOf<StateEvent>(happened);
    if (ended && !told) return "something is told after the end";
    if (told) {
      const TrainerState next = told->state;
      if (state && final(*state)) return "a state after the last one";
      if (state == TrainerState::Paused && next == TrainerState::Preparing) return "prepared within a pause";
      if (state == TrainerState::Stopping && !final(next)) return "it goes on after it was stopped";
      if (next == TrainerState::Paused && state != TrainerState::Running) return "paused, but it did not run";
      if (final(next) && !ended) return "the last state before the end is told";
      state = next;
    }
    if (const auto* start = eventOf<StartEvent>(happened)) {
      if (begun) return "two starts";
      begun = true;
      step = start->firstStep;
    }
    if (const auto* done = eventOf<StepEvent>(happened)) {
      if (!begun || state != TrainerState::Running) return QString("step %1 is done while it does not run").arg(done->step);
      if (done->step != step + 1) return QString("step %1 follows step %2").arg(done->step).arg(step);
      step = done->step;
      if (epoch < 0) epoch = done->epoch;
    }
    if (const auto* done = eventOf<EpochEvent>(happened)) {
      if (state != TrainerState::Running) return "an epoch ends while it does not run";
      if (epoch >= 0 && done->epoch != epoch + 1) return QString("epoch %1 is over after epoch %2").arg(done->epoch).arg(epoch);
      epoch = done->epoch;
    }
    if (const auto* trial = eventOf<TrialEvent>(happened); trial && trial->result) {
      if (trial->result->choice == TrialResult::Choice::Open) {
        ++answered;
        open = trial->result->outcome != TrialOutcome::Failed && trial->result->outcome != TrialOutcome::Cancelled;
      } else {
        if (!open) return "a choice is told of a trial that is not there";
        open = false;
      }
    }
    if (eventOf<EndEvent>(happened)) {
      if (ended) return "two ends";
      ended = true;
    }
  }
  if (!ended || !state || !final(*state)) return "the end is not told";
  if (alone_ && tried != answered) return QString("%1 trials were asked for, %2 have a result").arg(tried).arg(answered);
  return {};
}

Project tinyProject(const QTemporaryDir& folder, const Overrides& overrides) {
  return parseProject(kTinyProject, folder.filePath("project.toml").toStdString(), overrides);
}

Project pictureProject(const QTemporaryDir& folder) {
  return parseProject(kPictures, folder.filePath("project.toml").toStdString(), {});
}

TrainerOptions pictureOptions() {
  TrainerOptions options = tinyOptions();
  options.autotune = true;
  options.timingShare = 1e9;
  return options;
}

TrainerOptions tinyOptions() {
  TrainerOptions options;
  options.autotune = false;
  options.useKernelCache = false;
  options.trial.seconds = 0.001;
  options.trial.warmup = 1;
  options.trial.leastPairs = 1;
  options.trial.mostPairs = 1;
  return options;
}

}  // namespace stepscope::test
