// Predicts the time of a step before it runs: the sum of the kernel times of its program's nodes on this machine. A node that was never timed is
// estimated, and the estimated part is reported.
#pragma once

#include <cstdint>

#include "core/backend/machine_speed.h"
#include "core/program/step_program.h"
#include "core/train/prediction/kernel_times.h"

namespace stepscope {

struct StepTime {
  double ms = 0;             // time of one update of the weights, without waiting for data; 0: unknown
  double estimatedMs = 0;    // the part of it from nodes that were never timed at this batch size
  double provisionalMs = 0;  // the part of that which was timed while other programs used the cores; timed again when it runs
  int nodes = 0, estimatedNodes = 0;
  double estimatedShare() const { return ms > 0 ? estimatedMs / ms : 1; }
};

// Measurements with other numbers of compute threads, used to scale if this number has none.
struct OtherThreads {
  const KernelTimes& times;
  const MachineSpeed& speed;
};

// The time of a node is the measured one; else in proportion from another batch size or kernel; else by the roofline (Williams et al. 2009) with the
// efficiency of the program's timed nodes of that op, or a usual one. `accumulation`: batches per update. Without times and speed the result
// is 0. `others`: a node that was timed only with other numbers of threads is scaled by the ratio of the rooflines; that counts as
// estimated.
StepTime predictStepTime(const Program& program, const KernelTimes& times, const MachineSpeed& speed, std::int64_t accumulation,
                         const OtherThreads* others = nullptr);

// The time of single nodes of a graph that is not compiled, ms, from the same tables: used to solve for a checkpointing budget. Empty if neither
// speed nor times are known.
NodeWork measuredWork(KernelTimes times, const MachineSpeed& speed);

// The roofline of a node, ms: the longer of its arithmetic at peak rate and its traffic at peak bandwidth. 0 for a view.
double rooflineMs(const Graph& graph, const Node& node, const MachineSpeed& speed);

}  // namespace stepscope
