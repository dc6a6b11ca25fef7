// The steps of a trace run again with some of their spans shorter or gone: what a step would take at best, and which spans decide how long
// it takes. A model of what waits for what:
//   - the host is one line of work (host_timeline.h);
//   - work of a GPU begins after the call that launched it and after what is before it on its stream, and after what it waits for on other
//     streams: the trace tells that by an arrow (an event) or by the inputs of its node, else its start may show it;
//   - what begins while work of its stream runs, as kernels on newer GPUs may, begins after as large a part of it as it did;
//   - a call that waits for the GPU ends after the work that it waited for; a wait for data lasts as long as it did.
// What was recorded beyond that (the time between a launch and its kernel, time in which nothing is known of the host) stays as it was, so
// that without a change the replay is the recording. The method is that of critical-path analysis in Holistic Trace Analysis
// (facebookresearch, hta/analyzers/critical_path_analysis.py). Pure: nothing is kept of a question.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "profiler/analysis/exclusive_breakdown.h"
#include "profiler/analysis/path/host_timeline.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// How long a span lasts in the replay, over how long it lasted: 0 gone, 1 as it was. What nests in a wait for data is of DataLoader, whatever
// its own class is.
using SpanScale = std::function<double(const TraceLane& lane, std::size_t i, TimeClass timeClass)>;
struct SpanChange {
  SpanScale scale;
  // It also holds for all that nests in a span and for the work of the GPU that it started; where several hold, the smallest counts.
  // false: for the time of the very spans alone.
  bool whole = true;
  // The same for time of the host in which no span is open (Python between two ops), and for what lies between a cause and its effect: from a
  // launch to its kernel, from the end of work to what waited for it.
  double unknown = 1, lags = 1;
  // Calls that wait for the GPU still wait, however short they become themselves. Then no more is gained than what is taken from the critical path.
  bool keepsWaits = false;
};

// The usual questions.
SpanChange withoutClass(TimeClass timeClass);
SpanChange withoutNode(std::int32_t node);
SpanChange withoutLayer(const Trace& trace, const std::string& layer);  // its nodes, in every phase
SpanChange withoutName(const Trace& trace, const std::string& name);    // all spans of that name
SpanChange withoutOp(const Trace& trace, const std::string& name);      // the same, and nodes with that title or op
SpanChange withoutSpan(const Trace& trace, SpanRef span);
SpanChange scaledBy(SpanChange gone, double factor);  // what would be gone lasts `factor` of its time instead
// All of the host's own time but waits for data: ops, calls, Python between them. What is left is the work of the GPU and the loader.
SpanChange withoutHost();
SpanChange withoutAnything();

enum class PathKind : std::uint8_t {
  Host,    // the host did this
  Gpu,     // the GPU did this
  Launch,  // from a call to the work that it started
  Queue,   // from the end of work of the GPU to the start of what waited for it
  Return,  // from the end of work of the GPU to the end of the call that waited for it
};

struct PathPart {
  TimeRange range;
  PathKind kind = PathKind::Host;
  SpanRef span;  // of Launch and Queue the work that began at its end; lane -1: nothing is known of that time
  TimeClass timeClass = TimeClass::Other;
};

class StepReplay {
 public:
  // All steps of the trace, one after the other; without steps the whole trace as one. The trace must outlive it.
  explicit StepReplay(const Trace& trace);

  std::size_t steps() const { return steps_; }  // 0: the trace is empty
  // A step's time as recorded, ns: the mean over the steps, until the last work of the GPU ends, without what is between steps.
  double recordedStepNs() const { return perStep(recordedEnd_, static_cast<double>(outside_)); }
  // The time of a step if the spans had lasted as `change` says. Without a change it is recordedStepNs().
  double stepNs(const SpanChange& change) const;
  // The parts that decided how long the steps took, from the first begin to the last end without a gap, sorted by time.
  std::vector<PathPart> criticalPath() const;
  const std::vector<HostPart>& host() const { return host_; }  // by time, without a gap
  // The times between steps, sorted.
  const std::vector<TimeRange>& between() const { return between_; }
  const std::vector<Lacking>& lacking() const { return lacking_; }

 private:
  struct Work {  // of the GPU, by the order in which it is replayed
    std::int64_t start, end;
    SpanRef span;
    SpanRef call;                                                            // what launched it; lane -1: not known
    std::int64_t callTime = 0;                                               // when the call began
    std::int32_t part = -1;                                                  // of the host in which that is; -1: before the steps, or not known
    std::int32_t before = -1;                                                // on its stream
    std::int32_t inside = -1;                                                // what runs on its stream when it begins
    std::int32_t other = -1;                                                 // what else it waits for
    std::int64_t launchLag = 0, beforeLag = 0, insideLag = 0, otherLag = 0;  // insideLag: behind its begin
    enum class By : std::uint8_t { None, Launch, Before, Inside, Other } by = By::None;  // the one that decided
    TimeClass timeClass = TimeClass::Kernel;
  };
  struct Wait {  // a part of the host that waits for the GPU
    std::int32_t work = -1;
    std::int64_t lag = 0, own = 0;  // from the work's end to its own; what it takes anyhow
  };

  void gatherWork(const TimeClasses& classes);
  void findCalls();
  void findParents();
  void join();
  std::vector<float> scales(const SpanChange& change, const TimeClasses& classes) const;  // by span of the host, with what holds it
  double perStep(double end, double outside) const;

  const Trace& trace_;
  TimeRange span_;
  std::size_t steps_ = 0;
  std::vector<TimeRange> between_;
  std::int64_t outside_ = 0;  // the length of between_
  double recordedEnd_ = 0;
  std::vector<HostPart> host_;
  std::vector<std::int64_t> betweenNs_;  // by part: of it, between steps
  std::vector<Work> works_;
  std::vector<std::int32_t> waitOf_;  // by part of the host: into waits_, -1 for none
  std::vector<Wait> waits_;
  std::vector<std::size_t> firstSpan_;   // by lane: its first span in parents_, where it is one of the host
  std::vector<std::int32_t> parents_;    // by span of the host: the one that holds it, -1 if none
  std::vector<std::int32_t> hostLanes_;  // the shallowest of a track first
  std::vector<char> waitingName_;        // by name
  std::vector<Lacking> lacking_;
};

}  // namespace stepscope
