#include "profiler/analysis/path/step_replay.h"

#include <algorithm>
#include <map>
#include <queue>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/launches.h"
#include "profiler/analysis/self_time.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

// A launch takes a GPU 5 to 20 us; work that begins much later although its stream was free waited for something else.
constexpr std::int64_t kLongLaunch = 20'000, kLongGap = 5'000;  // ns
constexpr std::int64_t kUsualLaunch = 5'000;
constexpr std::int64_t kSkew = 20'000;  // the difference that clocks of host and GPU may have

constexpr std::size_t kNoHost = ~std::size_t{0};

enum class Waiting : char { No, ForAll, ForItsCopy };

Waiting waitingOf(std::string_view call) {
  if (call.find("Synchronize") != std::string_view::npos) return Waiting::ForAll;
  for (const std::string_view copy : {"cudaMemcpy", "cuMemcpy", "hipMemcpy"})
    if (call.starts_with(copy)) return Waiting::ForItsCopy;
  return Waiting::No;
}

}  // namespace

SpanChange withoutClass(TimeClass timeClass) {
  return {[timeClass](const TraceLane&, std::size_t, TimeClass of) { return of == timeClass ? 0.0 : 1.0; }, false, 1.0, 1.0, true};
}

SpanChange withoutNode(std::int32_t node) {
  return {[node](const TraceLane& lane, std::size_t i, TimeClass) { return lane.node[i] == node ? 0.0 : 1.0; }, true};
}

SpanChange withoutLayer(const Trace& trace, const std::string& layer) {
  std::vector<char> of;
  for (const TraceNode& node : trace.nodes) of.push_back(node.layer == layer);
  return {[of = std::move(of)](const TraceLane& lane, std::size_t i, TimeClass) {
            const std::int32_t node = lane.node[i];
            return node >= 0 && static_cast<std::size_t>(node) < of.size() && of[static_cast<std::size_t>(node)] ? 0.0 : 1.0;
          },
          true};
}

SpanChange withoutName(const Trace& trace, const std::string& name) {
  const std::optional<std::uint32_t> id = trace.names.find(name);
  return {[id](const TraceLane& lane, std::size_t i, TimeClass) { return id && lane.name[i] == *id ? 0.0 : 1.0; }, true};
}

SpanChange withoutOp(const Trace& trace, const std::string& name) {
  std::vector<char> nodes;
  for (const TraceNode& node : trace.nodes) nodes.push_back(node.title == name || node.op == name);
  return {[nodes = std::move(nodes), byName = withoutName(trace, name).scale](const TraceLane& lane, std::size_t i, TimeClass timeClass) {
            const std::int32_t node = lane.node[i];
            if (node >= 0 && static_cast<std::size_t>(node) < nodes.size() && nodes[static_cast<std::size_t>(node)]) return 0.0;
            return byName(lane, i, timeClass);
          },
          true};
}

SpanChange withoutSpan(const Trace& trace, SpanRef span) {
  const TraceLane* wanted = &trace.lanes.at(static_cast<std::size_t>(span.lane));
  return {[wanted, span](const TraceLane& lane, std::size_t i, TimeClass) { return &lane == wanted && i == span.index ? 0.0 : 1.0; }, true};
}

SpanChange scaledBy(SpanChange gone, double factor) {
  return {[scale = std::move(gone.scale), factor](const TraceLane& lane, std::size_t i, TimeClass timeClass) {
            return scale(lane, i, timeClass) < 1 ? factor : 1.0;
          },
          gone.whole, gone.unknown < 1 ? factor : 1.0, gone.lags < 1 ? factor : 1.0, gone.keepsWaits};
}

SpanChange withoutHost() {
  return {[](const TraceLane& lane, std::size_t i, TimeClass timeClass) {
            const bool host = timeClass == TimeClass::Runtime || timeClass == TimeClass::Cpu || timeClass == TimeClass::Other;
            return host && !isGpuWork(lane.kindOf(i)) ? 0.0 : 1.0;
          },
          false, 0.0, 1.0, true};
}

