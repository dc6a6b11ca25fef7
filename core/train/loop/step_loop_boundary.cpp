// Commands: the part of StepLoop that asks what comes next and does it. What each command comes to in each state: command_table.h.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/clock.h"
#include "core/project/switches.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/loop/step_loop.h"
#include "core/train/steps/schedule_preview.h"

namespace stepscope {
namespace {

// What is set while another program is compiled, and what it was before: whatever ends the compile, a stop among it, nothing stays turned
// by half.
class Turning {
 public:
  explicit Turning(TrainState& state)
      : state_(state), switches_(state.project.switches), choices_(state.choices), threads_(state.threads) {}
  ~Turning() {
    if (kept_) return;
    state_.project.switches = switches_;
    state_.choices = std::move(choices_);
    state_.threads = threads_;
  }
  Turning(const Turning&) = delete;
  Turning& operator=(const Turning&) = delete;
  void keep() { kept_ = true; }

 private:
  TrainState& state_;
  Switches switches_;
  KernelChoices choices_;
  int threads_;
  bool kept_ = false;
};

}  // namespace

Boundary StepLoop::boundary(Place place) const {
  const TrainerControl& control = state_.control;
  Boundary b;
  b.place = place;
  b.paused = paused_;
  b.answerable = tried_ && control.answer && control.answer->trial == control.trialsOver;
  b.windowOpen = state_.capture.running();
  b.windowWanted = state_.capture.asked();
  control.putAsked(b);
  b.kernelsDue = place == Place::Step && !paused_ && kernelsDue();
  return b;
}

// What the decision is about is taken in the same moment: nobody may put another thing in its place.
StepLoop::Command StepLoop::nextCommand(Place place) {
  TrainerControl& control = state_.control;
  const std::lock_guard lock(control.mutex);
  Command command;
  command.decision = decide(boundary(place));
  switch (command.decision) {
    case Decision::Keep:
    case Decision::RefuseKeep:
    case Decision::Drop:
      command.keep = std::exchange(control.answer, std::nullopt)->keep;
      break;
    case Decision::Turn:
      command.switches = std::exchange(control.switches, std::nullopt);
      break;
    case Decision::Try:
    case Decision::ForgetTrial:
      command.trial = std::move(control.trials.front());
      control.trials.pop_front();
      if (command.decision == Decision::Try) control.runningTrial = command.trial;
      break;
    case Decision::Save:
      control.save = false;
      break;
    case Decision::Capture:
      command.captureSteps = std::exchange(control.captureSteps, 0);
      break;
    default:
      break;
  }
  return command;
}

StepLoop::Way StepLoop::atBoundary(Place place) {
  housekeeping();
  while (true) {
    if (!paused_) tellStage(stageAt(place));
    Command command = nextCommand(place);
    if (command.decision == Decision::Wait) {  // nothing is left to do within the pause
      tellStage(stageAt(place));
      while ((command = nextCommand(place)).decision == Decision::Wait) awaitCommand(place);
    }
    if (command.decision == Decision::GoOn) return Way::On;
    if (command.decision == Decision::Stop) return Way::Stop;
    if (command.decision == Decision::Leave) return Way::Leave;
    obey(command, place);
  }
}

void StepLoop::obey(const Command& command, Place place) {
  switch (command.decision) {
    case Decision::Pause:
      return beginPause(place);
    case Decision::Resume:
      return endPause(place);
    case Decision::Keep:
    case Decision::Drop:
      endTrial(command.keep);
      break;
    case Decision::RefuseKeep:
      recorder_.warn("What was tried is not kept: no trial of these switches is at hand. Try it again.");
      break;
    case Decision::Turn:
      tried_.reset();  // it would take back what is turned now
      applySwitches(*command.switches);
      recorder_.tellSwitches();
      break;
    case Decision::Try:
      runTrial(command.trial);
      break;
    case Decision::ForgetTrial:
      tried_.reset();  // an answer is about the last result that was told
      tellCancelled(*command.trial);
      break;
    case Decision::Save:
      resume_.saveLast();
      recorder_.mark("checkpoint", "checkpoint asked for");
      break;
    case Decision::Capture:
      recorder_.capture(command.captureSteps);
      break;
    case Decision::TimeKernels:
      timeKernels();
      break;
    default:
      break;
  }
  if (paused_) resume_.saveLastUnlessSaved();
}

void StepLoop::awaitCommand(Place place) {
  {
    std::unique_lock lock(state_.control.mutex);
    // Woken now and then to tell of a checkpoint or a store that could not be written.
    state_.control.changed.wait_for(lock, std::chrono::milliseconds(500), [&] { return decide(boundary(place)) != Decision::Wait; });
  }
  housekeeping();
}

void StepLoop::beginPause(Place place) {
  // A step that a pause interrupts would look as long as the pause.
  if (place == Place::Batch) {
    endWindow();
    state_.capture.interrupt();
  }
  if (place == Place::Validation) state_.capture.wroteValidation(validationBegin_, nowNs());
  spend(Activity::Paused);
  paused_ = true;
  stepBegin_ = 0;
  recorder_.mark("pause", "paused");
  resume_.saveLast();
  recorder_.update();
  state_.control.publish(TrainerState::Paused);
}

void StepLoop::endPause(Place place) {
  spend(place == Place::Validation ? Activity::Validating : Activity::Training);
  validationBegin_ = nowNs();
  paused_ = false;
  recent_.clear();
  state_.control.publish(TrainerState::Running);
}

TrainerStage StepLoop::stageAt(Place place) const {
  switch (place) {
    case Place::Batch:
      return paused_ ? TrainerStage::PausedInStep : TrainerStage::InStep;
    case Place::Validation:
      return paused_ ? TrainerStage::PausedInValidation : TrainerStage::Validating;
    case Place::Step:
      break;
  }
  return paused_ ? TrainerStage::Paused : TrainerStage::Training;
}

void StepLoop::tellStage(TrainerStage stage) const {
  if (state_.options.onStage) state_.options.onStage(stage);
}

void StepLoop::close() {
  std::deque<std::shared_ptr<TrialRequest>> trials;
  std::optional<TrainerControl::Answer> answer;
  {
    TrainerControl& control = state_.control;
    const std::lock_guard lock(control.mutex);
    control.over = true;
    trials = std::exchange(control.trials, {});
    if (control.runningTrial) trials.push_back(std::exchange(control.runningTrial, nullptr));
    answer = std::exchange(control.answer, std::nullopt);
  }
  if (answer && !answer->keep) endTrial(false);
  if (answer && answer->keep && recorder_.begun())
    recorder_.warn("What was tried is not kept: the run ended first. Turn the switch for the next run.");
  for (const auto& trial : trials) tellCancelled(*trial);
}

void StepLoop::closeWindow() {
  endWindow();
  bool asked = false;
  {
    const std::lock_guard lock(state_.control.mutex);
    asked = state_.control.captureSteps > 0;
  }
  if (asked || recorder_.captureAwaited())
    recorder_.warn(
        "The steps that were asked for are not captured: the run ended before they began. Ask for them earlier in the next run.");
}

// A run computes on the threads that it began with, whatever becomes of its loader: other threads would give other last bits.
void StepLoop::warnOfSharedCores(const Switches& before) {
  const std::int64_t workers = state_.project.switches.numWorkers, cores = std::max(1, state_.backend->device().cores);
  if (workers <= before.numWorkers || state_.threads + workers <= cores) return;
  recorder_.warn(fmt::format(
      "{} loader workers and {} compute threads now share {} cores. A run keeps the compute threads that it began with, so that "
      "its results stay reproducible; a new run with these workers computes with {}",
      workers, state_.threads, cores, computeThreads(state_.project, *state_.backend)));
}

void StepLoop::endWindow() {
  if (state_.capture.running() && state_.capture.cutShort()) recorder_.finishCapture();
}

bool StepLoop::applySwitches(const Switches& next, const KernelChoices* choices, int threads) {
  const Switches before = state_.project.switches;
  if (next == before) return true;
  const Activity activity = state_.time.now();
  spend(Activity::Planning);
  recorder_.spans().measure();  // the program that goes
  const bool another = changesProgram(before, next) || (threads > 0 && threads != state_.threads);
  try {
    state_.checkSwitches(next);
    std::optional<StepProgram> program;
    Turning turning(state_);
    state_.project.switches = next;
    if (another) {
      if (choices) state_.choices = *choices;
      if (threads > 0) state_.threads = threads;
      // Never timed, so that memory and kernels are those which were shown before the switch was turned.
      CompileOptions options = state_.compileOptions();
      options.mayTime = false;
      tellStage(TrainerStage::Switching);
      program = compileStep(state_.project, state_.modelInput(), state_.data.validation != nullptr, *state_.backend, options, state_.work);
      throwIfCancelled(&state_.control.stop);
      program->attach();
      writeState(*program, readState(*state_.program.train), "the running program");
    }
    turning.keep();
    endWindow();  // its nodes are those of the program that goes
    if (program) {
      watch_.reset();
      ledger_.forgetProgram();
      state_.program = std::move(*program);
      state_.capture.forgetProgram();
    }
  } catch (const std::exception& error) {
    spend(activity);
    const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    recorder_.warn(std::string("The switch was not turned, training goes on as before. ") +
                   (memory ? "There is not enough memory for it." : error.what()));
    return false;
  }
  if (another) watchSteps();
  warnOfSharedCores(before);
  state_.makeLoaders();
  state_.predictProcessMemory(another ? state_.memory.arenas : 0);
  state_.loader->start(state_.progress.epoch, state_.progress.sampleInEpoch);
  recorder_.mark("switch", describeChange(before, next));
  if (another) recorder_.publishPlan();
  ledger_.begin(describeChange(before, next));
  recorder_.spans().begin(describeChange(before, next));
  recorder_.tellSwitchRows(ledger_.rows());
  recent_.clear();
  spend(activity);
  return true;
}

}  // namespace stepscope
