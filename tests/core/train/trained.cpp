#include "tests/core/train/trained.h"

#include <condition_variable>
#include <mutex>

namespace stepscope::test {
namespace {

constexpr const char* kSmallProject = R"([project]
name = "small"
[data]
kind = "synthetic"
count = 320
image_size = 12
classes = 5
[model]
name = "mlp"
hidden = [48, 24]
dropout = 0.25
[train]
epochs = 3
[train.optimizer]
name = "sgd"
learning_rate = 0.05
momentum = 0.9
[train.schedule]
name = "cosine"
warmup_epochs = 0.5
[train.capture]
step = -1
[switches]
batch_size = 32
num_workers = 1
)";

}  // namespace

Trained train(const Project& project, const TrainerOptions& options, const OnEvent& onEvent) {
  Trained trained;
  bool ended = false;
  Trainer trainer(project, options);
  const auto keep = [&](const TrainerEvent& event) {
    if (const auto* state = std::get_if<StateEvent>(&event)) trained.states.push_back(*state);
    if (const auto* start = std::get_if<StartEvent>(&event)) trained.start = *start;
    if (const auto* step = std::get_if<StepEvent>(&event)) trained.steps.push_back(*step);
    if (const auto* epoch = std::get_if<EpochEvent>(&event)) trained.epochs.push_back(*epoch);
    if (const auto* marker = std::get_if<MarkerEvent>(&event)) trained.markers.push_back(marker->marker);
    if (std::holds_alternative<LiveEvent>(event)) ++trained.lives;
    if (const auto* trial = std::get_if<TrialEvent>(&event)) trained.trials.push_back(*trial);
    if (const auto* capture = std::get_if<CaptureEvent>(&event)) trained.captures.push_back(*capture);
    if (const auto* warning = std::get_if<WarningEvent>(&event)) trained.warnings.push_back(warning->text);
    if (const auto* switches = std::get_if<SwitchesEvent>(&event)) trained.switches.push_back(switches->switches);
    if (const auto* plan = std::get_if<PlanEvent>(&event)) trained.plans.push_back(plan->plan);
    if (const auto* end = std::get_if<EndEvent>(&event)) {
      trained.end = *end;
      ended = true;
    }
    if (onEvent) onEvent(trainer, trained, event);
  };
  while (!ended) {
    trainer.events().wait(20);
    for (const TrainerEvent& event : trainer.events().drain()) keep(event);
  }
  trainer.join();
  for (const TrainerEvent& event : trainer.events().drain()) keep(event);
  return trained;
}

Trained trainStepByStep(const Project& project, TrainerOptions options, const OnEvent& onEvent) {
  std::mutex mutex;
  std::condition_variable changed;
  std::int64_t seen = -1;
  options.onStep = [&](const StepEvent& step) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return seen >= step.step; });
  };
  return train(project, options, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
    if (onEvent) onEvent(trainer, so, event);
    if (const auto* step = std::get_if<StepEvent>(&event)) {
      const std::lock_guard lock(mutex);
      seen = step->step;
      changed.notify_all();
    }
  });
}

Trained trainToStep(const Project& project, std::int64_t step, const TrainerOptions& options) {
  return trainStepByStep(project, options, [step](Trainer& trainer, const Trained&, const TrainerEvent& event) {
    const auto* done = std::get_if<StepEvent>(&event);
    if (done && done->step >= step) trainer.stop();
  });
}

Project smallProject(const QTemporaryDir& folder, const Overrides& overrides) {
  return parseProject(kSmallProject, folder.filePath("project.toml").toStdString(), overrides);
}

std::vector<Point> losses(const Project& project, RunId run) {
  return RunReader(project.storePath()).points(run, "train_loss");
}

}  // namespace stepscope::test
