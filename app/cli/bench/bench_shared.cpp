#include "app/cli/bench/bench_shared.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/bench/bench_program.h"
#include "app/cli/speech.h"
#include "core/base/clock.h"
#include "core/train/prediction/kernel_cache.h"

namespace stepscope::cli {
namespace {

constexpr int kTurns = 3;         // number of quiet and of shared turns; they alternate, so that other changes on the machine affect both
constexpr double kTurnMs = 1000;  // long compared with the time slices of the system's scheduler, a few ms
constexpr int kLeastStepsATurn = 3;

double middleOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

double SharedSteps::heldShare() const {
  double held = 0;
  for (const BusyLoop& loop : loops) held += loop.heldMs;
  const double asked = sharedWallMs * static_cast<double>(loops.size());
  return asked > 0 ? held / asked : 0;
}

SharedSteps benchShared(const ModelSpec& model, const ModelInput& input, const Switches& switches, const SharedOptions& options,
                        const Backend& backend) {
  BusyLoops loops(options.loops, options.bound);
  std::string said;
  KernelChoices choices = loadKernelCache(backend, &said);
  if (!said.empty()) say(stderr, "stepscope-cli: {}\n", said);
  BenchProgram program(benchProject(model, switches, options.threads), input, backend, choices);
  if (choices.changes() > 0) extendKernelCache(backend, choices);

  const double fastest = program.warmUp(options.warmUp);
  const int steps = options.steps > 0 ? (options.steps + kTurns - 1) / kTurns
                                      : static_cast<int>(std::clamp(kTurnMs / std::max(fastest, 1e-3), 1.0 * kLeastStepsATurn, 1000.0));
  SharedSteps result;
  result.threads = program.train().threads();
  for (int turn = 0; turn < kTurns; ++turn) {
    program.step();  // the first step of a turn is not timed
    for (int i = 0; i < steps; ++i) result.quietMs.push_back(program.step());
    const std::int64_t begin = nowNs();
    loops.go();
    program.step();
    for (int i = 0; i < steps; ++i) result.sharedMs.push_back(program.step());
    loops.stop();
    result.sharedWallMs += static_cast<double>(nowNs() - begin) * 1e-6;
  }
  result.loops = loops.end();
  result.quiet = middleOf(result.quietMs);
  result.shared = middleOf(result.sharedMs);
  return result;
}

}  // namespace stepscope::cli
