#include "profiler/io/assembler.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "profiler/io/import_stages.h"

namespace stepscope {
namespace {

constexpr std::size_t kMostThreads = 65'535;

}  // namespace

TraceAssembler::TraceAssembler() {
  records_.categories.intern("");
}

std::uint32_t TraceAssembler::process(std::string_view id) {
  const auto [entry, added] = processIds_.try_emplace(std::string(id), static_cast<std::uint32_t>(base.processes.size()));
  if (added) base.processes.push_back({{}, std::string(id), {}, 0});
  return entry->second;
}

std::uint32_t TraceAssembler::thread(std::uint32_t process, std::string_view id) {
  std::string key = std::to_string(process) + '/';
  key += id;
  if (const auto known = threadIds_.find(key); known != threadIds_.end()) return known->second;
  if (records_.threads.size() >= kMostThreads) {
    note("threads beyond the first 65,535 are shown as one", false);
    return static_cast<std::uint32_t>(records_.threads.size() - 1);
  }
  const auto index = static_cast<std::uint32_t>(records_.threads.size());
  threadIds_.emplace(std::move(key), index);
  ImportRecords::ThreadInfo& thread = records_.threads.emplace_back();
  thread.process = process;
  thread.id = id;
  // "25738" is a thread, "stream 7" is stream 7.
  std::string_view digits = id;
  if (digits.starts_with("stream ")) digits.remove_prefix(7);
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc() && end == digits.data() + digits.size()) thread.number = number;
  return index;
}

std::uint32_t TraceAssembler::anyThread(std::string_view id) {
  for (std::uint32_t process = 0; process < base.processes.size(); ++process)
    if (const auto known = threadIds_.find(std::to_string(process) + '/' + std::string(id)); known != threadIds_.end()) return known->second;
  return thread(process(""), id);
}

void TraceAssembler::useTracks(std::vector<TraceTrack> tracks) {
  base.tracks = std::move(tracks);
  records_.ownTracks = true;
  records_.tracks.resize(base.tracks.size());
}

std::uint32_t TraceAssembler::track(std::uint32_t thread, Group group, std::uint32_t category) {
  if (records_.ownTracks) return thread;  // events that our recordings do not contain: they were added later
  const std::uint64_t key = std::uint64_t{thread} << 32 | static_cast<std::uint64_t>(group) << 28 | category;
  const auto [entry, added] = trackIds_.try_emplace(key, static_cast<std::uint32_t>(records_.tracks.size()));
  if (added) records_.tracks.push_back({thread, group, category, -1, -1});
  return entry->second;
}

std::uint32_t TraceAssembler::trackOf(const SpanInput& input) {
  if (records_.ownTracks) return input.thread;
  Group group = Group::Spans;
  if (isGpuWork(input.kind) && !input.copy) group = Group::Stream;
  else if (input.kind == SpanKind::Sync) group = Group::Waits;  // a wait is not work: it gets a row next to the stream, whose own rows do not change
  else if (input.kind == SpanKind::GpuAnnotation) group = Group::GpuAnnotation;
  else if (input.kind == SpanKind::Python) group = Group::Python;
  const std::uint32_t index = track(input.thread, group);
  ImportRecords::TrackInfo& info = records_.tracks[index];
  if (info.device < 0 && input.device >= 0) info.device = input.device;
  if (info.stream < 0 && input.stream >= 0) info.stream = input.stream;
  return index;
}

void TraceAssembler::span(const SpanInput& input) {
  if (input.duration < 0) note("duration is negative", true);
  else records_.addSpan(trackOf(input), input);
}

void TraceAssembler::mark(const SpanInput& input) {
  records_.marks.push_back({input.time, input.arguments, track(input.thread, Group::Spans), input.name});
}

void TraceAssembler::begin(const SpanInput& input) {
  records_.edges.push_back({0, input.arguments, input.time, trackOf(input), 0, input.name, static_cast<std::uint32_t>(records_.edges.size()),
                            input.kind, true, input.hasArguments});
}

void TraceAssembler::end(std::uint32_t thread, std::int64_t time, std::uint32_t name, std::uint64_t arguments) {
  // An end has no category: it closes the open span on the thread, of any kind.
  records_.edges.push_back({0, arguments, time, track(thread, Group::Spans), 0, name, static_cast<std::uint32_t>(records_.edges.size()),
                            SpanKind::Other, false, arguments != kNoArguments});
}

void TraceAssembler::asyncBegin(const SpanInput& input, std::uint32_t category, std::uint64_t id) {
  records_.asyncEdges.push_back({id, input.arguments, input.time, track(input.thread, Group::Async, category), category, input.name,
                                 static_cast<std::uint32_t>(records_.asyncEdges.size()), input.kind, true, input.hasArguments});
}

void TraceAssembler::asyncEnd(std::uint32_t thread, std::int64_t time, std::uint32_t category, std::uint64_t id, std::uint64_t arguments) {
  records_.asyncEdges.push_back({id, arguments, time, thread, category, 0, static_cast<std::uint32_t>(records_.asyncEdges.size()), SpanKind::Other,
                                 false, arguments != kNoArguments});
}

void TraceAssembler::flow(FlowEnd end, std::uint32_t thread, std::int64_t time, std::uint32_t category, std::uint64_t id, bool enclosing) {
  records_.flowPoints.push_back({id, time, thread, category, static_cast<std::uint32_t>(records_.flowPoints.size()), end, enclosing});
}

void TraceAssembler::ownFlow(FlowEnd end, std::uint64_t id, FlowKind kind, SpanRef span) {
  ImportRecords::OwnFlow& flow = records_.ownFlows[id];
  flow.kind = kind;
  (end == FlowEnd::Start ? flow.from : flow.to) = span;
}

void TraceAssembler::sample(std::uint32_t process, std::string_view counter, std::int64_t time, double value) {
  constexpr std::size_t kMostSeries = 10'000;
  std::string key = std::to_string(process) + '/';
  key += counter;
  auto known = seriesIds_.find(key);
  if (known == seriesIds_.end()) {
    if (records_.series.size() >= kMostSeries) return note("counters beyond the first 10,000 are not kept", true);
    known = seriesIds_.emplace(std::move(key), records_.series.size()).first;
    records_.series.push_back({process, std::string(counter), {}, {}});
  }
  ImportRecords::Series& series = records_.series[known->second];
  series.time.push_back(time);
  series.value.push_back(value);
}

std::uint32_t TraceAssembler::correlation(std::uint64_t value) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 31;
  if (value < kLarge) return static_cast<std::uint32_t>(value);
  const auto next = static_cast<std::uint32_t>(kLarge + records_.largeCorrelations.size() % kLarge);
  return records_.largeCorrelations.try_emplace(value, next).first->second;
}

Trace TraceAssembler::finish(const std::function<bool()>& cancelled) {
  records_.cancelled = &cancelled;
  pairEdges(records_);
  pairAsync(records_);
  checkTimes(records_);
  closeUnfinished(records_);
  if (!records_.ownTracks) tellStreams(records_);
  findSteps(records_);
  layOutLanes(records_);
  bindFlows(records_);
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
  base.endsEarly = records_.endsEarly;
  for (auto& [reason, note] : records_.notes) {
    if (note.dropped) base.dropped += note.count;
    base.notes.push_back(note);
  }
  std::stable_sort(base.notes.begin(), base.notes.end(), [](const TraceNote& a, const TraceNote& b) { return a.count > b.count; });
  base.names = names.take();
  base.names.shrink();
  return std::move(base);
}

}  // namespace stepscope
