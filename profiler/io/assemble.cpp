// The second half of TraceAssembler: from gathered records to lanes.
#include <algorithm>
#include <charconv>
#include <limits>
#include <tuple>

#include "profiler/io/assembler.h"
#include "profiler/trace/lanes.h"
#include "profiler/trace/sort_flows.h"

namespace stepscope {
namespace {

constexpr std::uint32_t kNowhere = static_cast<std::uint32_t>(-1);
constexpr std::int64_t kLongest = std::int64_t{7} * 24 * 3600 * 1'000'000'000;  // ns; HTA's MAX_EVENT_DURATION_US
constexpr std::int64_t kPlausible = std::int64_t{60} * 1'000'000'000;  // ns; a span of this length may be alone in a short trace
constexpr std::int64_t kTimesTheRest = 1000;
constexpr std::size_t kFewRecords = 8;  // tell nothing of how long the recording went on
constexpr std::size_t kDeepest = 1000;
constexpr std::size_t kMostLanes = 200'000;
constexpr std::uint8_t kNotAsked = 0xFF;

// Sorted indices of a list that has no iterators.
template <typename List, typename Less>
std::vector<std::uint32_t> sortedOrder(const List& list, Less less) {
  std::vector<std::uint32_t> order(list.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return less(list[a], list[b]); });
  return order;
}

}  // namespace

void TraceAssembler::closeEdge(const Edge& begin, const Edge* end, std::int64_t time) {
  SpanInput span;
  span.kind = begin.kind;
  span.time = begin.time;
  // They may lie absurdly far apart: then too long for checkTimes() to keep.
  if (__builtin_sub_overflow(time, begin.time, &span.duration)) span.duration = std::numeric_limits<std::int64_t>::max();
  span.name = begin.name;
  span.arguments = begin.arguments;
  if (end && end->hasArguments) {  // both may tell something
    if (begin.hasArguments) joinedArguments_.emplace_back(begin.arguments, end->arguments);
    span.arguments = begin.hasArguments ? kJoinedArguments + joinedArguments_.size() - 1 : end->arguments;
  }
  addSpan(begin.track, span);
}

void TraceAssembler::pairEdges() {
  const std::vector<std::uint32_t> order = sortedOrder(edges_, [&](const Edge& a, const Edge& b) {
    poll();
    const std::uint32_t threadA = ownTracks_ ? a.track : tracks_[a.track].thread, threadB = ownTracks_ ? b.track : tracks_[b.track].thread;
    return std::tie(threadA, a.time, a.sequence) < std::tie(threadB, b.time, b.sequence);
  });
  // In the order of their begins: of spans of the same length the one that began first is around the others.
  struct Closed {
    std::uint32_t begin, end;
  };
  std::vector<Closed> closed;
  const std::uint32_t nameless = names.intern("");
  std::vector<std::size_t> open;  // places in `closed`
  std::uint32_t thread = kNowhere;
  for (const std::uint32_t i : order) {
    poll();
    const Edge& edge = edges_[i];
    const std::uint32_t here = ownTracks_ ? edge.track : tracks_[edge.track].thread;
    if (here != thread) open.clear();
    thread = here;
    if (edge.opens) {
      open.push_back(closed.size());
      closed.push_back({i, kNowhere});
      continue;
    }
    if (open.empty()) {
      note("an end (E) without a begin", true);
      continue;
    }
    // The last begin of that name; nesting does not decide where names do.
    std::size_t k = open.size();
    const auto isEnded = [&](std::size_t place) {
      const std::uint32_t name = edges_[closed[place].begin].name;
      return name == edge.name || name == nameless || edge.name == nameless;
    };
    while (k > 0 && !isEnded(open[k - 1])) --k;
    if (k == 0) {
      note("an end (E) whose name no open begin (B) of its thread has", true);
      continue;
    }
    if (k < open.size()) note("spans of begins and ends (B, E) that cross on one thread, paired by their names", false);
    closed[open[k - 1]].end = i;
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(k - 1));
  }
  for (const Closed& span : closed) {
    poll();
    if (span.end == kNowhere)
      unfinished_.push_back(edges_[span.begin]);
    else
      closeEdge(edges_[span.begin], &edges_[span.end], edges_[span.end].time);
  }
  edges_.clear();
}

