#include "profiler/io/import_stages.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "core/base/together.h"
#include "profiler/io/assembler.h"
#include "profiler/trace/sort_flows.h"

namespace stepscope {
namespace {

void add(TraceFlows& flows, SpanRef from, SpanRef to, FlowKind kind) {
  flows.from.push_back(from);
  flows.to.push_back(to);
  flows.kind.push_back(static_cast<std::uint8_t>(kind));
}

class FlowBinder {
 public:
  explicit FlowBinder(ImportRecords& records) : r_(records) {}

  void bind() {
    if (r_.ownTracks) {
      bindOwnFlows();
    } else {
      bindLaunches();
      bindFlows();
      bindSequences();
      bindExternals();
    }
    r_.refOfSpan = {};
    sortFlows(r_.base.flows, [this] { r_.poll(); });
    if (r_.ownTracks) return;
    assignSteps();
    followLaunches();
  }

 private:
  void bindLaunches();
  void bindEventWaits();
  void bindFlows();
  void bindSequences();
  void bindExternals();
  void bindOwnFlows();
  void assignSteps();
  void followLaunches();
  std::unordered_map<std::uint64_t, std::uint32_t> processOfDevices() const;
  std::uint32_t processOfSpan(SpanRef span) const;
  std::uint64_t deviceKey(SpanRef span) const;  // its process and its device
  SpanRef spanAt(std::uint32_t thread, std::int64_t time, bool enclosing) const;