SpanChange withoutAnything() {
  return {[](const TraceLane&, std::size_t, TimeClass) { return 0.0; }, false, 0.0, 0.0, true};
}

StepReplay::StepReplay(const Trace& trace) : trace_(trace), lacking_(lackingOf(trace)) {
  const StepWindows windows = stepWindows(trace);
  span_ = {trace.begin, trace.end};
  if (!windows.steps.empty()) {
    span_ = {windows.steps.front().host.begin, windows.steps.back().host.end};
    for (std::size_t i = 1; i < windows.steps.size(); ++i)
      if (const TimeRange gap{windows.steps[i - 1].host.end, windows.steps[i].host.begin}; !gap.empty()) between_.push_back(gap);
    outside_ = lengthOf(between_);
  }
  if (span_.empty()) return;
  steps_ = std::max<std::size_t>(1, windows.steps.size());
  const TimeClasses classes(trace);
  host_ = hostTimeline(trace, classes, span_);
  betweenNs_.assign(host_.size(), 0);
  for (std::size_t p = 0, b = 0; p < host_.size(); ++p) {
    while (b < between_.size() && between_[b].end <= host_[p].begin) ++b;
    for (std::size_t g = b; g < between_.size() && between_[g].begin < host_[p].end; ++g)
      betweenNs_[p] += std::min(between_[g].end, host_[p].end) - std::max(between_[g].begin, host_[p].begin);
  }
  gatherWork(classes);
  findCalls();
  findParents();
  classify(classes);
  join();
  std::int64_t end = span_.end;
  for (const Work& work : works_) end = std::max(end, work.end);
  recordedEnd_ = static_cast<double>(end - span_.begin);
}

double StepReplay::perStep(double end, double outside) const {
  return steps_ > 0 ? (end - outside) / static_cast<double>(steps_) : 0;
}

void StepReplay::gatherWork(const TimeClasses& classes) {
  const StepWindows windows = stepWindows(trace_);
  // Work of a step that is left out, and work before the steps, is not replayed; work launched by the last step is, to its end.
  const std::int32_t first = windows.steps.empty() ? -1 : windows.steps.front().number,
                     last = windows.steps.empty() ? -1 : windows.steps.back().number;
  for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
    const TraceLane& lane = trace_.lanes[l];
    if (lane.kind.empty()) continue;
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (!isGpuWork(lane.kindOf(i))) continue;
      const std::int64_t start = lane.start[i], end = start + lane.duration[i];
      if (end <= span_.begin) continue;
      const bool ofSteps = windows.steps.empty() || (lane.step[i] >= first && lane.step[i] <= last);
      if (!ofSteps && start >= span_.end) continue;
      Work work{};
      work.start = std::max(start, span_.begin);
      work.end = end;
      work.span = {static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)};
      work.call.lane = -1;
      work.timeClass = classes.of(lane, i);
      works_.push_back(work);
    }
  }
}

void StepReplay::findCalls() {
  // The index of each piece of work, by lane.
  std::vector<std::vector<std::int32_t>> placeOf(trace_.lanes.size());
  for (std::size_t w = 0; w < works_.size(); ++w) {
    auto& ofLane = placeOf[static_cast<std::size_t>(works_[w].span.lane)];
    if (ofLane.empty()) ofLane.assign(trace_.laneOf(works_[w].span).size(), -1);
    ofLane[works_[w].span.index] = static_cast<std::int32_t>(w);
  }
  for (const Launch& launch : launchesOf(trace_)) {
    const auto& ofLane = placeOf[static_cast<std::size_t>(launch.work.lane)];
    if (ofLane.empty() || ofLane[launch.work.index] < 0) continue;
    Work& work = works_[static_cast<std::size_t>(ofLane[launch.work.index])];
    const std::int64_t time = trace_.laneOf(launch.call).start[launch.call.index];
    // If there are several arrows, the one from the latest call counts: the work cannot begin before that call.
    if (work.call.lane >= 0 && time <= work.callTime) continue;
    work.call = launch.call;
    work.callTime = time;
  }
  // Sorted by start, an order in which the work can be replayed.
  std::sort(works_.begin(), works_.end(), [](const Work& a, const Work& b) { return a.start != b.start ? a.start < b.start : a.span < b.span; });
}

