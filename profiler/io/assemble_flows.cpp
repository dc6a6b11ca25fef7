// The arrows of an import, and what follows from them: the step and the category of GPU work are those of its launch.
#include <algorithm>
#include <charconv>
#include <tuple>

#include "profiler/io/assembler.h"

namespace stepscope {
namespace {

void add(TraceFlows& flows, SpanRef from, SpanRef to, FlowKind kind) {
  flows.from.push_back(from);
  flows.to.push_back(to);
  flows.kind.push_back(static_cast<std::uint8_t>(kind));
}

}  // namespace

// Which process gives work to a device, where that is told: (process, device) of the work's track -> process of the calls. Numbers of
// correlations repeat in every process, so of several calls with one number the one nearest before the work votes.
std::unordered_map<std::uint64_t, std::uint32_t> TraceAssembler::processOfDevices() const {
  constexpr double kClear = 0.6;  // of the votes
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint32_t, std::int64_t>> votes;
  for (std::size_t first = 0; first < launches_.size();) {
    std::size_t last = first;
    while (last < launches_.size() && launches_[last].correlation == launches_[first].correlation) ++last;
    for (std::size_t i = last; i-- > first && launches_[i].onGpu;) {
      const Launch* best = nullptr;
      for (std::size_t h = first; h < last && !launches_[h].onGpu && h < first + 64; ++h)
        if (!best || launches_[h].start <= launches_[i].start) best = &launches_[h];
      if (best) ++votes[deviceKey(launches_[i].span)][processOfSpan(best->span)];
    }
    first = last;
  }
  std::unordered_map<std::uint64_t, std::uint32_t> owner;
  for (const auto& [device, ofProcess] : votes) {
    std::int64_t all = 0, most = 0;
    std::uint32_t winner = 0;
    for (const auto& [process, count] : ofProcess) {
      all += count;
      if (count > most || (count == most && process < winner)) {
        most = count;
        winner = process;
      }
    }
    if (static_cast<double>(most) >= kClear * static_cast<double>(all)) owner[device] = winner;
  }
  return owner;
}

std::uint32_t TraceAssembler::processOfSpan(SpanRef span) const {
  const std::int32_t track = base.lanes[static_cast<std::size_t>(span.lane)].track;
  return static_cast<std::uint32_t>(base.tracks[static_cast<std::size_t>(track)].process);
}

std::uint64_t TraceAssembler::deviceKey(SpanRef span) const {
  const std::int32_t track = base.lanes[static_cast<std::size_t>(span.lane)].track;
  const TraceTrack& info = base.tracks[static_cast<std::size_t>(track)];
  return std::uint64_t{static_cast<std::uint32_t>(info.process)} << 32 | static_cast<std::uint32_t>(info.device);
}

void TraceAssembler::bindLaunches() {
  std::sort(launches_.begin(), launches_.end(), [&](const Launch& a, const Launch& b) {
    poll();
    return std::tie(a.correlation, a.onGpu, a.start) < std::tie(b.correlation, b.onGpu, b.start);
  });
  bindEventWaits();
  std::size_t pairs = 0;
  bool repeated = false;  // one number, several calls
  for (std::size_t i = 0; i < launches_.size(); ++i) {
    pairs += launches_[i].onGpu;
    repeated =
        repeated || (i > 0 && !launches_[i].onGpu && !launches_[i - 1].onGpu && launches_[i].correlation == launches_[i - 1].correlation);
  }
  const auto owner = repeated ? processOfDevices() : std::unordered_map<std::uint64_t, std::uint32_t>();
  base.flows.from.reserve(pairs);
  base.flows.to.reserve(pairs);
  base.flows.kind.reserve(pairs);
  for (std::size_t first = 0; first < launches_.size();) {
    poll();
    std::size_t work = first, last = first;
    while (last < launches_.size() && launches_[last].correlation == launches_[first].correlation) {
      if (!launches_[last].onGpu) work = last + 1;
      ++last;
    }
    // Of several calls the last one before the work, of the process that the device works for.
    std::size_t host = first;
    for (std::size_t i = work; i < last && work > first; ++i) {
      while (host + 1 < work && launches_[host + 1].start <= launches_[i].start) ++host;
      std::size_t call = host;
      if (const auto process = owner.find(deviceKey(launches_[i].span)); work - first > 1 && process != owner.end()) {
        const auto isOwn = [&](std::size_t h) { return processOfSpan(launches_[h].span) == process->second; };
        while (call > first && !isOwn(call)) --call;
        if (!isOwn(call))  // by the clocks it may begin after its work
          for (call = host; call + 1 < work && !isOwn(call);) ++call;
        if (!isOwn(call)) call = host;
      }
      add(base.flows, launches_[call].span, launches_[i].span, FlowKind::Launch);
    }
    if (work > first && work < last) joined_.push_back(launches_[first].correlation);
    first = last;
  }
  launches_ = {};
}

// A forward op and the op that computes its gradient bear one sequence number (PyTorch); of the ops within each other on the forward side
// the innermost made the node, of those on the backward side the outermost runs it. As Kineto draws its arrows, for files without them.
void TraceAssembler::bindSequences() {
  std::vector<Sequence> points = std::move(sequences_);
  sequences_ = {};
  for (const std::uint8_t kind : base.flows.kind)
    if (kind == static_cast<std::uint8_t>(FlowKind::ForwardBackward)) return;
  struct Point {
    std::uint32_t process;
    std::int64_t number;
    bool backward;
    std::int64_t start;
    SpanRef span;
  };
  std::vector<Point> sorted;
  for (const Sequence& point : points) {
    poll();
    const SpanRef span = point.span < refOfSpan_.size() ? refOfSpan_[point.span] : SpanRef();
    if (span.lane < 0) continue;
    sorted.push_back(
        {processOfSpan(span), point.number, point.backward, base.lanes[static_cast<std::size_t>(span.lane)].start[span.index], span});
  }
  std::sort(sorted.begin(), sorted.end(), [&](const Point& a, const Point& b) {
    poll();
    return std::tie(a.process, a.number, a.backward, a.start, a.span) < std::tie(b.process, b.number, b.backward, b.start, b.span);
  });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Point &forward = sorted[i - 1], &backward = sorted[i];
    if (backward.backward && !forward.backward && forward.process == backward.process && forward.number == backward.number &&
        forward.start <= backward.start)
      add(base.flows, forward.span, backward.span, FlowKind::ForwardBackward);
  }
}