// What did not end lasts as long as the trace, whose end is known when the times have been checked.
void TraceAssembler::closeUnfinished() {
  if (unfinished_.empty()) return;
  std::int64_t end = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < spans_.start.size(); ++i)
    if (spans_.track[i] != kNowhere) end = std::max(end, spans_.start[i] + spans_.duration[i]);
  for (std::size_t i = 0; i < marks_.size(); ++i)
    if (marks_[i].track != kNowhere) end = std::max(end, marks_[i].time);
  for (const Series& series : series_)
    for (std::size_t i = 0; i < series.time.size(); ++i) end = std::max(end, series.time[i]);
  for (const Edge& edge : unfinished_) end = std::max(end, edge.time);
  note("a begin (B) without an end; the span is drawn up to the end of the trace", false, static_cast<std::int64_t>(unfinished_.size()));
  for (const Edge& edge : unfinished_) closeEdge(edge, nullptr, end);
  unfinished_.clear();
}

void TraceAssembler::pairAsync() {
  const std::vector<std::uint32_t> order = sortedOrder(asyncEdges_, [&](const Edge& a, const Edge& b) {
    poll();
    return std::tie(a.category, a.key, a.time, a.sequence) < std::tie(b.category, b.key, b.time, b.sequence);
  });
  std::vector<std::uint32_t> open;
  const auto leaveOpen = [&] {
    for (const std::uint32_t i : open) {
      note("an asynchronous begin without an end, drawn as a moment", false);
      const Edge& edge = asyncEdges_[i];
      marks_.push_back({edge.time, edge.arguments, edge.track, edge.name});
    }
    open.clear();
  };
  for (std::size_t k = 0; k < order.size(); ++k) {
    poll();
    const Edge& edge = asyncEdges_[order[k]];
    if (k > 0) {
      const Edge& before = asyncEdges_[order[k - 1]];
      if (before.category != edge.category || before.key != edge.key) leaveOpen();
    }
    if (edge.opens) {
      open.push_back(order[k]);
    } else if (open.empty()) {
      note("an asynchronous end without a begin", true);
    } else {
      closeEdge(asyncEdges_[open.back()], &edge, edge.time);
      open.pop_back();
    }
  }
  leaveOpen();
  asyncEdges_.clear();
}

void TraceAssembler::checkTimes() {
  // The middle of what was recorded, from a sample.
  std::vector<std::int64_t> times;
  const std::size_t stride = std::max<std::size_t>(1, (spans_.start.size() + marks_.size()) / 100'000);
  for (std::size_t i = 0; i < spans_.start.size(); i += stride) times.push_back(spans_.start[i]);
  for (std::size_t i = 0; i < marks_.size(); i += stride) times.push_back(marks_[i].time);
  for (const Edge& edge : unfinished_) times.push_back(edge.time);
  if (times.empty())
    for (const Series& series : series_)
      for (std::size_t i = 0; i < series.time.size(); i += std::max<std::size_t>(1, series.time.size() / 1000))
        times.push_back(series.time[i]);
  if (times.empty()) return;
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  const std::int64_t middle = times[times.size() / 2];
  const auto far = [&](std::int64_t time) {
    std::int64_t distance = 0;
    return __builtin_sub_overflow(time, middle, &distance) || distance > kLongest || distance < -kLongest;
  };
  constexpr std::string_view kFar = "timestamp is more than 7 days from the rest";
  std::erase_if(unfinished_, [&](const Edge& edge) {
    if (far(edge.time)) note(kFar, true);
    return far(edge.time);
  });
  // From the first to the last begin of anything: nothing that was recorded lasts a thousand times as long as the recording went on.
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
  const auto reach = [&](std::int64_t time) {
    if (far(time)) return;
    first = std::min(first, time);
    last = std::max(last, time);
  };
  for (std::size_t i = 0; i < spans_.start.size(); ++i) reach(spans_.start[i]);
  for (std::size_t i = 0; i < marks_.size(); ++i) reach(marks_[i].time);
  for (const Edge& edge : unfinished_) reach(edge.time);
  const bool several = spans_.start.size() + marks_.size() >= kFewRecords && first <= last;
  const std::int64_t longest = several ? std::min(kLongest, std::max(kPlausible, kTimesTheRest * (last - first))) : kLongest;
  for (std::size_t i = 0; i < spans_.start.size(); ++i) {
    poll();
    std::int64_t end = 0;
    const bool isFar = far(spans_.start[i]), isLong = spans_.duration[i] > longest;
    if (!isFar && !isLong && !__builtin_add_overflow(spans_.start[i], spans_.duration[i], &end)) continue;
    note(isFar ? kFar : spans_.duration[i] > kLongest ? "duration is more than 7 days" : "duration is more than 1,000 times what else was recorded", true);
    spans_.track[i] = kNowhere;
  }
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    poll();
    if (!far(marks_[i].time)) continue;
    note(kFar, true);
    marks_[i].track = kNowhere;
  }
  for (Series& series : series_) {
    BlockList<std::int64_t> time;
    BlockList<double> value;
    bool any = false;
    for (std::size_t i = 0; i < series.time.size(); ++i) {
      poll();
      any = any || far(series.time[i]);
    }
    if (!any) continue;
    for (std::size_t i = 0; i < series.time.size(); ++i) {
      poll();
      if (far(series.time[i])) {
        note(kFar, true);
        continue;
      }
      time.push_back(series.time[i]);
      value.push_back(series.value[i]);
    }
    std::swap(series.time, time);
    std::swap(series.value, value);
  }
}

