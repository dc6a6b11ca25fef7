#include "core/train/loop/running_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"

namespace stepscope {
namespace {

// Settings for the compilation of another program, and their old values: if the compilation ends early, for example by a stop, all old values are
// restored.
class Turning {
 public:
  explicit Turning(TrainState& state) : state_(state), switches_(state.project.switches), choices_(state.choices), threads_(state.threads) {}
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

// The time for one round of timing, ns: kernels take a second, then image layouts as long as they need. In all two to ten seconds.
constexpr double kExpectedNs = 4e9;

// The choices as another run would find them, so that kernels that were left untimed may be timed again.
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

// Starts to watch the program. On a device that only launches kernels an observer would have to wait for them, so there a stop does not interrupt
// steps.
void RunningProgram::watch() {
  watch_ = std::make_unique<StepWatch>(*state_.program.train, state_.setup.backend->runsNodeByNode() ? &state_.setup.control.stop : nullptr);
  state_.learning.follow(*state_.program.train);
}

void RunningProgram::endWindow() {
  if (state_.capture.running() && state_.capture.cutShort()) recorder_.finishCapture();
}

// Warns if loader workers and compute threads share cores. A run keeps the number of threads that it began with, because another number would change
// the last bits of the results.
void RunningProgram::warnOfSharedCores(const Switches& before) {
  const std::int64_t workers = state_.project.switches.numWorkers, cores = std::max(1, state_.setup.backend->device().cores);
  if (workers <= before.numWorkers || state_.threads + workers <= cores) return;
  recorder_.warn(
      fmt::format("{} loader workers and {} compute threads now share {} cores. A run keeps the compute threads that it began with, so that "
                  "its results stay reproducible; a new run with these workers computes with {}",
                  workers, state_.threads, cores, computeThreads(state_.project, *state_.setup.backend)));
}

void RunningProgram::replace(StepProgram program) {
  watch_.reset();
  ledger_.forgetProgram();
  state_.program = std::move(program);
  state_.capture.forgetProgram();
}

bool RunningProgram::applySwitches(const Switches& next, const KernelChoices* choices, int threads) {
  const Switches before = state_.project.switches;
  if (next == before) return true;
  const Activity activity = state_.time.now();
  state_.spend(Activity::Planning);
  recorder_.spans().measure();  // measures the memory of the program that is replaced
  const bool another = changesProgram(before, next) || (threads > 0 && threads != state_.threads);
  try {
    state_.setup.checkSwitches(next);
    std::optional<StepProgram> program;
    Turning turning(state_);
    state_.project.switches = next;
    if (another) {
      if (choices) state_.choices = *choices;
      if (threads > 0) state_.threads = threads;
      // Never times kernels, so that memory and kernels are those shown before the switch was changed.
      CompileOptions options = state_.compileOptions();
      options.mayTime = false;
      state_.setup.tellStage(TrainerStage::Switching);
      program = compileStep(state_.spec(), *state_.setup.backend, options);
      throwIfCancelled(&state_.setup.control.stop);
      program->attach();
      writeState(*program, readState(*state_.program.train), "the running program");
    }
    turning.keep();
    endWindow();  // the recorded nodes belong to the program that is replaced
    if (program) {
      replace(std::move(*program));
    }
  } catch (const std::exception& error) {
    state_.spend(activity);
    const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    recorder_.warn(std::string("The switch was not turned, training goes on as before. ") +
                   (memory ? "There is not enough memory for it." : error.what()));
    return false;
  }
  if (another) watch();
  warnOfSharedCores(before);
  state_.makeLoaders();
  state_.predictProcessMemory(another ? state_.memory.arenas : 0);
  state_.loader->start(state_.progress.epoch, state_.progress.sampleInEpoch);
  recorder_.mark("switch", describeChange(before, next));
  if (another) recorder_.publishPlan();
  ledger_.begin(describeChange(before, next));
  recorder_.spans().begin(describeChange(before, next));
  recorder_.tellSwitchRows(ledger_.rows());
  state_.spend(activity);
  return true;
}

bool RunningProgram::kernelsDue() const {
  const TrainState& s = state_;
  if (kernelsFixed_ || !s.setup.mayTime || s.progress.epoch > 0 || s.progress.step == 0 || s.progress.gathered > 0) return false;
  if (!s.setup.options.autotune || !programSettings(s.project.switches).kernels.autotune || !s.setup.backend->runsNodeByNode()) return false;
  if (s.capture.running() || s.choices.provisional().empty()) return false;
  return static_cast<double>(s.session.trainNs) * s.setup.options.timingShare >= static_cast<double>(timingNs_) + kExpectedNs;
}

void RunningProgram::timeKernels() {
  state_.spend(Activity::Planning);
  const std::int64_t begin = nowNs();
  KernelChoices choices = asFound(state_.choices);
  const std::int64_t known = choices.changes();
  CompileOptions options = state_.compileOptions();
  options.choices = &choices;
  options.timingMs = 1000;
  options.cancel = &state_.setup.control.interrupt;  // a pause does not have to wait for it
  options.progress = [this](const std::string& what) { state_.setup.control.publish(TrainerState::Running, what); };
  state_.setup.tellStage(TrainerStage::TimingKernels);
  try {
    StepProgram program = compileStep(state_.spec(), *state_.setup.backend, options);
    kernelsFixed_ = choices.changes() == known;  // nothing is left to time, or other programs use the cores
    const bool others = !sameKernels(*program.train, *state_.program.train);
    if (others && program.stateBytes() + program.stepBytes() > state_.setup.backend->availableBytes() / 2) {
      // Two programs would be in memory for a moment, and the run must not fail because of that. The next run begins with the new one.
      kernelsFixed_ = true;
    } else if (others) {
      program.attach();
      writeState(program, readState(*state_.program.train), "the running program");
      replace(std::move(program));
      state_.choices = choices;
      watch();
      state_.predictProcessMemory(state_.memory.arenas);
      recorder_.publishPlan();
      resume_.saveLast();  // if the run is killed, it resumes with these kernels
    } else if (!kernelsFixed_) {
      state_.choices = choices;
    }
    if (state_.setup.options.useKernelCache && choices.changes() > known) extendKernelCache(*state_.setup.backend, choices);
  } catch (const Cancelled&) {  // the run stops or pauses: starts again later if the run goes on
  } catch (const Error&) {
    kernelsFixed_ = true;  // the run continues unchanged
  } catch (const std::bad_alloc&) {
    kernelsFixed_ = true;
  }
  timingNs_ += nowNs() - begin;
  state_.spend(Activity::Training);
  state_.setup.control.publish(TrainerState::Running);
}

}  // namespace stepscope
