// The queue of a sweep in the project's store (setting "sweep_queue"), so that waiting runs are still there after a restart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/project/sweep.h"
#include "core/sweep/sweep_queue.h"

namespace stepscope {

struct KeptQueue {
  Overrides fixed;
  std::string group;
  std::vector<SweepRun> runs;  // in the order of training
};

// Every run as JSON: its overrides, its number in the store, and whether it waits, is skipped, or has begun.
std::string jsonOf(const KeptQueue& queue);
// The results of runs that have begun are read from the store. Nothing: no queue is stored, or its text is damaged.
std::optional<KeptQueue> keptQueue(const RunReader& store);

}  // namespace stepscope
