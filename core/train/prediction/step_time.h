// How long a step will take, before it runs: the sum over the nodes of its program of what their kernels took on this machine. A node that
// was never timed is estimated, and the estimated part is told.
#pragma once

#include <cstdint>

#include "core/backend/machine_speed.h"
#include "core/program/step_program.h"
#include "core/train/prediction/kernel_times.h"

namespace stepscope {

struct StepTime {
  double ms = 0;             // of one update of the weights, without waiting for data; 0: nothing is known
  double estimatedMs = 0;    // the part of it that comes from nodes which were never timed at this batch size
  double provisionalMs = 0;  // the part of that which was timed while other programs held the cores, and is timed again when it runs
  int nodes = 0, estimatedNodes = 0;
  double estimatedShare() const { return ms > 0 ? estimatedMs / ms : 1; }
};

// What was measured with other compute threads, to scale from where nothing is known of these.
struct OtherThreads {
  const KernelTimes& times;
  const MachineSpeed& speed;
};

// Time of one node: measured; else in proportion from another batch size or kernel; else by the roofline (Williams et al. 2009) with the
// efficiency that the program's timed nodes of that op have, or a usual one. accumulation: batches an update. With neither times nor
// speed the answer is 0. others: a node that was never timed with the program's threads, but with others, takes as much longer as its
// roofline is lower with these; that counts as estimated.
StepTime predictStepTime(const Program& program, const KernelTimes& times, const MachineSpeed& speed, std::int64_t accumulation,
                         const OtherThreads* others = nullptr);

// The time of single nodes of a graph that is not compiled, ms, by the same tables: what a checkpointing budget is solved with. Empty while
// neither speed nor times are known.
NodeWork measuredWork(KernelTimes times, const MachineSpeed& speed);

// The roofline of a node, ms: the longer of its arithmetic at the peak and its traffic at the bandwidth. 0 for a view.
double rooflineMs(const Graph& graph, const Node& node, const MachineSpeed& speed);

}  // namespace stepscope
