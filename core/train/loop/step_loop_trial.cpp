// Trying switches while a run trains: the part of StepLoop that carries out Trainer::tryOut and Trainer::endTrial.
#include <fmt/format.h>

#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/loop/step_loop.h"
#include "core/train/trial/switch_trial.h"

namespace stepscope {

void StepLoop::runTrial(const std::shared_ptr<TrialRequest>& request) {
  const Activity before = state_.time.now();
  spend(Activity::Trying);
  tellStage(paused_ ? TrainerStage::TryingInPause : TrainerStage::Trying);
  endWindow();
  tried_.reset();
  watch_.reset();
  TrialSetup setup{.project = state_.project,
                   .with = request->with,
                   .backend = *state_.backend,
                   .data = state_.data,
                   .metric = state_.metric,
                   .running = state_.program,
                   .at = state_.progress,
                   .rate = scheduleNow(),
                   .choices = state_.choices,
                   .autotune = state_.options.autotune,
                   .keepTables = state_.options.useKernelCache,
                   .work = state_.work,
                   .cancel = &request->cancel};
  TrialDone done;
  try {
    state_.checkSwitches(request->with);
    done = tryOut(setup, state_.options.trial, [this](const std::string& what, double share) { state_.control.events.push(TrialEvent{what, share, nullptr}); });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Input) {
      state_.valid = false;  // the weights could not be put back
      throw;
    }
    done.result.step = state_.progress.step;
    done.result.change = describeChange(state_.project.switches, request->with);
    done.result.problem = error.what();
  }
  {
    std::lock_guard lock(state_.control.mutex);
    state_.control.runningTrial.reset();
    ++state_.control.trialsOver;
  }
  watchSteps();
  ledger_.watchBy(*watch_);
  state_.capture.interrupt();  // followed steps would have a gap
  spend(before);
  recent_.clear();
  const bool measured = done.result.outcome != TrialOutcome::Failed && done.result.outcome != TrialOutcome::Cancelled;
  trials_.push_back(std::move(done.result));
  if (measured) {
    tried_ = Tried{request->with, std::move(done.choices)};
    recorder_.mark("trial", fmt::format("tried {}: {}", trials_.back().change, trials_.back().sentence()));
  }
  tellTrial();
  if (!measured) trials_.pop_back();  // told, but nothing to keep
}

void StepLoop::endTrial(bool keep) {
  if (!tried_) return;
  const Tried tried = *std::exchange(tried_, std::nullopt);
  TrialResult& trial = trials_.back();
  const int threads = trial.with.threads;
  if (keep) {
    const int before = state_.threads;
    // Kernels that were timed since stay known; those of the step that was measured are the ones it was measured with.
    KernelChoices choices = state_.choices;
    for (const auto& [key, kernel] : tried.choices.entries()) choices.set(key, kernel, tried.choices.isProvisional(key));
    if (!applySwitches(tried.with, &choices, threads)) {
      recorder_.tellSwitches();
      return;
    }
    if (threads != before)
      recorder_.mark("switch", fmt::format("compute threads {} -> {}, as they were tried", before, threads));
    recorder_.tellSwitches();
  }
  trial.choice = keep ? TrialResult::Choice::Kept : TrialResult::Choice::PutBack;
  tellTrial();
}

void StepLoop::tellTrial() {
  const TrialResult& last = trials_.back();
  if (last.outcome != TrialOutcome::Failed && last.outcome != TrialOutcome::Cancelled)
    recorder_.store().setArtefact(recorder_.run().id, "trials", trialsJson(trials_));
  state_.control.events.push(TrialEvent{last.sentence(), 1, std::make_shared<const TrialResult>(last)});
}

void StepLoop::tellCancelled(const TrialRequest& request) {
  TrialResult result;
  result.step = state_.progress.step;
  result.change = describeChange(state_.project.switches, request.with);
  result.outcome = TrialOutcome::Cancelled;
  state_.control.events.push(TrialEvent{result.sentence(), 1, std::make_shared<const TrialResult>(result)});
}

}  // namespace stepscope
