// The critical path: which spans decide the time of a step, and how short a step could be without them. Pure functions of any trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/path/step_replay.h"

namespace stepscope {

struct PathRow {
  std::string name;  // the title for an op of our graph, else the name of the span; empty: unknown time of the host
  PathKind kind = PathKind::Host;
  TimeClass timeClass = TimeClass::Other;
  std::int64_t parts = 0;
  double nsPerStep = 0, share = 0;  // of the path
};

struct Gain {
  std::string name;  // name of a class ("data_loader") or of a span; "loader_workers" for workers
  bool ofClass = false;
  int workers = 0;  // not 0: instead of removing spans, this many workers load as fast as the recorded ones and take no core from the step
  TimeClass timeClass = TimeClass::Other;
  double stepNs = 0;  // the shortest possible step without it
  double gainNs = 0;  // recorded time minus stepNs
};

struct CriticalPath {
  std::size_t steps = 0;
  double stepNs = 0;            // mean recorded time of a step
  std::vector<PathPart> parts;  // by time
  NsByClass ns{};               // time of the path by class, summed over all steps; time between steps is left out, here and in the rows
  std::vector<PathRow> rows;    // the most time first
  std::vector<Lacking> lacking;
};

CriticalPath criticalPath(const Trace& trace, const StepReplay& replay);
CriticalPath criticalPath(const Trace& trace);

// How long a step would take without each class that is on the path, without each of the `names` names that take most of it, and with one more loader
// worker if the loader holds the step back. The largest gain comes first. Each answer is a replay of the trace. A class that is the whole step is not
// a cause and is left out: host ops if no GPU works, host ops or kernels that are more than 90 % of the path. A name that is all of its class is left
// out too.
std::vector<Gain> gainsOf(const Trace& trace, const StepReplay& replay, const CriticalPath& path, std::size_t names = 10);

}  // namespace stepscope