void StepReplay::findParents() {
  firstSpan_.assign(trace_.lanes.size(), kNoHost);
  std::size_t spans = 0;
  for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
    const TraceTrack& track = trace_.tracks[static_cast<std::size_t>(trace_.lanes[l].track)];
    if (track.kind != TrackKind::Thread || track.counter) continue;
    firstSpan_[l] = spans;
    spans += trace_.lanes[l].size();
    hostLanes_.push_back(static_cast<std::int32_t>(l));
  }
  std::sort(hostLanes_.begin(), hostLanes_.end(), [&](std::int32_t a, std::int32_t b) {
    const TraceLane &x = trace_.lanes[static_cast<std::size_t>(a)], &y = trace_.lanes[static_cast<std::size_t>(b)];
    return x.track != y.track ? x.track < y.track : x.depth < y.depth;
  });
  parents_.assign(spans, -1);
  struct Above {
    const TraceLane* lane;
    std::size_t first, next = 0;
  };
  std::vector<Above> above;  // the deepest first
  for (const std::int32_t l : hostLanes_) {
    const TraceLane& lane = trace_.lanes[static_cast<std::size_t>(l)];
    if (!above.empty() && above.front().lane->track != lane.track) above.clear();
    for (Above& other : above) other.next = 0;
    for (std::size_t i = 0; i < lane.size(); ++i)
      for (Above& other : above) {
        while (other.next < other.lane->size() && other.lane->start[other.next] <= lane.start[i]) ++other.next;
        if (other.next == 0) continue;
        const std::size_t holds = other.next - 1;
        if (other.lane->start[holds] + other.lane->duration[holds] <= lane.start[i]) continue;
        parents_[firstSpan_[static_cast<std::size_t>(l)] + i] = static_cast<std::int32_t>(other.first + holds);
        break;
      }
    above.insert(above.begin(), {&lane, firstSpan_[static_cast<std::size_t>(l)]});
  }
}

