#include "profiler/io/import_stages.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace stepscope {
namespace {

constexpr std::int64_t kLongest = std::int64_t{7} * 24 * 3600 * 1'000'000'000;  // ns; HTA's MAX_EVENT_DURATION_US
constexpr std::int64_t kPlausible = std::int64_t{60} * 1'000'000'000;           // ns; a span of this length may be the only one in a short trace
constexpr std::int64_t kTimesTheRest = 1000;
constexpr std::size_t kFewRecords = 8;  // too few to show how long the recording was

void closeEdge(ImportRecords& r, const ImportRecords::Edge& begin, const ImportRecords::Edge* end, std::int64_t time) {
  SpanInput span;
  span.kind = begin.kind;
  span.time = begin.time;
  // Begin and end may be absurdly far apart. Then the duration is too long, and checkTimes() drops it.
  if (__builtin_sub_overflow(time, begin.time, &span.duration)) span.duration = std::numeric_limits<std::int64_t>::max();
  span.name = begin.name;
  span.arguments = begin.arguments;
  if (end && end->hasArguments) {  // both may have arguments
    if (begin.hasArguments) r.joinedArguments.emplace_back(begin.arguments, end->arguments);
    span.arguments = begin.hasArguments ? kJoinedArguments + r.joinedArguments.size() - 1 : end->arguments;
  }
  r.addSpan(begin.track, span);
}

}  // namespace

void pairEdges(ImportRecords& r) {
  const std::vector<std::uint32_t> order = sortedOrder(r.edges, [&](const ImportRecords::Edge& a, const ImportRecords::Edge& b) {
    r.poll();
    const std::uint32_t threadA = r.ownTracks ? a.track : r.tracks[a.track].thread, threadB = r.ownTracks ? b.track : r.tracks[b.track].thread;
    return std::tie(threadA, a.time, a.sequence) < std::tie(threadB, b.time, b.sequence);
  });
  // In the order of the begins: of two spans of the same length the one that began first is the outer one.
  struct Closed {
    std::uint32_t begin, end;
  };
  std::vector<Closed> closed;
  const std::uint32_t nameless = r.names.intern("");
  std::vector<std::size_t> open;  // indices in `closed`
  std::uint32_t thread = kNoTrack;
  for (const std::uint32_t i : order) {
    r.poll();
    const ImportRecords::Edge& edge = r.edges[i];
    const std::uint32_t here = r.ownTracks ? edge.track : r.tracks[edge.track].thread;
    if (here != thread) open.clear();
    thread = here;
    if (edge.opens) {
      open.push_back(closed.size());
      closed.push_back({i, kNoTrack});
      continue;
    }
    if (open.empty()) {
      r.note("an end (E) without a begin", true);
      continue;
    }
    // The last begin with that name; names have priority over nesting.
    std::size_t k = open.size();
    const auto isEnded = [&](std::size_t place) {
      const std::uint32_t name = r.edges[closed[place].begin].name;
      return name == edge.name || name == nameless || edge.name == nameless;
    };
    while (k > 0 && !isEnded(open[k - 1])) --k;
    if (k == 0) {
      r.note("an end (E) without an open begin (B) of that name on its thread", true);
      continue;
    }
    if (k < open.size()) r.note("spans of begins and ends (B, E) that cross on one thread, paired by their names", false);
    closed[open[k - 1]].end = i;
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(k - 1));
  }
  for (const Closed& span : closed) {
    r.poll();
    if (span.end == kNoTrack) r.unfinished.push_back(r.edges[span.begin]);
    else closeEdge(r, r.edges[span.begin], &r.edges[span.end], r.edges[span.end].time);
  }
  r.edges.clear();
}

// A span without an end lasts as long as the trace, whose end is known after the times have been checked.
void closeUnfinished(ImportRecords& r) {
  if (r.unfinished.empty()) return;
  std::int64_t end = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < r.spans.start.size(); ++i)
    if (r.spans.track[i] != kNoTrack) end = std::max(end, r.spans.start[i] + r.spans.duration[i]);
  for (std::size_t i = 0; i < r.marks.size(); ++i)
    if (r.marks[i].track != kNoTrack) end = std::max(end, r.marks[i].time);
  for (const ImportRecords::Series& series : r.series)
    for (std::size_t i = 0; i < series.time.size(); ++i) end = std::max(end, series.time[i]);
  for (const ImportRecords::Edge& edge : r.unfinished) end = std::max(end, edge.time);
  r.note("a begin (B) without an end, drawn up to the end of the trace", false, static_cast<std::int64_t>(r.unfinished.size()));
  for (const ImportRecords::Edge& edge : r.unfinished) closeEdge(r, edge, nullptr, end);
  r.unfinished.clear();
}