// Tracks by process, then by the order the trace asks for, then by number; spans before what stands beside them.
void TraceAssembler::orderTracks() {
  if (ownTracks_) return;
  std::vector<bool> streams(base.processes.size(), false);
  for (const TrackInfo& info : tracks_)
    if (info.group == Group::Stream || info.group == Group::Waits) streams[threads_[info.thread].process] = true;
  std::vector<std::uint32_t> order(tracks_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto key = [&](const TrackInfo& info) {
      const ThreadInfo& thread = threads_[info.thread];
      return std::tuple(base.processes[thread.process].sortOrder, static_cast<bool>(streams[thread.process]), thread.process,
                        info.group == Group::Async, thread.order, thread.number, info.thread, info.group, info.category);
    };
    return key(tracks_[a]) < key(tracks_[b]);
  });
  std::vector<std::uint32_t> moved(tracks_.size());
  std::vector<TrackInfo> sorted;
  for (const std::uint32_t i : order) {
    moved[i] = static_cast<std::uint32_t>(sorted.size());
    const TrackInfo& info = tracks_[i];
    const ThreadInfo& thread = threads_[info.thread];
    TraceTrack track;
    track.sortOrder = static_cast<int>(sorted.size());
    track.process = static_cast<std::int32_t>(thread.process);
    track.id = info.stream >= 0 ? info.stream : thread.number;
    std::string name = thread.name;
    if (name.empty()) name = thread.number >= 0 ? "thread " + thread.id : thread.id;
    if (info.group == Group::Stream || info.group == Group::Waits || info.group == Group::GpuAnnotation) {
      track.kind = TrackKind::Stream;
      track.device = info.device;
      if (info.device < 0 && info.group != Group::GpuAnnotation) {
        std::int32_t device = -1;
        const std::string& pid = base.processes[thread.process].id;
        if (std::from_chars(pid.data(), pid.data() + pid.size(), device).ec == std::errc() && device < 1024) track.device = device;
      }
      if (track.id >= 0)
        name = "stream " + std::to_string(track.id);
      else if (thread.number < 0 && thread.id == "-1")
        name = kAllStreams;
    }
    if (info.group == Group::GpuAnnotation || info.group == Group::Waits || info.group == Group::Python) {
      track.kind = TrackKind::Annotation;
      name += info.group == Group::Python ? ", Python" : info.group == Group::Waits ? ", waits" : ", annotations";
    } else if (info.group == Group::Async) {
      track.kind = TrackKind::Async;
      name = info.category == 0 ? "asynchronous" : std::string(categories_.name(info.category));
    }
    track.name = std::move(name);
    base.tracks.push_back(std::move(track));
    sorted.push_back(info);
  }
  tracks_ = std::move(sorted);
  for (std::size_t i = 0; i < spans_.track.size(); ++i)
    if (spans_.track[i] != kNowhere) spans_.track[i] = moved[spans_.track[i]];
  for (std::size_t i = 0; i < marks_.size(); ++i)
    if (marks_[i].track != kNowhere) marks_[i].track = moved[marks_[i].track];
  laneTracks_.resize(threads_.size());
  for (std::uint32_t t = 0; t < tracks_.size(); ++t)
    if (const Group group = tracks_[t].group; group == Group::Spans || group == Group::Stream || group == Group::Waits)
      laneTracks_[tracks_[t].thread].push_back(t);
}

