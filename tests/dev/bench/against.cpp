#include "tests/dev/bench/against.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/bench/bench_program.h"
#include "core/base/core_use.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/switches/switch_report.h"

namespace stepscope::dev {
namespace {

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

class Side {
 public:
  Side(const ModelSpec& model, const ModelInput& input, const Switches& switches, int threads, const Backend& backend, KernelChoices& choices,
       MeasuredTables& measured)
      : project_(cli::benchProject(model, switches, threads)), program_(project_, input, backend, choices) {
    const StepTime predicted = predictStepTime(program_.train(), measured.times, measured.speed, switches.accumulation);
    result_.predictedMs = predicted.ms;
    result_.estimatedShare = predicted.estimatedShare();
    fastest_ = program_.warmUp();
  }

  double fastest() const { return fastest_; }
  void step() { times_.push_back(program_.step()); }

  ComparedStep finish(KernelTimes& times) {
    result_.minMs = *std::min_element(times_.begin(), times_.end());
    result_.medianMs = medianOf(times_);
    const Program& train = program_.train();
    result_.peakBytes = program_.program().predictedPeakBytes;
    result_.stepBytes = train.plan().stepBytes;
    result_.activationBytes = activationBytes(train.graph(), train.plan());
    const Disturbance others(train.threads());
    const std::vector<double> ms = program_.nodeMs(5);
    note(times, train, ms, others.spoils());
    for (std::size_t n = 0; n < ms.size(); ++n) {
      if (train.graph().nodes()[n].phase != Phase::Recompute || ms[n] <= 0) continue;
      ++result_.recomputed;
      result_.recomputedMs += ms[n];
    }
    return result_;
  }

  const std::vector<PassReport>& reports() const { return program_.program().reports; }

 private:
  Project project_;
  cli::BenchProgram program_;
  ComparedStep result_;
  double fastest_ = 0;
  std::vector<double> times_;
};

}  // namespace

Comparison benchAgainst(const ModelSpec& model, const ModelInput& input, const Switches& switches, const Switches& other, int threads, int steps,
                        const Backend& backend) {
  std::string said;
  KernelChoices choices = loadKernelCache(backend, &said);
  if (!said.empty()) fmt::print(stderr, "stepscope-cli: {}\n", said);
  MeasuredTables measured = loadMeasured(backend, threads, true);
  Side first(model, input, switches, threads, backend, choices, measured), second(model, input, other, threads, backend, choices, measured);
  if (choices.changes() > 0) extendKernelCache(backend, choices);
  Comparison comparison;
  comparison.steps = steps > 0 ? steps : static_cast<int>(std::clamp(10000.0 / std::max(first.fastest() + second.fastest(), 1e-3), 5.0, 1000.0));
  for (int i = 0; i < comparison.steps; ++i) {
    first.step();
    second.step();
  }
  comparison.step = first.finish(measured.times);
  comparison.other = second.finish(measured.times);
  comparison.step.notes = newNotes(second.reports(), first.reports());
  comparison.other.notes = newNotes(first.reports(), second.reports());
  if (backend.runsNodeByNode()) measured.times.save(KernelTimes::defaultPath(backend));
  return comparison;
}

}  // namespace stepscope::dev
