#include "core/program/checkpoint_search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/passes/gradient_norms.h"

namespace stepscope {
namespace {

// Builds the training step. On a backend that runs node by node (the host) the optimizer's kernels also compute the norms of the gradients: each
// gradient is still in the cache, so its norm costs almost nothing.
StepGraph trainingStep(const Graph& forward, const OptimizerSpec& optimizer, const StepOptions& passes, const Backend& backend) {
  StepGraph step = buildTrainingStep(forward, optimizer, passes);
  if (backend.runsNodeByNode()) tellGradientNorms(step.graph);
  return step;
}

// Checkpointing is judged by compiled programs: kernels add copies and workspaces, and fusion in the backend saves memory. All programs here are
// compiled without timing kernels; the program of the result is kept for callers that do not need timed kernels.
class CheckpointedStep {
 public:
  CheckpointedStep(const Graph& forward, const OptimizerSpec& optimizer, const StepOptions& passes, const Backend& backend,
                   const CompileOptions& options)
      : forward_(forward), optimizer_(optimizer), passes_(passes), backend_(backend), options_(options) {
    options_.onlyPlanned = options.onlyPlanned || options.mayTime;  // the result is compiled once more afterwards
    options_.mayTime = false;
  }

  // For Blocks and Sqrt: no checkpointing if it would need as much memory as keeping everything.
  StepGraph orNone() {
    const Checkpointing::Mode asked = passes_.checkpointing.mode;
    StepGraph step = build(asked);
    const std::int64_t with = peakOf(step);
    std::unique_ptr<Program> program = std::move(compiled_);
    StepGraph whole = build(Checkpointing::Mode::Off);
    const std::int64_t without = peakOf(whole);
    if (with < without) {
      compiled_ = std::move(program);
      return step;
    }
    PassReport& report = whole.reports.emplace_back();
    report.pass = "checkpointing";
    report.notes.push_back(checkpointingSavesNothing(with, without));
    return whole;
  }

  // Finds what fits the budget with the least work: recomputed norms only, or else recomputed segments of the graph. The difference between the
  // program's peak and the peak of the graph's own plan is taken from the program that keeps everything, then from the ones that were too large.
  StepGraph within(std::int64_t budget) {
    const auto fits = [&](const StepGraph& step) {
      const std::int64_t peak = peakOf(step);
      least_ = std::min(least_, peak);
      return peak <= budget;
    };
    StepGraph step = build(Checkpointing::Mode::Off);
    if (fits(step)) return step;
    std::vector<std::int64_t> peaks;
    passes_.checkpointCosts.peaks = &peaks;
    Checkpointing& how = passes_.checkpointing;
    how.budgetBytes = std::numeric_limits<std::int64_t>::max();
    step = build(Checkpointing::Mode::Budget);
    how.budgetBytes = budget;
    constexpr int kMostRounds = 8;
    for (int round = 0; round < kMostRounds; ++round) {
      if (fits(step)) return step;
      // The last of `peaks` belongs to the graph just compiled. The overhead never shrinks, so every round leaves less room and recomputes more
      // segments.
      const std::int64_t overhead = peak_ - peaks.back();
      how.overheadBytes = round == 0 ? overhead : std::max(how.overheadBytes, overhead);
      try {
        step = build(Checkpointing::Mode::Budget);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input) throw;
        break;
      }
    }
    // By this estimate no choice is small enough. The smallest ones are compiled to learn what they really need.
    for (const Checkpointing::Mode mode : {Checkpointing::Mode::Blocks, Checkpointing::Mode::Sqrt}) {
      step = build(mode);
      if (fits(step)) return step;
    }
    refuseBudget(step.graph, budget, least_);
  }

  std::unique_ptr<Program> takeProgram() { return std::move(compiled_); }

 private:
  StepGraph build(Checkpointing::Mode mode) {
    passes_.checkpointing.mode = mode;
    return trainingStep(forward_, optimizer_, passes_, backend_);
  }
  std::int64_t peakOf(const StepGraph& step) {
    compiled_ = backend_.compile(step.graph, options_);
    return peak_ = compiled_->plan().peakBytes();
  }

  const Graph& forward_;
  const OptimizerSpec& optimizer_;
  StepOptions passes_;
  const Backend& backend_;
  CompileOptions options_;
  std::unique_ptr<Program> compiled_;
  std::int64_t peak_ = 0, least_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace

StepGraph buildStep(const Graph& forward, const OptimizerSpec& optimizer, const StepOptions& passes, const Backend& backend,
                    const CompileOptions& options, std::unique_ptr<Program>& compiled) {
  using Mode = Checkpointing::Mode;
  if (passes.checkpointing.mode == Mode::Off) return trainingStep(forward, optimizer, passes, backend);
  CheckpointedStep checkpointed(forward, optimizer, passes, backend, options);
  StepGraph step = passes.checkpointing.mode == Mode::Budget ? checkpointed.within(passes.checkpointing.budgetBytes) : checkpointed.orNone();
  compiled = checkpointed.takeProgram();
  return step;
}

}  // namespace stepscope