Category TraceAssembler::categoryOf(std::uint32_t span, const TrackInfo& track) {
  const auto kind = static_cast<SpanKind>(spans_.kind[span]);
  if (kind == SpanKind::Memcpy || kind == SpanKind::Memset) return Category::Copy;
  if (kind != SpanKind::CpuOp && kind != SpanKind::Annotation && kind != SpanKind::Other && kind != SpanKind::Python)
    return Category::Other;
  if (track.group == Group::Spans && threads_[track.thread].name == "Steps") return Category::Step;  // TensorFlow and JAX
  std::uint8_t& known = categoryOfName_[spans_.name[span]];
  const std::string_view name = names.name(spans_.name[span]);
  if (known == kNotAsked) known = static_cast<std::uint8_t>(categoryOfName(name, SpanKind::Annotation));
  auto category = static_cast<Category>(known);
  if (category == Category::Step && kind == SpanKind::Python) return Category::Other;
  if (category == Category::Other && kind == SpanKind::Annotation && !profilerSteps_ && stepNumber(name) >= 0) return Category::Step;
  return category;
}

void TraceAssembler::layOutTrack(Layout& layout, std::uint32_t track) {
  const std::size_t first = layout.trackBegin[track], last = layout.trackBegin[track + 1];
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    poll();
    const std::int64_t startA = spans_.start[a], startB = spans_.start[b];
    if (startA != startB) return startA < startB;
    const std::int64_t durationA = spans_.duration[a], durationB = spans_.duration[b];
    return durationA != durationB ? durationA > durationB : a < b;
  };
  const auto from = layout.order.begin() + static_cast<std::ptrdiff_t>(first),
             to = layout.order.begin() + static_cast<std::ptrdiff_t>(last);
  if (!std::is_sorted(from, to, before)) std::sort(from, to, before);

  LaneChooser chooser;
  std::vector<Category> open;  // by lane
  for (std::size_t i = first; i < last; ++i) {
    poll();
    const std::uint32_t span = layout.order[i];
    const std::size_t depth = chooser.laneOf(spans_.start[span], spans_.start[span] + spans_.duration[span]);
    layout.depth[i] = static_cast<std::uint16_t>(std::min(depth, kDeepest));
    if (open.size() < chooser.lanes()) open.resize(chooser.lanes(), Category::Other);
    Category category = Category::Other;
    if (ownTracks_) {
      category = static_cast<Category>(spans_.category[span]);
    } else {
      category = categoryOf(span, tracks_[track]);
      const std::ptrdiff_t parent = chooser.parent();
      const Category around = parent >= 0 ? open[static_cast<std::size_t>(parent)] : Category::Other;
      if (category == Category::Step && around == Category::Step) category = Category::Other;  // a step within a step
      if (category == Category::Other && around != Category::Step && static_cast<SpanKind>(spans_.kind[span]) != SpanKind::Kernel)
        category = around;
      if (category == Category::Other && static_cast<SpanKind>(spans_.kind[span]) == SpanKind::CpuOp) category = Category::Forward;
    }
    open[depth] = category;
    layout.category[i] = static_cast<std::uint8_t>(category);
  }
}

TraceAssembler::Layout TraceAssembler::layOut() {
  Layout layout;
  const std::size_t tracks = tracks_.size();
  layout.trackBegin.assign(tracks + 1, 0);
  for (std::size_t i = 0; i < spans_.track.size(); ++i)
    if (spans_.track[i] != kNowhere) ++layout.trackBegin[spans_.track[i] + 1];
  for (std::size_t t = 0; t < tracks; ++t) layout.trackBegin[t + 1] += layout.trackBegin[t];
  layout.order.resize(layout.trackBegin[tracks]);
  std::vector<std::size_t> at(layout.trackBegin.begin(), layout.trackBegin.end() - 1);
  for (std::size_t i = 0; i < spans_.track.size(); ++i)
    if (spans_.track[i] != kNowhere) layout.order[at[spans_.track[i]]++] = static_cast<std::uint32_t>(i);
  spans_.track.clear();
  layout.depth.resize(layout.order.size());
  layout.category.resize(layout.order.size());
  categoryOfName_.assign(names.size(), kNotAsked);
  for (std::uint32_t id = 0; id < names.size() && !profilerSteps_; ++id) profilerSteps_ = names.name(id).starts_with("ProfilerStep");
  for (std::uint32_t track = 0; track < tracks; ++track) layOutTrack(layout, track);
  return layout;
}