void StepReplay::join() {
  waitOf_.assign(host_.size(), -1);
  waitingName_.assign(trace_.names.size(), 0);
  for (std::uint32_t id = 0; id < trace_.names.size(); ++id) waitingName_[id] = static_cast<char>(waitingOf(trace_.names.name(id)));
  const auto kindOfWait = [&](const HostPart& part) {
    if (part.span.lane < 0) return Waiting::No;
    const TraceLane& lane = trace_.laneOf(part.span);
    if (lane.category[part.span.index] == static_cast<std::uint8_t>(Category::Idle)) return Waiting::ForAll;
    return lane.kindOf(part.span.index) == SpanKind::Runtime ? static_cast<Waiting>(waitingName_[lane.name[part.span.index]]) : Waiting::No;
  };
  std::vector<std::int32_t> copyOf(host_.size(), -1);  // by part: the copy that it started
  struct Stream {
    std::vector<std::int32_t> running;
    std::int32_t ended = -1;  // the work that ended last
  };
  std::vector<Stream> streams(trace_.tracks.size());
  using Ending = std::pair<std::int64_t, std::int32_t>;
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> running;  // of all streams
  std::int32_t endedLast = -1;
  const auto endUntil = [&](std::int64_t time) {
    for (; !running.empty() && running.top().first <= time; running.pop()) endedLast = running.top().second;
  };
  // Waits for events: arrows from work to work.
  std::map<SpanRef, std::int32_t> workAt;
  std::vector<std::vector<SpanRef>> awaits(works_.size());
  {
    std::map<SpanRef, std::vector<SpanRef>> arrows;
    for (std::size_t f = 0; f < trace_.flows.size(); ++f) {
      if (static_cast<FlowKind>(trace_.flows.kind[f]) != FlowKind::Other) continue;
      const auto isWork = [&](SpanRef span) { return isGpuWork(trace_.laneOf(span).kindOf(span.index)); };
      if (isWork(trace_.flows.from[f]) && isWork(trace_.flows.to[f])) arrows[trace_.flows.to[f]].push_back(trace_.flows.from[f]);
    }
    for (std::size_t w = 0; w < works_.size() && !arrows.empty(); ++w) {
      workAt[works_[w].span] = static_cast<std::int32_t>(w);
      if (const auto found = arrows.find(works_[w].span); found != arrows.end()) awaits[w] = found->second;
    }
  }
  std::vector<std::int32_t> lastOfNode(trace_.nodes.size(), -1);
  const auto endOf = [&](std::int32_t work) { return works_[static_cast<std::size_t>(work)].end; };

  // Finds for each host part that ends by `time` and waits which GPU work it waited for.
  std::size_t part = 0;
  std::size_t hint = 0;
  const auto waitUntil = [&](std::int64_t time) {
    for (; part < host_.size() && host_[part].end <= time; ++part) {
      const Waiting kind = kindOfWait(host_[part]);
      if (kind == Waiting::No) continue;
      endUntil(host_[part].end + kSkew);
      // A copy call waits for its own copy, if it waits at all.
      const std::int32_t awaited = kind == Waiting::ForItsCopy ? copyOf[part] : endedLast;
      if (awaited < 0 || endOf(awaited) <= host_[part].begin || endOf(awaited) > host_[part].end + kSkew) continue;
      waitOf_[part] = static_cast<std::int32_t>(waits_.size());
      Wait& wait = waits_.emplace_back();
      wait.work = awaited;
      wait.lag = host_[part].end - endOf(awaited);
      wait.own = std::clamp<std::int64_t>(wait.lag, 0, host_[part].end - host_[part].begin);
    }
  };
  for (std::size_t w = 0; w < works_.size(); ++w) {
    Work& work = works_[w];
    waitUntil(work.start);
    endUntil(work.start);
    Stream& stream = streams[static_cast<std::size_t>(trace_.laneOf(work.span).track)];
    std::erase_if(stream.running, [&](std::int32_t other) {
      if (endOf(other) > work.start) return false;
      if (stream.ended < 0 || endOf(other) >= endOf(stream.ended)) stream.ended = other;
      return true;
    });
    if (work.call.lane >= 0 && work.callTime >= span_.begin && work.callTime < span_.end) {
      // Calls are nearly in the order of their work, so the search continues at the last part.
      while (hint > 0 && host_[hint].begin > work.callTime) --hint;
      while (hint + 1 < host_.size() && host_[hint].end <= work.callTime) ++hint;
      // A call may begin after its work, because the clocks differ.
      if (host_[hint].begin <= work.start + kSkew && hint <= part) {
        work.part = static_cast<std::int32_t>(hint);
        work.launchLag = work.start - work.callTime;
        work.by = Work::By::Launch;
        if (work.timeClass == TimeClass::Memcpy && host_[hint].span == work.call) copyOf[hint] = static_cast<std::int32_t>(w);
      }
    }
    std::int64_t ready = work.part >= 0 ? work.callTime : INT64_MIN;
    work.before = stream.ended;
    if (work.before >= 0) {
      work.beforeLag = work.start - endOf(work.before);
      if (endOf(work.before) > ready) {
        ready = endOf(work.before);
        work.by = Work::By::Before;
      }
    }
    for (const std::int32_t other : stream.running) {
      const std::int64_t begun = works_[static_cast<std::size_t>(other)].start;
      if (begun >= work.start || (work.inside >= 0 && begun < works_[static_cast<std::size_t>(work.inside)].start)) continue;
      work.inside = other;
      work.insideLag = work.start - begun;
    }
    if (work.inside >= 0 && work.start - work.insideLag >= ready) {
      ready = work.start - work.insideLag;
      work.by = Work::By::Inside;
    }
    const TraceLane& lane = trace_.laneOf(work.span);
    const std::int32_t node = lane.node[work.span.index];
    if (const TraceNode* described = nodeOf(trace_, node)) {
      for (const std::int32_t input : described->inputs)
        if (const std::int32_t made =
                input >= 0 && static_cast<std::size_t>(input) < lastOfNode.size() ? lastOfNode[static_cast<std::size_t>(input)] : -1;
            made >= 0 && endOf(made) <= work.start && (work.other < 0 || endOf(made) > endOf(work.other)))
          work.other = made;
      lastOfNode[static_cast<std::size_t>(node)] = static_cast<std::int32_t>(w);
    }
    bool told = false;
    for (const SpanRef& awaited : awaits[w])
      if (const auto from = workAt.find(awaited); from != workAt.end() && endOf(from->second) <= work.start) {
        told = true;
        if (work.other < 0 || endOf(from->second) > endOf(work.other)) work.other = from->second;
      }
    const bool free =
        !told && (work.part < 0 || work.start - work.callTime > kLongLaunch) && (work.before < 0 || work.start - endOf(work.before) > kLongGap);
    if (free && work.part >= 0 && endedLast >= 0 && endedLast != work.before && endOf(endedLast) <= work.start &&
        (work.other < 0 || endOf(endedLast) > endOf(work.other)) && endOf(endedLast) > work.callTime)
      work.other = endedLast;
    if (work.other >= 0) {
      work.otherLag = work.start - endOf(work.other);
      if (endOf(work.other) > ready) work.by = Work::By::Other;
    }
    // Causes that did not decide this time may decide in a replay. They are then counted without the time by which they were early.
    if (work.by != Work::By::Launch) work.launchLag = std::min(work.launchLag, kUsualLaunch);
    if (work.by != Work::By::Before) work.beforeLag = 0;
    if (work.by != Work::By::Inside) work.insideLag = 0;
    if (work.by != Work::By::Other) work.otherLag = 0;
    stream.running.push_back(static_cast<std::int32_t>(w));
    running.emplace(work.end, static_cast<std::int32_t>(w));
  }
  waitUntil(INT64_MAX);
}

