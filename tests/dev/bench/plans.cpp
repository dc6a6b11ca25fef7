#include "tests/dev/bench/plans.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/prediction/step_prediction.h"

namespace stepscope::dev {
namespace {

constexpr int kRepetitions = 5;

// What can be turned, one change each.
std::vector<Switches> changesOf(const Switches& now, std::int64_t peakBytes) {
  std::vector<Switches> changes;
  for (const SwitchDef& def : switchDefs()) {
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < def.choices.size(); ++i) values.push_back(static_cast<std::int64_t>(i));
    if (def.choices.empty()) values.push_back(std::min(def.maximum, 2 * def.get(now)));
    for (const std::int64_t value : values) {
      Switches changed = now;
      def.set(changed, value);
      const bool budget = changed.checkpointing == Checkpointing::Mode::Budget;
      if (budget) changed.checkpointBudgetMiB = (peakBytes / 4 * 3 + 1048575) / 1048576;
      if (changesProgram(now, changed) && (budget || def.key != "checkpoint_budget")) changes.push_back(changed);
    }
  }
  return changes;
}

class Planner {
 public:
  Planner(const ModelSpec& model, const ModelInput& input, int threads, const Backend& backend) : input_(input), backend_(backend) {
    project_.model = model;
    project_.train.optimizer.momentum = 0.9;
    project_.train.threads = threads;
    threads_ = threads > 0 ? threads : backend.device().cores;
    std::string said;
    choices_ = loadKernelCache(backend, &said);
    if (!said.empty()) fmt::print(stderr, "stepscope-cli: {}\n", said);
  }

  PlanTime time(const Switches& switches, std::string change) {
    project_.switches = switches;
    PlanTime time;
    time.change = std::move(change);
    const std::int64_t known = choices_.changes();
    time.firstMs = plan(choices_, &time);
    time.timed = static_cast<int>(choices_.changes() - known);
    if (time.timed > 0) extendKernelCache(backend_, choices_);
    time.memoryMs = time.diskMs = 1e300;
    for (int i = 0; i < kRepetitions; ++i) {
      const double ms = plan(choices_, nullptr);
      time.memoryMs = std::min(time.memoryMs, ms);
      time.memoryMostMs = std::max(time.memoryMostMs, ms);
      const std::int64_t begin = nowNs();
      KernelChoices read = loadKernelCache(backend_, nullptr);
      const double loading = static_cast<double>(nowNs() - begin) * 1e-6;
      time.diskMs = std::min(time.diskMs, loading + plan(read, nullptr));
    }
    return time;
  }

 private:
  double plan(KernelChoices& choices, PlanTime* facts) {
    CompileOptions options;
    options.mayTime = facts != nullptr;  // a running training never times when a switch is turned
    options.threads = threads_;
    options.choices = &choices;
    const std::int64_t begin = nowNs();
    const StepProgram program = compileStep(programOf(project_, input_, true), backend_, options);
    const double ms = static_cast<double>(nowNs() - begin) * 1e-6;
    if (facts) {
      facts->nodes = static_cast<int>(program.train->graph().nodes().size());
      facts->peakBytes = program.predictedPeakBytes;
    }
    return ms;
  }

  Project project_;
  ModelInput input_;
  int threads_ = 1;
  const Backend& backend_;
  KernelChoices choices_;
};

}  // namespace

std::vector<PlanTime> benchPlans(const ModelSpec& model, const ModelInput& input, const Switches& switches, int threads, const Backend& backend) {
  Planner planner(model, input, threads, backend);
  std::vector<PlanTime> times{planner.time(switches, "as it is")};
  for (const Switches& changed : changesOf(switches, times[0].peakBytes)) {
    const std::string change = describeChange(switches, changed);
    try {
      times.push_back(planner.time(changed, change));
    } catch (const Error& error) {
      // A training would refuse it with this sentence: a budget that the step cannot keep to where parameters are most of it.
      if (error.kind() != ErrorKind::Input) throw;
      fmt::print(stderr, "stepscope-cli: {} is left out: {}\n", change, error.what());
    }
  }
  return times;
}

}  // namespace stepscope::dev
