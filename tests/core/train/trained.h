// Trains a project to its end and keeps everything that was told on the way.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/store/run_store.h"
#include "core/train/trainer.h"

// After our headers: Qt takes the word "slots" away.
#include <QTemporaryDir>

namespace stepscope::test {

// The task's metric in what was told: "train_" or "val_".
inline double metricOf(const Figures& figures, const char* prefix) {
  for (const auto& [key, value] : figures.entries)
    if (key.starts_with(prefix) && key != std::string(prefix) + "loss") return value;
  return std::numeric_limits<double>::quiet_NaN();
}

struct Trained {
  std::vector<StateEvent> states;
  std::optional<StartEvent> start;
  std::vector<StepEvent> steps;
  std::vector<EpochEvent> epochs;
  std::vector<Marker> markers;
  std::vector<CaptureEvent> captures;
  int lives = 0;  // LiveEvents
  std::vector<TrialEvent> trials;
  std::vector<std::string> warnings;
  std::vector<std::shared_ptr<const PlanView>> plans;
  std::vector<Switches> switches;  // that the run said it computes with
  EndEvent end;
};

// onEvent may turn the trainer's knobs; it sees every event after it was kept.
using OnEvent = std::function<void(Trainer&, const Trained&, const TrainerEvent&)>;

Trained train(const Project& project, const TrainerOptions& options = {}, const OnEvent& onEvent = {});

// As train(), but a step begins only when onEvent has seen the one before it: what it commands takes effect at that very boundary, however
// busy the machine is.
Trained trainStepByStep(const Project& project, TrainerOptions options, const OnEvent& onEvent);

// Stops when this step is done.
Trained trainToStep(const Project& project, std::int64_t step, const TrainerOptions& options = {});

// A project in `folder` (project.toml need not exist) on synthetic pictures: 320 samples of 12 x 12, an mlp with dropout.
Project smallProject(const QTemporaryDir& folder, const Overrides& overrides = {});

// What is resident of the step's memory is what was planned, but for the rest of the last page of each of its two arenas.
inline bool asPlanned(std::int64_t measured, std::int64_t planned) {
  return planned > 0 && measured >= planned && measured <= planned + (std::int64_t{4} << 20);
}

// The training losses of a run as the store has them.
std::vector<Point> losses(const Project& project, RunId run);

}  // namespace stepscope::test