void StepReplay::classify(const TimeClasses& classes) {
  hostClass_.assign(parents_.size(), TimeClass::Other);
  for (const std::int32_t l : hostLanes_) {
    const TraceLane& lane = trace_.lanes[static_cast<std::size_t>(l)];
    const std::size_t first = firstSpan_[static_cast<std::size_t>(l)];
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const std::int32_t parent = parents_[first + i];
      const bool loads = parent >= 0 && hostClass_[static_cast<std::size_t>(parent)] == TimeClass::DataLoader;
      hostClass_[first + i] = loads ? TimeClass::DataLoader : classes.of(lane, i);
    }
  }
}

std::vector<float> StepReplay::scales(const SpanChange& change) const {
  std::vector<float> scales(parents_.size(), 1);
  for (const std::int32_t l : hostLanes_) {
    const TraceLane& lane = trace_.lanes[static_cast<std::size_t>(l)];
    const std::size_t first = firstSpan_[static_cast<std::size_t>(l)];
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const std::int32_t parent = parents_[first + i];
      auto own = static_cast<float>(std::max(0.0, change.scale(lane, i, hostClass_[first + i])));
      if (change.whole && parent >= 0) own = std::min(own, scales[static_cast<std::size_t>(parent)]);
      scales[first + i] = own;
    }
  }
  return scales;
}