  ImportRecords& r_;
  std::vector<std::uint32_t> joined_;  // correlations that joined a launch with its work, sorted
};

// The process that gives work to a device, if the trace shows it: (process, device) of the work's track -> process of the calls. Numbers of
// correlations repeat in every process. If several calls have the same number, the nearest one before the work votes.
std::unordered_map<std::uint64_t, std::uint32_t> FlowBinder::processOfDevices() const {
  constexpr double kClear = 0.6;  // least fraction of the votes
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint32_t, std::int64_t>> votes;
  for (std::size_t first = 0; first < r_.launches.size();) {
    std::size_t last = first;
    while (last < r_.launches.size() && r_.launches[last].correlation == r_.launches[first].correlation) ++last;
    for (std::size_t i = last; i-- > first && r_.launches[i].onGpu;) {
      const ImportRecords::Launch* best = nullptr;
      for (std::size_t h = first; h < last && !r_.launches[h].onGpu && h < first + 64; ++h)
        if (!best || r_.launches[h].start <= r_.launches[i].start) best = &r_.launches[h];
      if (best) ++votes[deviceKey(r_.launches[i].span)][processOfSpan(best->span)];
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

std::uint32_t FlowBinder::processOfSpan(SpanRef span) const {
  const std::int32_t track = r_.base.laneOf(span).track;
  return static_cast<std::uint32_t>(r_.base.tracks[static_cast<std::size_t>(track)].process);
}

std::uint64_t FlowBinder::deviceKey(SpanRef span) const {
  const std::int32_t track = r_.base.laneOf(span).track;
  const TraceTrack& info = r_.base.tracks[static_cast<std::size_t>(track)];
  return std::uint64_t{static_cast<std::uint32_t>(info.process)} << 32 | static_cast<std::uint32_t>(info.device);
}

void FlowBinder::bindLaunches() {
  sortTogether(r_.launches.begin(), r_.launches.end(), [](const ImportRecords::Launch& a, const ImportRecords::Launch& b) {
    return std::tie(a.correlation, a.onGpu, a.start, a.span) < std::tie(b.correlation, b.onGpu, b.start, b.span);
  });
  bindEventWaits();
  std::size_t pairs = 0;
  bool repeated = false;  // several calls with one number
  for (std::size_t i = 0; i < r_.launches.size(); ++i) {
    pairs += r_.launches[i].onGpu;
    repeated =
        repeated || (i > 0 && !r_.launches[i].onGpu && !r_.launches[i - 1].onGpu && r_.launches[i].correlation == r_.launches[i - 1].correlation);
  }
  const auto owner = repeated ? processOfDevices() : std::unordered_map<std::uint64_t, std::uint32_t>();
  r_.base.flows.from.reserve(pairs);
  r_.base.flows.to.reserve(pairs);
  r_.base.flows.kind.reserve(pairs);
  for (std::size_t first = 0; first < r_.launches.size();) {
    r_.poll();
    std::size_t work = first, last = first;
    while (last < r_.launches.size() && r_.launches[last].correlation == r_.launches[first].correlation) {
      if (!r_.launches[last].onGpu) work = last + 1;
      ++last;
    }
    // If several calls have the number: the last one before the work, in the process that uses the device.
    std::size_t host = first;
    for (std::size_t i = work; i < last && work > first; ++i) {
      while (host + 1 < work && r_.launches[host + 1].start <= r_.launches[i].start) ++host;
      std::size_t call = host;
      if (const auto process = owner.find(deviceKey(r_.launches[i].span)); work - first > 1 && process != owner.end()) {
        const auto isOwn = [&](std::size_t h) { return processOfSpan(r_.launches[h].span) == process->second; };
        while (call > first && !isOwn(call)) --call;
        if (!isOwn(call))  // because of different clocks it may begin after its work
          for (call = host; call + 1 < work && !isOwn(call);) ++call;
        if (!isOwn(call)) call = host;
      }
      add(r_.base.flows, r_.launches[call].span, r_.launches[i].span, FlowKind::Launch);
    }
    if (work > first && work < last) joined_.push_back(r_.launches[first].correlation);
    first = last;
  }
  r_.launches = {};
}

// A forward op and the op that computes its gradient have the same sequence number (PyTorch); of nested ops the innermost one in forward created the
// node, and the outermost one in backward runs it. Draws the arrows as Kineto does, for files without them.
void FlowBinder::bindSequences() {
  std::vector<ImportRecords::Sequence> points = std::move(r_.sequences);
  r_.sequences = {};
  for (const std::uint8_t kind : r_.base.flows.kind)
    if (kind == static_cast<std::uint8_t>(FlowKind::ForwardBackward)) return;
  struct Point {
    std::uint32_t process;
    std::int64_t number;
    bool backward;
    std::int64_t start;
    SpanRef span;
  };
  std::vector<Point> sorted;
  for (const ImportRecords::Sequence& point : points) {
    r_.poll();
    const SpanRef span = point.span < r_.refOfSpan.size() ? r_.refOfSpan[point.span] : SpanRef();
    if (span.lane < 0) continue;
    sorted.push_back({processOfSpan(span), point.number, point.backward, r_.base.laneOf(span).start[span.index], span});
  }
  sortTogether(sorted.begin(), sorted.end(), [](const Point& a, const Point& b) {
    return std::tie(a.process, a.number, a.backward, a.start, a.span) < std::tie(b.process, b.number, b.backward, b.start, b.span);
  });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Point &forward = sorted[i - 1], &backward = sorted[i];
    if (backward.backward && !forward.backward && forward.process == backward.process && forward.number == backward.number &&
        forward.start <= backward.start)
      add(r_.base.flows, forward.span, backward.span, FlowKind::ForwardBackward);
  }
}

// GPU work also has the number of the op that started it ("External id"), even if its call was not recorded.
void FlowBinder::bindExternals() {
  std::vector<ImportRecords::External> points = std::move(r_.externals);
  r_.externals = {};
  if (std::none_of(points.begin(), points.end(), [](const ImportRecords::External& point) { return point.onGpu; })) return;
  std::vector<SpanRef> launched;
  for (std::size_t i = 0; i < r_.base.flows.size(); ++i)
    if (r_.base.flows.kind[i] == static_cast<std::uint8_t>(FlowKind::Launch)) launched.push_back(r_.base.flows.to[i]);
  std::sort(launched.begin(), launched.end());
  sortTogether(points.begin(), points.end(), [](const ImportRecords::External& a, const ImportRecords::External& b) {
    return std::tie(a.id, a.onGpu, a.span) < std::tie(b.id, b.onGpu, b.span);
  });
  for (std::size_t first = 0; first < points.size();) {
    r_.poll();
    std::size_t last = first, ops = 0;
    for (; last < points.size() && points[last].id == points[first].id; ++last) ops += !points[last].onGpu;
    const SpanRef op = ops == 1 ? r_.refOfSpan[points[first].span] : SpanRef();  // with several processes: unknown
    for (std::size_t i = first + ops; i < last && op.lane >= 0; ++i) {
      const SpanRef work = r_.refOfSpan[points[i].span];
      if (work.lane >= 0 && !std::binary_search(launched.begin(), launched.end(), work)) add(r_.base.flows, op, work, FlowKind::Launch);
    }
    first = last;
  }
}

SpanRef FlowBinder::spanAt(std::uint32_t thread, std::int64_t time, bool enclosing) const {
  SpanRef best;
  std::int64_t bestStart = 0;
  const auto look = [&](std::uint32_t track) {
    // Lanes are sorted by track.
    auto lane = std::lower_bound(r_.base.lanes.begin(), r_.base.lanes.end(), static_cast<std::int32_t>(track),
                                 [](const TraceLane& l, std::int32_t wanted) { return l.track < wanted; });
    for (; lane != r_.base.lanes.end() && lane->track == static_cast<std::int32_t>(track); ++lane) {
      const auto index = static_cast<std::int32_t>(lane - r_.base.lanes.begin());
      if (enclosing) {
        const auto after = std::upper_bound(lane->start.begin(), lane->start.end(), time);
        if (after == lane->start.begin()) break;  // deeper spans start even later
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
  if (r_.ownTracks) look(thread);
  else
    for (const std::uint32_t track : r_.laneTracks[thread]) look(track);
  return best;
}

void FlowBinder::bindFlows() {
  std::vector<bool> isLaunch(r_.categories.size(), false);
  for (std::uint32_t c = 0; c < r_.categories.size(); ++c) isLaunch[c] = flowKindOf(r_.categories.name(c)) == FlowKind::Launch;
  // A launch needs no arrow from the file if its correlation already joins it with its work.
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < r_.flowPoints.size(); ++i) {
    r_.poll();
    const ImportRecords::FlowPoint& point = r_.flowPoints[i];
    if (isLaunch[point.category]) {
      const auto large = point.id >> 31 ? r_.largeCorrelations.find(point.id) : r_.largeCorrelations.end();
      const auto number = large != r_.largeCorrelations.end() ? large->second : static_cast<std::uint32_t>(point.id);
      if ((point.id >> 31 == 0 || large != r_.largeCorrelations.end()) && std::binary_search(joined_.begin(), joined_.end(), number)) continue;
    }
    order.push_back(i);
  }
  joined_ = {};
  sortTogether(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const ImportRecords::FlowPoint &x = r_.flowPoints[a], &y = r_.flowPoints[b];
    return std::tie(x.category, x.id, x.time, x.end, x.sequence) < std::tie(y.category, y.id, y.time, y.end, y.sequence);
  });
  std::vector<std::tuple<SpanRef, SpanRef>> seen;
  for (std::size_t first = 0; first < order.size();) {
    r_.poll();
    const ImportRecords::FlowPoint& head = r_.flowPoints[order[first]];
    std::size_t last = first, starts = 0;
    for (; last < order.size(); ++last) {
      const ImportRecords::FlowPoint& point = r_.flowPoints[order[last]];
      if (point.category != head.category || point.id != head.id) break;
      starts += point.end == FlowEnd::Start;
    }
    // Because clocks differ, work may begin before its launch: an arrow with one start begins there whatever the times are.
    if (starts == 1)
      std::stable_partition(order.begin() + static_cast<std::ptrdiff_t>(first), order.begin() + static_cast<std::ptrdiff_t>(last),
                            [&](std::uint32_t i) { return r_.flowPoints[i].end == FlowEnd::Start; });
    SpanRef from;
    bool open = false;
    for (; first < last; ++first) {
      r_.poll();
      const ImportRecords::FlowPoint& point = r_.flowPoints[order[first]];
      if (!open && point.end != FlowEnd::Start) {
        r_.note("the end of an arrow without its beginning", false);
        continue;
      }
      const SpanRef span = spanAt(point.thread, point.time, point.enclosing || point.end == FlowEnd::Start);
      if (point.end == FlowEnd::Start) {
        from = span;
        open = true;
      } else {
        if (from.lane >= 0 && span.lane >= 0) add(r_.base.flows, from, span, flowKindOf(r_.categories.name(point.category)));
        else r_.note("an arrow that touches no span", false);
        if (point.end == FlowEnd::Step) from = span;
      }
    }
  }
  r_.flowPoints.clear();
}

void FlowBinder::bindOwnFlows() {
  const auto exists = [&](SpanRef span) {
    return span.lane >= 0 && static_cast<std::size_t>(span.lane) < r_.base.lanes.size() && span.index < r_.base.laneOf(span).size();
  };
  for (const auto& [id, flow] : r_.ownFlows) {
    r_.poll();
    if (exists(flow.from) && exists(flow.to)) add(r_.base.flows, flow.from, flow.to, flow.kind);
    else r_.note("an arrow that touches no span", false);
  }
  r_.ownFlows = {};
}

void FlowBinder::assignSteps() {
  struct Step {
    std::int32_t process, number;
    std::int64_t begin, end;
  };
  std::vector<Step> steps;
  for (const TraceLane& lane : r_.base.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) {
      r_.poll();
      if (lane.category[i] != static_cast<std::uint8_t>(Category::Step)) continue;
      const std::string_view name = r_.names.name(lane.name[i]);
      std::int32_t number = stepNumber(name);
      if (number < 0 && std::from_chars(name.data(), name.data() + name.size(), number).ec != std::errc()) number = -1;
      if (number < 0) number = static_cast<std::int32_t>(steps.size());
      steps.push_back({r_.base.tracks[static_cast<std::size_t>(lane.track)].process, number, lane.start[i], lane.start[i] + lane.duration[i]});
    }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return std::tie(a.process, a.begin) < std::tie(b.process, b.begin); });
  for (TraceLane& lane : r_.base.lanes) {
    const std::int32_t process = r_.base.tracks[static_cast<std::size_t>(lane.track)].process;
    auto step = std::lower_bound(steps.begin(), steps.end(), process, [](const Step& s, std::int32_t wanted) { return s.process < wanted; });
    const auto end = std::upper_bound(step, steps.end(), process, [](std::int32_t wanted, const Step& s) { return wanted < s.process; });
    for (std::size_t i = 0; i < lane.size() && step != end; ++i) {
      r_.poll();
      while (step != end && step->end <= lane.start[i] && !(step->begin == step->end && step->begin == lane.start[i])) ++step;
      if (step != end && step->begin <= lane.start[i]) lane.step[i] = step->number;
    }
  }
}

void FlowBinder::followLaunches() {
  for (std::size_t i = 0; i < r_.base.flows.size(); ++i) {
    r_.poll();
    if (r_.base.flows.kind[i] != static_cast<std::uint8_t>(FlowKind::Launch)) continue;
    const SpanRef from = r_.base.flows.from[i], to = r_.base.flows.to[i];
    const TraceLane& launch = r_.base.laneOf(from);
    TraceLane& work = r_.base.laneOf(to);
    if (!isGpuWork(work.kindOf(to.index))) continue;
    work.step[to.index] = launch.step[from.index];
    if (work.category[to.index] == static_cast<std::uint8_t>(Category::Other)) work.category[to.index] = launch.category[from.index];
  }
}

// Streams that wait for each other's events (cudaStreamWaitEvent). An arrow goes from the work that was awaited to the work that waited, if
// the file has the numbers of both calls. Numbers grow with every call, so work with a larger number was started later. The launches are
// sorted by correlation.
void FlowBinder::bindEventWaits() {
  std::vector<ImportRecords::EventWait> waits = std::move(r_.eventWaits);
  r_.eventWaits = {};
  if (waits.empty()) return;
  using Stream = std::tuple<std::int32_t, std::int32_t, std::int64_t>;  // process, device, stream
  std::map<Stream, std::vector<const ImportRecords::Launch*>> work;
  for (const ImportRecords::Launch& launch : r_.launches) {
    r_.poll();
    if (!launch.onGpu) continue;
    const TraceTrack& track = r_.base.tracks[static_cast<std::size_t>(r_.base.laneOf(launch.span).track)];
    work[{track.process, track.device, track.id}].push_back(&launch);
  }
  const auto before = [](const ImportRecords::Launch* launch, std::uint32_t correlation) { return launch->correlation < correlation; };
  std::vector<std::pair<SpanRef, SpanRef>> arrows;
  for (const ImportRecords::EventWait& wait : waits) {
    r_.poll();
    const auto awaited = work.find({wait.process, wait.device, wait.awaited}), waiting = work.find({wait.process, wait.device, wait.stream});
    if (awaited == work.end() || waiting == work.end() || awaited == waiting) continue;
    const auto end = std::lower_bound(awaited->second.begin(), awaited->second.end(), wait.recorded, before);
    const auto next = std::lower_bound(waiting->second.begin(), waiting->second.end(), wait.correlation, before);
    if (end == awaited->second.begin() || next == waiting->second.end()) continue;
    const ImportRecords::Launch &from = **(end - 1), &to = **next;
    // If a number is used twice, the waiting work may begin before the awaited work: then there is no arrow.
    if (from.start <= to.start) arrows.emplace_back(from.span, to.span);
  }
  std::sort(arrows.begin(), arrows.end());
  arrows.erase(std::unique(arrows.begin(), arrows.end()), arrows.end());
  for (const auto& [from, to] : arrows) {
    r_.base.flows.from.push_back(from);
    r_.base.flows.to.push_back(to);
    r_.base.flows.kind.push_back(static_cast<std::uint8_t>(FlowKind::Other));
  }
}

}  // namespace

void bindFlows(ImportRecords& records) {
  FlowBinder(records).bind();
}

}  // namespace stepscope