// Work of a GPU whose call was not recorded still tells the op it was started from.
void TraceAssembler::bindExternals() {
  std::vector<External> points = std::move(externals_);
  externals_ = {};
  if (std::none_of(points.begin(), points.end(), [](const External& point) { return point.onGpu; })) return;
  std::vector<SpanRef> launched;
  for (std::size_t i = 0; i < base.flows.size(); ++i)
    if (base.flows.kind[i] == static_cast<std::uint8_t>(FlowKind::Launch)) launched.push_back(base.flows.to[i]);
  std::sort(launched.begin(), launched.end());
  std::sort(points.begin(), points.end(), [&](const External& a, const External& b) {
    poll();
    return std::tie(a.id, a.onGpu, a.span) < std::tie(b.id, b.onGpu, b.span);
  });
  for (std::size_t first = 0; first < points.size();) {
    poll();
    std::size_t last = first, ops = 0;
    for (; last < points.size() && points[last].id == points[first].id; ++last) ops += !points[last].onGpu;
    const SpanRef op = ops == 1 ? refOfSpan_[points[first].span] : SpanRef();  // of several processes: not known which
    for (std::size_t i = first + ops; i < last && op.lane >= 0; ++i) {
      const SpanRef work = refOfSpan_[points[i].span];
      if (work.lane >= 0 && !std::binary_search(launched.begin(), launched.end(), work)) add(base.flows, op, work, FlowKind::Launch);
    }
    first = last;
  }
}

SpanRef TraceAssembler::spanAt(std::uint32_t thread, std::int64_t time, bool enclosing) const {
  SpanRef best;
  std::int64_t bestStart = 0;
  const auto look = [&](std::uint32_t track) {
    // Lanes are sorted by track.
    auto lane = std::lower_bound(base.lanes.begin(), base.lanes.end(), static_cast<std::int32_t>(track),
                                 [](const TraceLane& l, std::int32_t wanted) { return l.track < wanted; });
    for (; lane != base.lanes.end() && lane->track == static_cast<std::int32_t>(track); ++lane) {
      const auto index = static_cast<std::int32_t>(lane - base.lanes.begin());
      if (enclosing) {
        const auto after = std::upper_bound(lane->start.begin(), lane->start.end(), time);
        if (after == lane->start.begin()) break;  // what is deeper starts later still
        const auto i = static_cast<std::size_t>(after - lane->start.begin()) - 1;
        if (time < lane->start[i] + lane->duration[i] || time == lane->start[i]) best = {index, static_cast<std::uint32_t>(i)};
      } else {
        const auto next = std::lower_bound(lane->start.begin(), lane->start.end(), time);
        if (next != lane->start.end() && (best.lane < 0 || *next < bestStart)) {
          best = {index, static_cast<std::uint32_t>(next - lane->start.begin())};
          bestStart = *next;
        }
      }
    }
  };
  if (ownTracks_)
    look(thread);
  else
    for (const std::uint32_t track : laneTracks_[thread]) look(track);
  return best;
}