double StepReplay::stepNs(const SpanChange& change) const {
  if (steps_ == 0) return 0;
  const std::vector<float> ofHost = scales(change);
  const auto hostScale = [&](const SpanRef& span) -> double {
    if (span.lane < 0) return change.unknown;
    const std::size_t first = firstSpan_[static_cast<std::size_t>(span.lane)];
    return first == kNoHost ? 1 : ofHost[first + span.index];
  };
  const auto lagOf = [&](std::int64_t ns) { return change.lags * static_cast<double>(ns); };
  std::vector<double> begins(host_.size()), stretch(host_.size()), starts(works_.size()), shares(works_.size()), ends(works_.size());
  double now = 0, end = 0, outside = 0;
  std::size_t part = 0, gone = 0;
  const auto rest = [&](const HostPart& host) {  // the fraction of the part outside of change.gone
    while (gone < change.gone.size() && change.gone[gone].end <= host.begin) ++gone;
    std::int64_t inside = 0;
    for (std::size_t g = gone; g < change.gone.size() && change.gone[g].begin < host.end; ++g)
      inside += std::min(change.gone[g].end, host.end) - std::max(change.gone[g].begin, host.begin);
    return host.end > host.begin ? 1 - static_cast<double>(inside) / static_cast<double>(host.end - host.begin) : 1.0;
  };
  // Replays every host part that begins at or before `time`.
  const auto hostUntil = [&](std::int64_t time) {
    for (; part < host_.size() && host_[part].begin <= time; ++part) {
      const HostPart& host = host_[part];
      begins[part] = now;
      const double factor = hostScale(host.span) * (waitOf_[part] >= 0 || change.gone.empty() ? 1.0 : rest(host));
      outside += (waitOf_[part] >= 0 ? 1.0 : factor) * static_cast<double>(betweenNs_[part]);
      if (waitOf_[part] >= 0) {
        const Wait& wait = waits_[static_cast<std::size_t>(waitOf_[part])];
        // The wait itself is not work: it ends when the GPU has done what it waits for.
        const double alone = now + factor * static_cast<double>(wait.own);
        if (factor > 0) now = std::max(alone, ends[static_cast<std::size_t>(wait.work)] + lagOf(wait.lag));
        else if (change.keepsWaits) now = std::max(now, ends[static_cast<std::size_t>(wait.work)]);
        stretch[part] = 0;
      } else {
        stretch[part] = factor;
        now += factor * static_cast<double>(host.end - host.begin);
      }
    }
  };
  const auto waitsFor = [&](std::size_t p, std::size_t from) {
    return waitOf_[p] >= 0 && waits_[static_cast<std::size_t>(waitOf_[p])].work >= static_cast<std::int32_t>(from);
  };
  // A part that waits must come after the work it waits for, and that work begins before the part ends.
  for (std::size_t w = 0; w < works_.size(); ++w) {
    const Work& work = works_[w];
    std::int64_t until = work.start;
    if (work.part >= 0) until = std::max(until, host_[static_cast<std::size_t>(work.part)].begin);
    while (part < host_.size() && host_[part].begin <= until && !waitsFor(part, w)) hostUntil(host_[part].begin);
    double start = work.by == Work::By::None ? lagOf(work.start - span_.begin) : 0;
    if (work.part >= 0 && work.part == static_cast<std::int32_t>(part) && part < host_.size()) {
      // A call that waits for the work that it starts itself, or for later work: the work starts when the host reaches the call.
      const HostPart& host = host_[part];
      start = std::max(start, now + hostScale(host.span) * static_cast<double>(work.callTime - host.begin) + lagOf(work.launchLag));
    } else if (work.part >= static_cast<std::int32_t>(part)) {
      start = lagOf(work.start - span_.begin);  // the clocks differ: starts as recorded
    } else if (work.part >= 0) {
      const auto p = static_cast<std::size_t>(work.part);
      start = std::max(start, begins[p] + stretch[p] * static_cast<double>(work.callTime - host_[p].begin) + lagOf(work.launchLag));
    }
    if (work.before >= 0) start = std::max(start, ends[static_cast<std::size_t>(work.before)] + lagOf(work.beforeLag));
    if (work.inside >= 0) {
      const auto inside = static_cast<std::size_t>(work.inside);
      start = std::max(start, starts[inside] + shares[inside] * static_cast<double>(work.insideLag));
    }
    if (work.other >= 0) start = std::max(start, ends[static_cast<std::size_t>(work.other)] + lagOf(work.otherLag));
    const TraceLane& lane = trace_.laneOf(work.span);
    double factor = std::max(0.0, change.scale(lane, work.span.index, work.timeClass));
    if (change.whole && work.call.lane >= 0) factor = std::min(factor, hostScale(work.call));
    starts[w] = start;
    shares[w] = factor;
    ends[w] = start + factor * static_cast<double>(work.end - work.start);
    // Work of one stream ends in order, if it did in the recording.
    if (work.inside >= 0 && works_[static_cast<std::size_t>(work.inside)].end <= work.end)
      ends[w] = std::max(ends[w], ends[static_cast<std::size_t>(work.inside)]);
    end = std::max(end, ends[w]);
  }
  hostUntil(INT64_MAX);
  return perStep(std::max(now, end), outside);
}