void TraceAssembler::fillLanes(Layout layout) {
  // Exactly as large as they become.
  layout.firstLane.assign(tracks_.size(), 0);
  layout.laneCount.assign(tracks_.size(), 0);
  std::int64_t tooDeep = 0, overlapping = 0;
  for (std::uint32_t track = 0; track < tracks_.size(); ++track) {
    const bool oneStream = base.tracks[track].kind == TrackKind::Stream && base.tracks[track].name != kAllStreams;
    std::vector<std::size_t> counts;
    for (std::size_t i = layout.trackBegin[track]; i < layout.trackBegin[track + 1]; ++i) {
      const std::size_t depth = layout.depth[i];
      overlapping += depth > 0 && oneStream && isGpuWork(static_cast<SpanKind>(spans_.kind[layout.order[i]]));
      if (depth >= kDeepest || (depth >= counts.size() && base.lanes.size() + depth >= kMostLanes)) {
        layout.depth[i] = kDeepest;
        ++tooDeep;
        continue;
      }
      if (depth >= counts.size()) counts.resize(depth + 1, 0);
      ++counts[depth];
    }
    layout.firstLane[track] = static_cast<std::int32_t>(base.lanes.size());
    layout.laneCount[track] = static_cast<std::int32_t>(counts.size());
    for (std::size_t depth = 0; depth < counts.size(); ++depth) {
      TraceLane& lane = base.lanes.emplace_back();
      lane.track = static_cast<std::int32_t>(track);
      lane.depth = static_cast<std::int32_t>(depth);
      const auto reserve = [n = counts[depth]](auto&... columns) { (columns.reserve(n), ...); };
      reserve(lane.start, lane.duration, lane.name, lane.category, lane.node, lane.step, lane.kind, lane.arguments);
    }
  }
  if (tooDeep > 0) note("nested more than 1,000 deep", true, tooDeep);
  if (overlapping > 0) note(kOverlapReason, false, overlapping);

  const auto overSpans = [&](auto put) {
    for (std::uint32_t track = 0; track < tracks_.size(); ++track)
      for (std::size_t i = layout.trackBegin[track]; i < layout.trackBegin[track + 1]; ++i) {
        poll();
        if (layout.depth[i] != kDeepest)
          put(base.lanes[static_cast<std::size_t>(layout.firstLane[track]) + layout.depth[i]], layout.order[i], i);
      }
  };
  std::size_t correlated = 0;
  for (std::size_t i = 0; i < spans_.correlation.size(); ++i) correlated += spans_.correlation[i] != 0;
  launches_.reserve(correlated);
  overSpans([&](TraceLane& lane, std::uint32_t span, std::size_t) { lane.start.push_back(spans_.start[span]); });
  std::vector<std::uint32_t> filled(base.lanes.size(), 0);
  if (!sequences_.empty() || !externals_.empty()) refOfSpan_.resize(spans_.start.size());
  overSpans([&](TraceLane& lane, std::uint32_t span, std::size_t) {
    const auto index = static_cast<std::size_t>(&lane - base.lanes.data());
    const std::uint32_t at = filled[index]++;
    if (!refOfSpan_.empty()) refOfSpan_[span] = {static_cast<std::int32_t>(index), at};
    const auto kind = static_cast<SpanKind>(spans_.kind[span]);
    if (!ownTracks_ && spans_.correlation[span] != 0 && (kind == SpanKind::Runtime || isGpuWork(kind)))
      launches_.push_back({spans_.correlation[span], {static_cast<std::int32_t>(index), at}, spans_.start[span], isGpuWork(kind)});
  });
  spans_.start.clear();
  spans_.correlation.clear();
  const auto move = [&](auto& column, auto TraceLane::*to) {
    overSpans([&](TraceLane& lane, std::uint32_t span, std::size_t) { (lane.*to).push_back(column[span]); });
    column.clear();
  };
  move(spans_.arguments, &TraceLane::arguments);
  move(spans_.duration, &TraceLane::duration);
  move(spans_.name, &TraceLane::name);
  move(spans_.kind, &TraceLane::kind);
  overSpans([&](TraceLane& lane, std::uint32_t, std::size_t i) { lane.category.push_back(layout.category[i]); });
  if (ownTracks_) {
    move(spans_.node, &TraceLane::node);
    move(spans_.step, &TraceLane::step);
    spans_.category.clear();
  } else {
    for (TraceLane& lane : base.lanes) {
      lane.node.assign(lane.size(), -1);
      lane.step.assign(lane.size(), -1);
    }
  }
}

