#include "profiler/io/assembler.h"

#include <algorithm>
#include <charconv>

namespace stepscope {
namespace {

constexpr std::size_t kMostThreads = 65'535;

}  // namespace

TraceAssembler::TraceAssembler() {
  categories_.intern("");
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
  if (threads_.size() >= kMostThreads) {
    note("threads beyond the first 65,535 are shown as one", false);
    return static_cast<std::uint32_t>(threads_.size() - 1);
  }
  const auto index = static_cast<std::uint32_t>(threads_.size());
  threadIds_.emplace(std::move(key), index);
  ThreadInfo& thread = threads_.emplace_back();
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
    if (const auto known = threadIds_.find(std::to_string(process) + '/' + std::string(id)); known != threadIds_.end())
      return known->second;
  return thread(process(""), id);
}

void TraceAssembler::useTracks(std::vector<TraceTrack> tracks) {
  base.tracks = std::move(tracks);
  ownTracks_ = true;
  tracks_.resize(base.tracks.size());
}

std::uint32_t TraceAssembler::track(std::uint32_t thread, Group group, std::uint32_t category) {
  if (ownTracks_) return thread;  // events that no recording of ours has: somebody added them
  const std::uint64_t key = std::uint64_t{thread} << 32 | static_cast<std::uint64_t>(group) << 28 | category;
  const auto [entry, added] = trackIds_.try_emplace(key, static_cast<std::uint32_t>(tracks_.size()));
  if (added) tracks_.push_back({thread, group, category, -1, -1});
  return entry->second;
}

std::uint32_t TraceAssembler::trackOf(const SpanInput& input) {
  if (ownTracks_) return input.thread;
  Group group = Group::Spans;
  if (isGpuWork(input.kind) && !input.copy)
    group = Group::Stream;
  else if (input.kind == SpanKind::Sync)
    group = Group::Waits;  // waiting is no work: beside the stream, whose work keeps its rows
  else if (input.kind == SpanKind::GpuAnnotation)
    group = Group::GpuAnnotation;
  else if (input.kind == SpanKind::Python)
    group = Group::Python;
  const std::uint32_t index = track(input.thread, group);
  TrackInfo& info = tracks_[index];
  if (info.device < 0 && input.device >= 0) info.device = input.device;
  if (info.stream < 0 && input.stream >= 0) info.stream = input.stream;
  return index;
}

void TraceAssembler::addSpan(std::uint32_t track, const SpanInput& input) {
  const auto place = static_cast<std::uint32_t>(spans_.start.size());
  if (input.sequence >= 0) sequences_.push_back({input.sequence, place, input.backward});
  if (input.external != 0 && (input.kind == SpanKind::CpuOp || isGpuWork(input.kind)))
    externals_.push_back({input.external, place, isGpuWork(input.kind)});
  if (!ownTracks_ && input.awaitedStream >= 0 && input.eventRecord != 0 && input.correlation != 0 && input.kind == SpanKind::Sync)
    eventWaits_.push_back({static_cast<std::int32_t>(threads_[input.thread].process), input.device, input.stream, input.awaitedStream,
                           input.correlation, input.eventRecord});
  spans_.start.push_back(input.time);
  spans_.duration.push_back(input.duration);
  spans_.name.push_back(input.name);
  spans_.track.push_back(track);
  spans_.correlation.push_back(input.correlation);
  spans_.arguments.push_back(input.arguments);
  spans_.kind.push_back(static_cast<std::uint8_t>(input.kind));
  if (!ownTracks_) return;
  spans_.category.push_back(static_cast<std::uint8_t>(input.category));
  spans_.node.push_back(input.node);
  spans_.step.push_back(input.step);
}

void TraceAssembler::span(const SpanInput& input) {
  if (input.duration < 0)
    note("duration is negative", true);
  else
    addSpan(trackOf(input), input);
}

void TraceAssembler::mark(const SpanInput& input) {
  marks_.push_back({input.time, input.arguments, track(input.thread, Group::Spans), input.name});
}

void TraceAssembler::begin(const SpanInput& input) {
  edges_.push_back({0, input.arguments, input.time, trackOf(input), 0, input.name, static_cast<std::uint32_t>(edges_.size()), input.kind,
                    true, input.hasArguments});
}

void TraceAssembler::end(std::uint32_t thread, std::int64_t time, std::uint32_t name, std::uint64_t arguments) {
  // An end carries no category: it closes what is open on the thread, of whatever kind.
  edges_.push_back({0, arguments, time, track(thread, Group::Spans), 0, name, static_cast<std::uint32_t>(edges_.size()), SpanKind::Other,
                    false, arguments != kNoArguments});
}

void TraceAssembler::asyncBegin(const SpanInput& input, std::uint32_t category, std::uint64_t id) {
  asyncEdges_.push_back({id, input.arguments, input.time, track(input.thread, Group::Async, category), category, input.name,
                         static_cast<std::uint32_t>(asyncEdges_.size()), input.kind, true, input.hasArguments});
}

void TraceAssembler::asyncEnd(std::uint32_t thread, std::int64_t time, std::uint32_t category, std::uint64_t id, std::uint64_t arguments) {
  asyncEdges_.push_back({id, arguments, time, thread, category, 0, static_cast<std::uint32_t>(asyncEdges_.size()), SpanKind::Other, false,
                         arguments != kNoArguments});
}

void TraceAssembler::flow(FlowEnd end, std::uint32_t thread, std::int64_t time, std::uint32_t category, std::uint64_t id, bool enclosing) {
  flowPoints_.push_back({id, time, thread, category, static_cast<std::uint32_t>(flowPoints_.size()), end, enclosing});
}

void TraceAssembler::ownFlow(FlowEnd end, std::uint64_t id, FlowKind kind, SpanRef span) {
  OwnFlow& flow = ownFlows_[id];
  flow.kind = kind;
  (end == FlowEnd::Start ? flow.from : flow.to) = span;
}

void TraceAssembler::sample(std::uint32_t process, std::string_view counter, std::int64_t time, double value) {
  constexpr std::size_t kMostSeries = 10'000;
  std::string key = std::to_string(process) + '/';
  key += counter;
  auto known = seriesIds_.find(key);
  if (known == seriesIds_.end()) {
    if (series_.size() >= kMostSeries) return note("counters beyond the first 10,000 are not kept", true);
    known = seriesIds_.emplace(std::move(key), series_.size()).first;
    series_.push_back({process, std::string(counter), {}, {}});
  }
  Series& series = series_[known->second];
  series.time.push_back(time);
  series.value.push_back(value);
}

std::uint32_t TraceAssembler::correlation(std::uint64_t value) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 31;
  if (value < kLarge) return static_cast<std::uint32_t>(value);
  const auto next = static_cast<std::uint32_t>(kLarge + largeCorrelations_.size() % kLarge);
  return largeCorrelations_.try_emplace(value, next).first->second;
}

void TraceAssembler::note(std::string_view reason, bool dropped, std::int64_t count) {
  auto known = notes_.find(reason);
  if (known == notes_.end()) {
    constexpr std::size_t kMostReasons = 200;
    if (notes_.size() >= kMostReasons) reason = dropped ? "other reasons" : "other oddities";
    known = notes_.try_emplace(std::string(reason), TraceNote{std::string(reason), 0, dropped}).first;
  }
  known->second.count += count;
}

void TraceAssembler::ask() {
  if (cancelled_ && (*cancelled_)()) throw ImportCancelled();
}

}  // namespace stepscope