void TraceAssembler::bindFlows() {
  std::vector<bool> isLaunch(categories_.size(), false);
  for (std::uint32_t c = 0; c < categories_.size(); ++c) isLaunch[c] = flowKindOf(categories_.name(c)) == FlowKind::Launch;
  // A launch whose correlation has joined it with its work already needs no arrow of the file.
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < flowPoints_.size(); ++i) {
    poll();
    const FlowPoint& point = flowPoints_[i];
    if (isLaunch[point.category]) {
      const auto large = point.id >> 31 ? largeCorrelations_.find(point.id) : largeCorrelations_.end();
      const auto number = large != largeCorrelations_.end() ? large->second : static_cast<std::uint32_t>(point.id);
      if ((point.id >> 31 == 0 || large != largeCorrelations_.end()) && std::binary_search(joined_.begin(), joined_.end(), number))
        continue;
    }
    order.push_back(i);
  }
  joined_ = {};
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    poll();
    const FlowPoint &x = flowPoints_[a], &y = flowPoints_[b];
    return std::tie(x.category, x.id, x.time, x.end, x.sequence) < std::tie(y.category, y.id, y.time, y.end, y.sequence);
  });
  std::vector<std::tuple<SpanRef, SpanRef>> seen;
  for (std::size_t first = 0; first < order.size();) {
    poll();
    const FlowPoint& head = flowPoints_[order[first]];
    std::size_t last = first, starts = 0;
    for (; last < order.size(); ++last) {
      const FlowPoint& point = flowPoints_[order[last]];
      if (point.category != head.category || point.id != head.id) break;
      starts += point.end == FlowEnd::Start;
    }
    // Work may begin before its launch, by the clocks: an arrow with one start begins there whatever the times say.
    if (starts == 1)
      std::stable_partition(order.begin() + static_cast<std::ptrdiff_t>(first), order.begin() + static_cast<std::ptrdiff_t>(last),
                            [&](std::uint32_t i) { return flowPoints_[i].end == FlowEnd::Start; });
    SpanRef from;
    bool open = false;
    for (; first < last; ++first) {
      poll();
      const FlowPoint& point = flowPoints_[order[first]];
      if (!open && point.end != FlowEnd::Start) {
        note("the end of an arrow without its beginning", false);
        continue;
      }
      const SpanRef span = spanAt(point.thread, point.time, point.enclosing || point.end == FlowEnd::Start);
      if (point.end == FlowEnd::Start) {
        from = span;
        open = true;
      } else {
        if (from.lane >= 0 && span.lane >= 0)
          add(base.flows, from, span, flowKindOf(categories_.name(point.category)));
        else
          note("an arrow that touches no span", false);
        if (point.end == FlowEnd::Step) from = span;
      }
    }
  }
  flowPoints_.clear();
}

void TraceAssembler::bindOwnFlows() {
  const auto exists = [&](SpanRef span) {
    return span.lane >= 0 && static_cast<std::size_t>(span.lane) < base.lanes.size() &&
           span.index < base.lanes[static_cast<std::size_t>(span.lane)].size();
  };
  for (const auto& [id, flow] : ownFlows_) {
    poll();
    if (exists(flow.from) && exists(flow.to))
      add(base.flows, flow.from, flow.to, flow.kind);
    else
      note("an arrow that touches no span", false);
  }
  ownFlows_ = {};
}

void TraceAssembler::assignSteps() {
  struct Step {
    std::int32_t process, number;
    std::int64_t begin, end;
  };
  std::vector<Step> steps;
  for (const TraceLane& lane : base.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) {
      poll();
      if (lane.category[i] != static_cast<std::uint8_t>(Category::Step)) continue;
      const std::string_view name = names.name(lane.name[i]);
      std::int32_t number = stepNumber(name);
      if (number < 0 && std::from_chars(name.data(), name.data() + name.size(), number).ec != std::errc()) number = -1;
      if (number < 0) number = static_cast<std::int32_t>(steps.size());
      steps.push_back({base.tracks[static_cast<std::size_t>(lane.track)].process, number, lane.start[i], lane.start[i] + lane.duration[i]});
    }
  std::sort(steps.begin(), steps.end(),
            [](const Step& a, const Step& b) { return std::tie(a.process, a.begin) < std::tie(b.process, b.begin); });
  for (TraceLane& lane : base.lanes) {
    const std::int32_t process = base.tracks[static_cast<std::size_t>(lane.track)].process;
    auto step =
        std::lower_bound(steps.begin(), steps.end(), process, [](const Step& s, std::int32_t wanted) { return s.process < wanted; });
    const auto end = std::upper_bound(step, steps.end(), process, [](std::int32_t wanted, const Step& s) { return wanted < s.process; });
    for (std::size_t i = 0; i < lane.size() && step != end; ++i) {
      poll();
      while (step != end && step->end <= lane.start[i] && !(step->begin == step->end && step->begin == lane.start[i])) ++step;
      if (step != end && step->begin <= lane.start[i]) lane.step[i] = step->number;
    }
  }
}

void TraceAssembler::followLaunches() {
  for (std::size_t i = 0; i < base.flows.size(); ++i) {
    poll();
    if (base.flows.kind[i] != static_cast<std::uint8_t>(FlowKind::Launch)) continue;
    const SpanRef from = base.flows.from[i], to = base.flows.to[i];
    const TraceLane& launch = base.lanes[static_cast<std::size_t>(from.lane)];
    TraceLane& work = base.lanes[static_cast<std::size_t>(to.lane)];
    if (!isGpuWork(work.kindOf(to.index))) continue;
    work.step[to.index] = launch.step[from.index];
    if (work.category[to.index] == static_cast<std::uint8_t>(Category::Other)) work.category[to.index] = launch.category[from.index];
  }
}

}  // namespace stepscope
