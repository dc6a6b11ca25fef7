// What decides how long a step takes, and what it would take at best without it. Pure functions of any trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/path/step_replay.h"

namespace stepscope {

struct PathRow {
  std::string name;  // of an op of our graph its title, else of the span; empty: time of the host of which nothing is known
  PathKind kind = PathKind::Host;
  TimeClass timeClass = TimeClass::Other;
  std::int64_t parts = 0;
  double nsPerStep = 0, share = 0;  // of the path
};

struct Gain {
  std::string name;  // of a class ("data_loader") or a span; of workers "loader_workers"
  bool ofClass = false;
  int workers = 0;  // not 0: nothing is gone, but so many workers load as fast as the recorded ones, and take no core from the step
  TimeClass timeClass = TimeClass::Other;
  double stepNs = 0;  // at best, were it gone
  double gainNs = 0;  // recorded less that
};

struct CriticalPath {
  std::size_t steps = 0;
  double stepNs = 0;            // recorded, mean
  std::vector<PathPart> parts;  // by time
  NsByClass ns{};               // of the path, by class; over all steps, without what is between them, as are the rows
  std::vector<PathRow> rows;    // the most time first
  std::vector<Lacking> lacking;
};

CriticalPath criticalPath(const Trace& trace, const StepReplay& replay);
CriticalPath criticalPath(const Trace& trace);

// How long a step would take without each class that is on the path, without each of the `names` names that take most of it, and with one
// more loader worker if the loader holds the step back. The largest gain comes first. Each answer is a replay of the trace. A class that is
// the whole step is not a cause and is left out: ops of the host if no GPU works, kernels if nothing else is on the path. A name that is
// all of its class is left out too.
std::vector<Gain> gainsOf(const Trace& trace, const StepReplay& replay, const CriticalPath& path, std::size_t names = 10);

}  // namespace stepscope
