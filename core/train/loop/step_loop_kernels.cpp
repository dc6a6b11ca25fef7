// Kernels that the run began without timing: the part of StepLoop that times them between the steps of the first epoch, and runs the step
// with the faster ones from then on. What is chosen when that epoch ends is the run's, as its checkpoints keep it.
#include "core/base/cancelled.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/loop/step_loop.h"
#include "core/train/prediction/kernel_cache.h"

#include <new>
#include <utility>

namespace stepscope {
namespace {

// What is timed at once, ns: kernels for a second, then layouts of images as long as they need. Two to ten seconds where all is to be done.
constexpr double kExpectedNs = 4e9;

// What a program of this table left untimed may be timed by another table, as by another run.
KernelChoices asFound(const KernelChoices& choices) {
  KernelChoices found;
  for (const auto& [key, kernel] : choices.entries()) found.set(key, kernel, choices.isProvisional(key));
  return found;
}

bool sameKernels(const Program& a, const Program& b) {
  if (a.kernels().size() != b.kernels().size()) return false;
  for (std::size_t n = 0; n < a.kernels().size(); ++n)
    if (a.kernels()[n].kernel != b.kernels()[n].kernel || a.graph().nodes()[n].op != b.graph().nodes()[n].op) return false;
  for (std::size_t v = 0; v < a.graph().values().size(); ++v)
    if (a.graph().values()[v].layout != b.graph().values()[v].layout) return false;
  return true;
}

}  // namespace

bool StepLoop::kernelsDue() const {
  const TrainState& s = state_;
  if (kernelsFixed_ || !s.mayTime || s.progress.epoch > 0 || s.progress.step == 0 || s.progress.gathered > 0) return false;
  if (!s.options.autotune || !programSettings(s.project.switches).autotune || !s.backend->runsNodeByNode()) return false;
  if (s.capture.running() || s.choices.provisional().empty()) return false;
  return static_cast<double>(s.session.trainNs) * s.options.timingShare >= static_cast<double>(timingNs_) + kExpectedNs;
}

void StepLoop::timeKernels() {
  spend(Activity::Planning);
  const std::int64_t begin = nowNs();
  KernelChoices choices = asFound(state_.choices);
  const std::int64_t known = choices.changes();
  CompileOptions options = state_.compileOptions();
  options.choices = &choices;
  options.timingMs = 1000;
  options.cancel = &state_.control.interrupt;  // a pause does not wait for it
  options.progress = [this](const std::string& what) { state_.control.publish(TrainerState::Running, what); };
  tellStage(TrainerStage::TimingKernels);
  try {
    StepProgram program =
        compileStep(state_.project, state_.modelInput(), state_.data.validation != nullptr, *state_.backend, options, state_.work);
    kernelsFixed_ = choices.changes() == known;  // nothing is left, or other programs hold the cores
    const bool others = !sameKernels(*program.train, *state_.program.train);
    if (others && program.stateBytes() + program.stepBytes() > state_.backend->availableBytes() / 2) {
      kernelsFixed_ = true;  // both plans are in memory for a moment: no run dies of what nobody asked for. The next one begins with it
    } else if (others) {
      program.attach();
      writeState(program, readState(*state_.program.train), "the running program");
      watch_.reset();
      ledger_.forgetProgram();
      state_.program = std::move(program);
      state_.choices = choices;
      state_.capture.forgetProgram();
      watchSteps();
      state_.predictProcessMemory(state_.memory.arenas);
      recorder_.publishPlan();
      resume_.saveLast();  // a run that is killed goes on with these kernels
    } else if (!kernelsFixed_) {
      state_.choices = choices;
    }
    if (state_.options.useKernelCache && choices.changes() > known) extendKernelCache(*state_.backend, choices);
  } catch (const Cancelled&) {  // the run ends or pauses: later, if it goes on, from the beginning
  } catch (const Error&) {
    kernelsFixed_ = true;  // the run goes on as it is
  } catch (const std::bad_alloc&) {
    kernelsFixed_ = true;
  }
  timingNs_ += nowNs() - begin;
  recent_.clear();
  spend(Activity::Training);
  state_.control.publish(TrainerState::Running);
}

}  // namespace stepscope
