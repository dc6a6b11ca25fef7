// A step on quiet cores and while other programs hold some of them, by turns.
#pragma once

#include <vector>

#include "app/cli/bench/busy_loops.h"
#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"

namespace stepscope::cli {

struct SharedSteps {
  int threads = 0;
  std::vector<double> quietMs, sharedMs;  // of every timed step, in order
  double quiet = 0, shared = 0;           // their medians
  double sharedWallMs = 0;                // how long the loops were let go
  std::vector<BusyLoop> loops;

  double ratio() const { return shared / quiet; }
  // Share of the time that the busy loops had the cores that they asked for, while they ran.
  double heldShare() const;
};

struct SharedOptions {
  int loops = 1;
  bool bound = false;
  int steps = 0;    // of either kind; 0: for about six seconds in all, at least nine
  int warmUp = 0;   // as BenchOptions has it
  int threads = 0;  // 0: all cores
};

SharedSteps benchShared(const ModelSpec& model, const ModelInput& input, const Switches& switches, const SharedOptions& options,
                        const Backend& backend);

}  // namespace stepscope::cli
