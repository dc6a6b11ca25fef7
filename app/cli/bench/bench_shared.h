// Times a step alternately on quiet cores and while busy loops use some of them.
#pragma once

#include <vector>

#include "app/cli/bench/busy_loops.h"
#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"

namespace stepscope::cli {

struct SharedSteps {
  int threads = 0;
  std::vector<double> quietMs, sharedMs;  // of every timed step, in the order of their execution
  double quiet = 0, shared = 0;           // their medians, ms
  double sharedWallMs = 0;                // wall time during which the loops ran
  std::vector<BusyLoop> loops;

  double ratio() const { return shared / quiet; }
  // The core time that the busy loops got, as a fraction of the time in which they ran.
  double heldShare() const;
};

struct SharedOptions {
  int loops = 1;
  bool bound = false;
  int steps = 0;    // of each kind, rounded up to a multiple of three; 0: about six seconds in all, at least nine steps
  int warmUp = 0;   // as in BenchOptions
  int threads = 0;  // 0: all cores
};

SharedSteps benchShared(const ModelSpec& model, const ModelInput& input, const Switches& switches, const SharedOptions& options,
                        const Backend& backend);

}  // namespace stepscope::cli
