// Replays the steps of a trace with some of their spans shorter or removed: how short a step could be, and which spans decide its time. The model:
// - the host is one line of work (host_timeline.h);
// - GPU work begins after the call that launched it, after the work before it on its stream, and after what it waits for on other streams:
// the trace shows that by an arrow (an event) or by the inputs of its node, else its start may show it;
// - work that begins while other work of its stream runs, as on newer GPUs, begins after the same fraction of that work as in the trace;
// - a call that waits for the GPU ends after the work that it waited for; a wait for data keeps its length.
// Other recorded times (between a launch and its kernel, host time without spans) are kept, so without a change the replay
// equals the recording. The method is the critical-path analysis of Holistic Trace Analysis (facebookresearch,
// hta/analyzers/critical_path_analysis.py).
// Pure: nothing is kept between two questions.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "profiler/analysis/exclusive_breakdown.h"
#include "profiler/analysis/path/host_timeline.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// The factor for the length of a span in the replay: 0 removed, 1 unchanged. Spans inside a wait for data count as DataLoader, whatever their own
// class is.
using SpanScale = std::function<double(const TraceLane& lane, std::size_t i, TimeClass timeClass)>;
struct SpanChange {
  SpanScale scale;
  // true: also applies to all that is nested in a span and to the GPU work that it started; if several factors apply, the smallest is used. false:
  // applies only to the time of the span itself.
  bool whole = true;
  // `unknown`: the factor for host time in which no span is open (Python between two ops). `lags`: the factor for the time between a cause and its
  // effect: from a launch to its kernel, from the end of work to what waited for it.
  double unknown = 1, lags = 1;
  // Calls that wait for the GPU still wait, however short they become. So the gain is never more than the time taken from the critical path.
  bool keepsWaits = false;
  std::vector<TimeRange> gone = {};  // sorted, without overlap: host work in these ranges is removed, except waits for the GPU
};

// Changes for the most common questions.
SpanChange withoutClass(TimeClass timeClass);
SpanChange withoutNode(std::int32_t node);
SpanChange withoutLayer(const Trace& trace, const std::string& layer);  // its nodes, in every phase
SpanChange withoutName(const Trace& trace, const std::string& name);    // all spans with that name
SpanChange withoutOp(const Trace& trace, const std::string& name);      // the same, and nodes with that title or op
SpanChange withoutSpan(const Trace& trace, SpanRef span);
SpanChange scaledBy(SpanChange gone, double factor);  // instead of being removed, spans last `factor` of their time
// Removes all host time except waits for data: ops, calls, Python between them. The rest is the work of GPU and loader.
SpanChange withoutHost();
SpanChange withoutAnything();

enum class PathKind : std::uint8_t {
  Host,    // work of the host
  Gpu,     // work of the GPU
  Launch,  // from a call to the work that it started
  Queue,   // from the end of GPU work to the start of the work that waited for it
  Return,  // from the end of GPU work to the end of the call that waited for it
};

struct PathPart {
  TimeRange range;
  PathKind kind = PathKind::Host;
  SpanRef span;  // for Launch and Queue the work that began at its end; lane -1: nothing is known about that time
  TimeClass timeClass = TimeClass::Other;
};

class StepReplay {
 public:
  // All steps of the trace, one after the other; without steps the whole trace as one. The trace must outlive it.
  explicit StepReplay(const Trace& trace);

  std::size_t steps() const { return steps_; }  // 0: the trace is empty
  // A step's time as recorded, ns: the mean over the steps, until the last work of the GPU ends, without the time between steps.
  double recordedStepNs() const { return perStep(recordedEnd_, static_cast<double>(outside_)); }
  // The time of a step if the spans had lasted as `change` gives it. Without a change it is recordedStepNs().
  double stepNs(const SpanChange& change) const;
  // The parts that decided how long the steps took, from the first begin to the last end without a gap, sorted by time.
  std::vector<PathPart> criticalPath() const;
  const std::vector<HostPart>& host() const { return host_; }  // by time, without a gap
  // The times between steps, sorted.
  const std::vector<TimeRange>& between() const { return between_; }
  const std::vector<Lacking>& lacking() const { return lacking_; }

 private:
  struct Work {  // GPU work, in the order in which it is replayed
    std::int64_t start, end;
    SpanRef span;
    SpanRef call;                                                            // what launched it; lane -1: not known
    std::int64_t callTime = 0;                                               // when the call began
    std::int32_t part = -1;                                                  // the host part with the call; -1: before the steps, or not known
    std::int32_t before = -1;                                                // the work before it on its stream
    std::int32_t inside = -1;                                                // work that is still running on its stream when it begins
    std::int32_t other = -1;                                                 // other work that it waits for
    std::int64_t launchLag = 0, beforeLag = 0, insideLag = 0, otherLag = 0;  // insideLag: measured from the begin of that work
    enum class By : std::uint8_t { None, Launch, Before, Inside, Other } by = By::None;  // which of these decided when it began
    TimeClass timeClass = TimeClass::Kernel;
  };
  struct Wait {  // a host part that waits for the GPU
    std::int32_t work = -1;
    std::int64_t lag = 0, own = 0;  // lag: from the end of the work to the end of this wait; own: its minimum length
  };

  void gatherWork(const TimeClasses& classes);
  void findCalls();
  void findParents();
  void join();
  void classify(const TimeClasses& classes);
  std::vector<float> scales(const SpanChange& change) const;  // by host span; with change.whole, the spans that contain it count too
  double perStep(double end, double outside) const;

  const Trace& trace_;
  TimeRange span_;
  std::size_t steps_ = 0;
  std::vector<TimeRange> between_;
  std::int64_t outside_ = 0;  // the length of between_
  double recordedEnd_ = 0;
  std::vector<HostPart> host_;
  std::vector<std::int64_t> betweenNs_;  // by part: its time between steps
  std::vector<Work> works_;
  std::vector<std::int32_t> waitOf_;  // by host part: index in waits_, -1 for none
  std::vector<Wait> waits_;
  std::vector<std::size_t> firstSpan_;   // by host lane: the index of its first span in parents_
  std::vector<std::int32_t> parents_;    // by host span: the span that contains it, -1 if none
  std::vector<TimeClass> hostClass_;     // by host span; spans nested in a wait for data are DataLoader
  std::vector<std::int32_t> hostLanes_;  // by track, the shallowest first
  std::vector<char> waitingName_;        // the Waiting of each name
  std::vector<Lacking> lacking_;
};

}  // namespace stepscope