void pairAsync(ImportRecords& r) {
  const std::vector<std::uint32_t> order = sortedOrder(r.asyncEdges, [&](const ImportRecords::Edge& a, const ImportRecords::Edge& b) {
    r.poll();
    return std::tie(a.category, a.key, a.time, a.sequence) < std::tie(b.category, b.key, b.time, b.sequence);
  });
  std::vector<std::uint32_t> open;
  const auto leaveOpen = [&] {
    for (const std::uint32_t i : open) {
      r.note("an asynchronous begin without an end, drawn as a moment", false);
      const ImportRecords::Edge& edge = r.asyncEdges[i];
      r.marks.push_back({edge.time, edge.arguments, edge.track, edge.name});
    }
    open.clear();
  };
  for (std::size_t k = 0; k < order.size(); ++k) {
    r.poll();
    const ImportRecords::Edge& edge = r.asyncEdges[order[k]];
    if (k > 0) {
      const ImportRecords::Edge& before = r.asyncEdges[order[k - 1]];
      if (before.category != edge.category || before.key != edge.key) leaveOpen();
    }
    if (edge.opens) {
      open.push_back(order[k]);
    } else if (open.empty()) {
      r.note("an asynchronous end without a begin", true);
    } else {
      closeEdge(r, r.asyncEdges[open.back()], &edge, edge.time);
      open.pop_back();
    }
  }
  leaveOpen();
  r.asyncEdges.clear();
}

void checkTimes(ImportRecords& r) {
  // The median of the recorded times, from a sample.
  std::vector<std::int64_t> times;
  const std::size_t stride = std::max<std::size_t>(1, (r.spans.start.size() + r.marks.size()) / 100'000);
  for (std::size_t i = 0; i < r.spans.start.size(); i += stride) times.push_back(r.spans.start[i]);
  for (std::size_t i = 0; i < r.marks.size(); i += stride) times.push_back(r.marks[i].time);
  for (const ImportRecords::Edge& edge : r.unfinished) times.push_back(edge.time);
  if (times.empty())
    for (const ImportRecords::Series& series : r.series)
      for (std::size_t i = 0; i < series.time.size(); i += std::max<std::size_t>(1, series.time.size() / 1000)) times.push_back(series.time[i]);
  if (times.empty()) return;
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  const std::int64_t middle = times[times.size() / 2];
  const auto far = [&](std::int64_t time) {
    std::int64_t distance = 0;
    return __builtin_sub_overflow(time, middle, &distance) || distance > kLongest || distance < -kLongest;
  };
  constexpr std::string_view kFar = "timestamp is more than 7 days from the rest";
  std::erase_if(r.unfinished, [&](const ImportRecords::Edge& edge) {
    if (far(edge.time)) r.note(kFar, true);
    return far(edge.time);
  });
  // The time from the first to the last begin. No recorded span is a thousand times as long as this.
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
  const auto reach = [&](std::int64_t time) {
    if (far(time)) return;
    first = std::min(first, time);
    last = std::max(last, time);
  };
  for (std::size_t i = 0; i < r.spans.start.size(); ++i) reach(r.spans.start[i]);
  for (std::size_t i = 0; i < r.marks.size(); ++i) reach(r.marks[i].time);
  for (const ImportRecords::Edge& edge : r.unfinished) reach(edge.time);
  const bool several = r.spans.start.size() + r.marks.size() >= kFewRecords && first <= last;
  const std::int64_t longest = several ? std::min(kLongest, std::max(kPlausible, kTimesTheRest * (last - first))) : kLongest;
  for (std::size_t i = 0; i < r.spans.start.size(); ++i) {
    r.poll();
    std::int64_t end = 0;
    const bool isFar = far(r.spans.start[i]), isLong = r.spans.duration[i] > longest;
    if (!isFar && !isLong && !__builtin_add_overflow(r.spans.start[i], r.spans.duration[i], &end)) continue;
    r.note(isFar                            ? kFar
           : r.spans.duration[i] > kLongest ? "duration is more than 7 days"
                                            : "duration is more than 1,000 times the rest of the recording",
           true);
    r.spans.track[i] = kNoTrack;
  }
  for (std::size_t i = 0; i < r.marks.size(); ++i) {
    r.poll();
    if (!far(r.marks[i].time)) continue;
    r.note(kFar, true);
    r.marks[i].track = kNoTrack;
  }
  for (ImportRecords::Series& series : r.series) {
    BlockList<std::int64_t> time;
    BlockList<double> value;
    bool any = false;
    for (std::size_t i = 0; i < series.time.size(); ++i) {
      r.poll();
      any = any || far(series.time[i]);
    }
    if (!any) continue;
    for (std::size_t i = 0; i < series.time.size(); ++i) {
      r.poll();
      if (far(series.time[i])) {
        r.note(kFar, true);
        continue;
      }
      time.push_back(series.time[i]);
      value.push_back(series.value[i]);
    }
    std::swap(series.time, time);
    std::swap(series.value, value);
  }
}

}  // namespace stepscope
