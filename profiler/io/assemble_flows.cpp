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

void TraceAssembler::bindLaunches() {
  std::sort(launches_.begin(), launches_.end(), [&](const Launch& a, const Launch& b) {
    poll();
    return std::tie(a.correlation, a.onGpu, a.start) < std::tie(b.correlation, b.onGpu, b.start);
  });
  std::size_t pairs = 0;
  for (const Launch& launch : launches_) pairs += launch.onGpu;
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
    // Numbers repeat when several processes were recorded: of several launches, the last one before the work.
    std::size_t host = first;
    for (std::size_t i = work; i < last && work > first; ++i) {
      while (host + 1 < work && launches_[host + 1].start <= launches_[i].start) ++host;
      add(base.flows, launches_[host].span, launches_[i].span, FlowKind::Launch);
    }
    if (work > first && work < last) joined_.push_back(launches_[first].correlation);
    first = last;
  }
  launches_ = {};
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
    if (isLaunch[point.category] && point.id <= UINT32_MAX &&
        std::binary_search(joined_.begin(), joined_.end(), static_cast<std::uint32_t>(point.id)))
      continue;
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