std::vector<PathPart> StepReplay::criticalPath() const {
  std::vector<PathPart> path;
  if (steps_ == 0) return path;
  const auto add = [&](std::int64_t begin, std::int64_t end, PathKind kind, SpanRef span, TimeClass timeClass) {
    if (begin < end) path.push_back({{begin, end}, kind, span, timeClass});
  };
  // Backwards: from the work that ended last to what it waited for.
  std::int64_t at = span_.end;
  std::int32_t work = -1;
  for (std::size_t w = 0; w < works_.size(); ++w)
    if (works_[w].end > at) {
      at = works_[w].end;
      work = static_cast<std::int32_t>(w);
    }
  auto part = static_cast<std::int64_t>(host_.size()) - 1;
  std::int64_t latest = part;  // later parts are done: with different clocks the path must not lead back to them
  while (true) {
    if (work >= 0) {
      const Work& here = works_[static_cast<std::size_t>(work)];
      add(here.start, std::min(at, here.end), PathKind::Gpu, here.span, here.timeClass);
      at = here.start;
      if (here.by == Work::By::Before || here.by == Work::By::Other) {
        work = here.by == Work::By::Before ? here.before : here.other;
        const std::int64_t ended = works_[static_cast<std::size_t>(work)].end;
        add(ended, at, PathKind::Queue, here.span, TimeClass::Other);
        at = std::min(at, ended);
        continue;
      }
      if (here.by == Work::By::Inside) {
        work = here.inside;
        continue;
      }
      if (here.by == Work::By::None) {
        add(span_.begin, at, PathKind::Queue, here.span, TimeClass::Other);
        break;
      }
      add(here.callTime, at, PathKind::Launch, here.span, TimeClass::Runtime);
      at = std::min(at, here.callTime);
      part = std::min<std::int64_t>(here.part, latest);
      work = -1;
      continue;
    }
    while (part >= 0 && host_[static_cast<std::size_t>(part)].begin >= at) --part;
    if (part < 0) break;
    const HostPart& host = host_[static_cast<std::size_t>(part)];
    const std::int32_t waiting = waitOf_[static_cast<std::size_t>(part)];
    const std::int32_t awaited = waiting >= 0 ? waits_[static_cast<std::size_t>(waiting)].work : -1;
    if (awaited >= 0 && at == host.end && works_[static_cast<std::size_t>(awaited)].end <= at) {
      const std::int64_t ended = works_[static_cast<std::size_t>(awaited)].end;
      add(ended, at, PathKind::Return, host.span, host.timeClass);
      at = ended;
      work = awaited;
      latest = part - 1;
      continue;
    }
    add(host.begin, at, PathKind::Host, host.span, host.timeClass);
    at = host.begin;
    latest = --part;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace stepscope
