// Which spans of a trace are ops, and the time of each without nested ops. Several tables of one trace use it.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/analysis/launches.h"
#include "profiler/analysis/step_windows.h"
#include "profiler/analysis/time_class.h"
#include "profiler/trace/trace.h"

namespace stepscope {

class OpSpans {
 public:
  // The trace must outlive it.
  explicit OpSpans(const Trace& trace);
  // Ops are what frameworks record as ops; in our own recordings also annotations; in traces without recorded ops, host spans of unknown kind. Steps
  // and work on the loader's own threads are not ops.
  bool isOp(const TraceLane& lane, std::size_t i) const;
  // The time of an op without the ops that nest in it.
  std::int64_t selfNs(std::size_t lane, std::size_t i) const { return self_[lane].empty() ? 0 : self_[lane][i]; }
  const Trace& trace() const { return trace_; }
  const StepWindows& windows() const { return windows_; }
  const std::vector<Launch>& launches() const { return launches_; }
  bool anyGpuWork() const { return anyGpuWork_; }

 private:
  const Trace& trace_;
  TimeClasses classes_;
  StepWindows windows_;
  std::vector<Launch> launches_;
  std::vector<std::vector<std::int64_t>> self_;  // by lane; empty: all of its spans have 0
  bool hasOps_ = false, own_ = false, anyGpuWork_ = false;
};

}  // namespace stepscope
