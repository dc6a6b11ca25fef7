#include "core/train/loop/switch_trials.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/trial/switch_trial.h"

namespace stepscope {

void SwitchTrials::run(const std::shared_ptr<TrialRequest>& request, bool paused) {
  const Activity before = state_.time.now();
  state_.spend(Activity::Trying);
  state_.setup.tellStage(paused ? TrainerStage::TryingInPause : TrainerStage::Trying);
  program_.endWindow();
  tried_.reset();
  program_.unwatch();
  TrialSetup setup{.project = state_.project,
                   .with = request->with,
                   .backend = *state_.setup.backend,
                   .data = state_.setup.data,
                   .metrics = state_.setup.metrics,
                   .running = state_.program,
                   .at = state_.progress,
                   .rate = state_.scheduleNow(),
                   .choices = state_.choices,
                   .autotune = state_.setup.options.autotune,
                   .keepTables = state_.setup.options.useKernelCache,
                   .work = state_.setup.work,
                   .cancel = &request->cancel};
  TrialDone done;
  try {
    state_.setup.checkSwitches(request->with);
    done = tryOut(setup, state_.setup.options.trial, [this](const std::string& what, double share) {
      state_.setup.control.events.push(TrialEvent{what, share, nullptr});
    });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Input) {
      state_.valid = false;  // the weights could not be restored
      throw;
    }
    done.result.step = state_.progress.step;
    done.result.change = describeChange(state_.project.switches, request->with);
    done.result.problem = error.what();
  }
  {
    std::lock_guard lock(state_.setup.control.mutex);
    state_.setup.control.runningTrial.reset();
    ++state_.setup.control.trialsOver;
  }
  program_.watch();
  ledger_.watchBy(*program_.steps());
  state_.capture.interrupt();  // the records of followed steps would have a gap
  state_.spend(before);
  const bool measured = done.result.outcome != TrialOutcome::Failed && done.result.outcome != TrialOutcome::Cancelled;
  trials_.push_back(std::move(done.result));
  if (measured) {
    tried_ = Tried{request->with, std::move(done.choices)};
    recorder_.mark("trial", fmt::format("tried {}: {}", trials_.back().change, trials_.back().sentence()));
  }
  tellLast();
  if (!measured) trials_.pop_back();  // reported, but nothing to keep
}

void SwitchTrials::end(bool keep) {
  if (!tried_) return;
  const Tried tried = *std::exchange(tried_, std::nullopt);
  TrialResult& trial = trials_.back();
  const int threads = trial.with.threads;
  if (keep) {
    const int before = state_.threads;
    // Kernels timed since then stay known, but the kernels of the tried step are those with which it was measured.
    KernelChoices choices = state_.choices;
    for (const auto& [key, kernel] : tried.choices.entries()) choices.set(key, kernel, tried.choices.isProvisional(key));
    if (!program_.applySwitches(tried.with, &choices, threads)) {
      recorder_.tellSwitches();
      return;
    }
    if (threads != before) recorder_.mark("switch", fmt::format("compute threads {} -> {}, as they were tried", before, threads));
    recorder_.tellSwitches();
  }
  trial.choice = keep ? TrialResult::Choice::Kept : TrialResult::Choice::PutBack;
  tellLast();
}

void SwitchTrials::tellLast() {
  const TrialResult& last = trials_.back();
  if (last.outcome != TrialOutcome::Failed && last.outcome != TrialOutcome::Cancelled)
    recorder_.store().setArtefact(recorder_.run().id, "trials", trialsJson(trials_));
  state_.setup.control.events.push(TrialEvent{last.sentence(), 1, std::make_shared<const TrialResult>(last)});
}

void SwitchTrials::tellCancelled(const TrialRequest& request) {
  TrialResult result;
  result.step = state_.progress.step;
  result.change = describeChange(state_.project.switches, request.with);
  result.outcome = TrialOutcome::Cancelled;
  state_.setup.control.events.push(TrialEvent{result.sentence(), 1, std::make_shared<const TrialResult>(result)});
}

}  // namespace stepscope
