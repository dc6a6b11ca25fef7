// Times a step alternately on quiet cores and while other programs use some of them.
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
  double sharedWallMs = 0;                // how long the loops ran
  std::vector<BusyLoop> loops;

  double ratio() const { return shared / quiet; }
  // The fraction of the time that the busy loops had the cores they asked for, while they ran.
  double heldShare() const;
};

struct SharedOptions {
  int loops = 1;
  bool bound = false;
  int steps = 0;    // of each kind; 0: for about six seconds in all, at least nine
  int warmUp = 0;   // as in BenchOptions
  int threads = 0;  // 0: all cores
};

SharedSteps benchShared(const ModelSpec& model, const ModelInput& input, const Switches& switches, const SharedOptions& options,
                        const Backend& backend);

}  // namespace stepscope::cli