void TraceAssembler::fillMarks() {
  const std::vector<std::uint32_t> order = sortedOrder(marks_, [&](const Mark& a, const Mark& b) {
    poll();
    return std::tie(a.track, a.time, a.name, a.arguments) < std::tie(b.track, b.time, b.name, b.arguments);
  });
  for (std::size_t first = 0; first < order.size();) {
    poll();
    const std::uint32_t track = marks_[order[first]].track;
    if (track == kNowhere) break;  // sorted last
    std::size_t last = first;
    while (last < order.size() && marks_[order[last]].track == track) ++last;
    TraceMarks& marks = base.marks.emplace_back();
    marks.track = static_cast<std::int32_t>(track);
    marks.time.reserve(last - first);
    marks.name.reserve(last - first);
    marks.arguments.reserve(last - first);
    for (; first < last; ++first) {
      poll();
      const Mark& mark = marks_[order[first]];
      marks.time.push_back(mark.time);
      marks.name.push_back(mark.name);
      marks.arguments.push_back(mark.arguments);
    }
  }
  marks_.clear();
}

void TraceAssembler::fillCounters() {
  for (Series& series : series_) {
    std::vector<std::uint32_t> order(series.time.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      poll();
      return series.time[a] < series.time[b];
    });
    TraceCounter counter;
    if (ownTracks_) {  // its name is the number of its track
      counter.track = static_cast<std::int32_t>(series.process);
    } else {
      TraceTrack track;
      track.name = series.name;
      track.sortOrder = static_cast<int>(base.tracks.size());
      track.counter = true;
      track.process = static_cast<std::int32_t>(series.process);
      counter.track = static_cast<std::int32_t>(base.tracks.size());
      base.tracks.push_back(std::move(track));
    }
    counter.time.reserve(order.size());
    counter.value.reserve(order.size());
    for (const std::uint32_t i : order) {
      poll();
      counter.time.push_back(series.time[i]);
      counter.value.push_back(series.value[i]);
    }
    series.time.clear();
    series.value.clear();
    if (!counter.time.empty()) base.counters.push_back(std::move(counter));
  }
}

Trace TraceAssembler::finish(const std::function<bool()>& cancelled) {
  cancelled_ = &cancelled;
  pairEdges();
  pairAsync();
  checkTimes();
  closeUnfinished();
  if (!ownTracks_) tellStreams();
  orderTracks();
  fillLanes(layOut());
  fillMarks();
  fillCounters();
  if (ownTracks_) {
    bindOwnFlows();
  } else {
    bindLaunches();
    bindFlows();
    bindSequences();
    bindExternals();
  }
  refOfSpan_ = {};
  sortFlows(base.flows, [this] { poll(); });
  if (!ownTracks_) {
    assignSteps();
    followLaunches();
  }
  std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = std::numeric_limits<std::int64_t>::min();
  const auto reach = [&](std::int64_t first, std::int64_t last) {
    begin = std::min(begin, first);
    end = std::max(end, last);
  };
  for (const TraceLane& lane : base.lanes)
    if (lane.size() > 0) reach(lane.start.front(), lane.start.back() + lane.duration.back());
  for (const TraceMarks& marks : base.marks) reach(marks.time.front(), marks.time.back());
  for (const TraceCounter& counter : base.counters) reach(counter.time.front(), counter.time.back());
  if (begin <= end) {
    base.begin = begin;
    base.end = end;
  }
  if (names.notKept() > 0) note(kNameNotKeptReason, false, names.notKept());
  base.endsEarly = endsEarly_;
  for (auto& [reason, note] : notes_) {
    if (note.dropped) base.dropped += note.count;
    base.notes.push_back(note);
  }
  std::stable_sort(base.notes.begin(), base.notes.end(), [](const TraceNote& a, const TraceNote& b) { return a.count > b.count; });
  base.names = names.take();
  base.names.shrink();
  return std::move(base);
}

}  // namespace stepscope
