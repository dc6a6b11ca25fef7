// The queue of a sweep as the project's store keeps it (setting "sweep_queue"), so that what waits is there after a restart.
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

// Every run as JSON: what it overrides, its number in the store, and whether it waits, is skipped, or has begun.
std::string jsonOf(const KeptQueue& queue);
// What came of the runs that have begun is read from the store. Nothing: no queue is kept, or its text is damaged.
std::optional<KeptQueue> keptQueue(const RunReader& store);

}  // namespace stepscope
