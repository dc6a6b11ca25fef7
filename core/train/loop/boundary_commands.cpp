#include "core/train/loop/boundary_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

#include "core/base/clock.h"
#include "core/base/units.h"
#include "core/train/loop/step_loop.h"

namespace stepscope {

void BoundaryCommands::housekeeping() {
  constexpr std::int64_t kEvery = 250'000'000;
  const std::int64_t now = nowNs();
  if (now < nextHousekeeping_) return;
  nextHousekeeping_ = now + kEvery;
  recorder_.sampleSystem(now);
  resume_.tellErrors();
  recorder_.tellErrors();
  if (state_.setup.control.state == TrainerState::Paused) return;
  if (recorder_.updateDue(now)) recorder_.update();
  if (resume_.due(now)) resume_.saveLast();
}

Boundary BoundaryCommands::boundary(Place place) const {
  const TrainerControl& control = state_.setup.control;
  Boundary b;
  b.place = place;
  b.paused = paused_;
  b.answerable = trials_.canKeep() && control.answer && control.answer->trial == control.trialsOver;
  b.windowOpen = state_.capture.running();
  b.windowWanted = state_.capture.asked();
  control.putAsked(b);
  b.kernelsDue = place == Place::Step && !paused_ && program_.kernelsDue();
  b.workersDue = place == Place::Step && !paused_ && workers_.due();
  return b;
}

// The subject of the decision is taken under the same lock, so that no other thread can replace it in between.
BoundaryCommands::Command BoundaryCommands::nextCommand(Place place) {
  TrainerControl& control = state_.setup.control;
  const std::lock_guard lock(control.mutex);
  Command command;
  command.decision = decide(boundary(place));
  switch (command.decision) {
    case Decision::Keep:
    case Decision::RefuseKeep:
    case Decision::Drop: command.keep = std::exchange(control.answer, std::nullopt)->keep; break;
    case Decision::Turn: command.switches = std::exchange(control.switches, std::nullopt); break;
    case Decision::Try:
    case Decision::ForgetTrial:
      command.trial = std::move(control.trials.front());
      control.trials.pop_front();
      if (command.decision == Decision::Try) control.runningTrial = command.trial;
      break;
    case Decision::Save: control.save = false; break;
    case Decision::Capture: command.captureSteps = std::exchange(control.captureSteps, 0); break;
    default: break;
  }
  return command;
}

BoundaryCommands::Way BoundaryCommands::at(Place place) {
  housekeeping();
  while (true) {
    if (!paused_) state_.setup.tellStage(stageAt(place));
    Command command = nextCommand(place);
    if (command.decision == Decision::Wait) {  // nothing is left to do during the pause
      state_.setup.tellStage(stageAt(place));
      while ((command = nextCommand(place)).decision == Decision::Wait) awaitCommand(place);
    }
    if (command.decision == Decision::GoOn) return Way::On;
    if (command.decision == Decision::Stop) return Way::Stop;
    if (command.decision == Decision::Leave) return Way::Leave;
    obey(command, place);
  }
}

void BoundaryCommands::obey(const Command& command, Place place) {
  switch (command.decision) {
    case Decision::Pause: return beginPause(place);
    case Decision::Resume: return endPause(place);
    case Decision::Keep:
    case Decision::Drop:
      trials_.end(command.keep);
      pace_.restart();
      break;
    case Decision::RefuseKeep: recorder_.warn("The tried switches are not kept: no trial of these switches is at hand. Try it again."); break;
    case Decision::Turn:
      trials_.forget();  // it would undo the switches that are applied now
      turn(*command.switches);
      break;
    case Decision::Try:
      trials_.run(command.trial, paused_);
      pace_.restart();
      break;
    case Decision::ForgetTrial:
      trials_.forget();  // an answer refers to the last reported result
      trials_.tellCancelled(*command.trial);
      break;
    case Decision::Save:
      resume_.saveLast();
      recorder_.mark("checkpoint", "checkpoint asked for");
      break;
    case Decision::Capture: recorder_.capture(command.captureSteps); break;
    case Decision::TimeKernels:
      program_.timeKernels();
      pace_.restart();
      workers_.restart();
      break;
    case Decision::AdaptWorkers: adaptWorkers(); break;
    default: break;
  }
  if (paused_) resume_.saveLastUnlessSaved();
}

// A number of workers that is chosen during the run ends the search for it, and "auto" begins it.
void BoundaryCommands::turn(Switches switches) {
  const std::int64_t before = state_.project.switches.numWorkers;
  if (std::exchange(switches.autoWorkers, false)) {
    workers_.adapt(true);
    switches.numWorkers = before;
  } else if (switches.numWorkers != before) {
    workers_.adapt(false);
  }
  program_.applySwitches(switches);
  recorder_.tellSwitches();
  pace_.restart();
  workers_.restart();
}

void BoundaryCommands::adaptWorkers() {
  const std::int64_t before = state_.project.switches.numWorkers;
  LoadingCosts costs;
  costs.cores = std::max(1, state_.setup.backend->device().cores);
  costs.threads = state_.threads;
  costs.fixed = state_.project.train.threads > 0 || state_.project.switches.deterministic;
  costs.computeMs = workers_.computeMs();
  costs.readMs = static_cast<double>(state_.loader->meanReadNs()) * 1e-6;
  const std::optional<WorkerPlan> plan = workers_.better(costs, static_cast<int>(before));
  if (!plan) return;
  Switches switches = state_.project.switches;
  switches.numWorkers = plan->workers;
  if (program_.applySwitches(switches, nullptr, plan->threads))
    recorder_.log(LogLine::Level::Info,
                  fmt::format("num_workers = auto: {} -> {} loader workers. One thread reads a batch in {}, and {} compute threads need {} for it",
                              before, plan->workers, text::milliseconds(costs.readMs), costs.threads, text::milliseconds(costs.computeMs)));
  recorder_.tellSwitches();
  pace_.restart();
  workers_.restart();
}

void BoundaryCommands::awaitCommand(Place place) {
  {
    std::unique_lock lock(state_.setup.control.mutex);
    // Woken from time to time to report a checkpoint or a store that could not be written.
    state_.setup.control.changed.wait_for(lock, std::chrono::milliseconds(500), [&] { return decide(boundary(place)) != Decision::Wait; });
  }
  housekeeping();
}

void BoundaryCommands::beginPause(Place place) {
  // Captured steps end here: a step that is interrupted would look as long as the pause.
  if (place == Place::Batch) {
    program_.endWindow();
    state_.capture.interrupt();
  }
  if (place == Place::Validation) state_.capture.wroteValidation(validationBegin_, nowNs());
  state_.spend(Activity::Paused);
  paused_ = true;
  pace_.stepBegin = 0;
  recorder_.mark("pause", "paused");
  resume_.saveLast();
  recorder_.update();
  state_.setup.control.publish(TrainerState::Paused);
}

void BoundaryCommands::endPause(Place place) {
  state_.spend(place == Place::Validation ? Activity::Validating : Activity::Training);
  validationBegin_ = nowNs();
  paused_ = false;
  pace_.restart();
  state_.setup.control.publish(TrainerState::Running);
}

TrainerStage BoundaryCommands::stageAt(Place place) const {
  switch (place) {
    case Place::Batch: return paused_ ? TrainerStage::PausedInStep : TrainerStage::InStep;
    case Place::Validation: return paused_ ? TrainerStage::PausedInValidation : TrainerStage::Validating;
    case Place::Step: break;
  }
  return paused_ ? TrainerStage::Paused : TrainerStage::Training;
}

void BoundaryCommands::close() {
  std::deque<std::shared_ptr<TrialRequest>> trials;
  std::optional<TrainerControl::Answer> answer;
  {
    TrainerControl& control = state_.setup.control;
    const std::lock_guard lock(control.mutex);
    control.over = true;
    trials = std::exchange(control.trials, {});
    if (control.runningTrial) trials.push_back(std::exchange(control.runningTrial, nullptr));
    answer = std::exchange(control.answer, std::nullopt);
  }
  if (answer && !answer->keep) trials_.end(false);
  if (answer && answer->keep && recorder_.begun())
    recorder_.warn("The tried switches are not kept: the run ended first. Turn the switch for the next run.");
  for (const auto& trial : trials) trials_.tellCancelled(*trial);
}

void BoundaryCommands::closeWindow() {
  program_.endWindow();
  bool asked = false;
  {
    const std::lock_guard lock(state_.setup.control.mutex);
    asked = state_.setup.control.captureSteps > 0;
  }
  if (asked || recorder_.captureAwaited())
    recorder_.warn("The steps that were asked for are not captured: the run ended before they began. Ask for them earlier in the next run.");
}

}  // namespace stepscope
