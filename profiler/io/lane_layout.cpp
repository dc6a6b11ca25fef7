#include "profiler/io/import_stages.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "core/base/together.h"
#include "profiler/io/assembler.h"
#include "profiler/trace/lanes.h"

namespace stepscope {
namespace {

constexpr std::size_t kDeepest = 1000;
constexpr std::size_t kMostLanes = 200'000;
constexpr std::uint8_t kNotAsked = 0xFF;

class LaneLayout {
 public:
  explicit LaneLayout(ImportRecords& records) : r_(records) {}

  void fill() {
    orderTracks();
    fillLanes(layOut());
    fillMarks();
    fillCounters();
  }

 private:
  struct Layout {                         // the place of every span
    std::vector<std::uint32_t> order;     // spans by track, then by start
    std::vector<std::size_t> trackBegin;  // in `order`
    std::vector<std::uint16_t> depth;     // by index in `order`
    std::vector<std::uint8_t> category;   // by index in `order`
    std::vector<std::int32_t> firstLane;  // of each track
    std::vector<std::int32_t> laneCount;
  };

  void orderTracks();
  std::vector<bool> loaderProcesses() const;
  Layout layOut();
  void fillLanes(Layout layout);
  Category categoryOf(std::uint32_t span, const ImportRecords::TrackInfo& track);
  void layOutTrack(Layout& layout, std::uint32_t track);
  void fillMarks();
  void fillCounters();

  ImportRecords& r_;
  bool profilerSteps_ = false;
  std::vector<std::uint8_t> categoryOfName_;  // by name; kNotAsked: not decided yet
};

// For each process, whether it is a worker of a data loader: by its name or label, or by the loop that PyTorch's workers run.
std::vector<bool> LaneLayout::loaderProcesses() const {
  std::vector<bool> loaders(r_.base.processes.size(), false);
  if (loaders.size() < 2) return loaders;
  for (std::size_t p = 0; p < loaders.size(); ++p)
    loaders[p] = namesLoaderProcess(r_.base.processes[p].name) || namesLoaderProcess(r_.base.processes[p].labels);
  std::vector<char> loop(r_.names.size(), 0);
  bool any = false;
  for (std::uint32_t id = 0; id < r_.names.size(); ++id) any |= (loop[id] = isLoaderLoop(r_.names.name(id))) != 0;
  for (std::size_t i = 0; any && i < r_.spans.track.size(); ++i)
    if (r_.spans.track[i] != kNoTrack && loop[r_.spans.name[i]]) loaders[r_.threads[r_.tracks[r_.spans.track[i]].thread].process] = true;
  return loaders;
}

// Sorts the tracks by process, then by the order given in the trace, then by number. Of processes with the same order those with streams of a GPU
// come last, and in each process asynchronous spans come last.
void LaneLayout::orderTracks() {
  if (r_.ownTracks) return;
  std::vector<bool> streams(r_.base.processes.size(), false);
  for (const ImportRecords::TrackInfo& info : r_.tracks)
    if (info.group == ImportRecords::Group::Stream || info.group == ImportRecords::Group::Waits) streams[r_.threads[info.thread].process] = true;
  const std::vector<bool> loaders = loaderProcesses();
  std::vector<std::uint32_t> order(r_.tracks.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto key = [&](const ImportRecords::TrackInfo& info) {
      const ImportRecords::ThreadInfo& thread = r_.threads[info.thread];
      return std::tuple(r_.base.processes[thread.process].sortOrder, static_cast<bool>(streams[thread.process]), thread.process,
                        info.group == ImportRecords::Group::Async, thread.order, thread.number, info.thread, info.group, info.category);
    };
    return key(r_.tracks[a]) < key(r_.tracks[b]);
  });
  std::vector<std::uint32_t> moved(r_.tracks.size());
  std::vector<ImportRecords::TrackInfo> sorted;
  for (const std::uint32_t i : order) {
    moved[i] = static_cast<std::uint32_t>(sorted.size());
    const ImportRecords::TrackInfo& info = r_.tracks[i];
    const ImportRecords::ThreadInfo& thread = r_.threads[info.thread];
    TraceTrack track;
    track.sortOrder = static_cast<int>(sorted.size());
    track.process = static_cast<std::int32_t>(thread.process);
    track.id = info.stream >= 0 ? info.stream : thread.number;
    std::string name = thread.name;
    if (name.empty()) name = thread.number >= 0 ? "thread " + thread.id : thread.id;
    if (info.group == ImportRecords::Group::Stream || info.group == ImportRecords::Group::Waits ||
        info.group == ImportRecords::Group::GpuAnnotation) {
      track.kind = TrackKind::Stream;
      track.device = info.device;
      if (info.device < 0 && info.group != ImportRecords::Group::GpuAnnotation) {
        std::int32_t device = -1;
        const std::string& pid = r_.base.processes[thread.process].id;
        if (std::from_chars(pid.data(), pid.data() + pid.size(), device).ec == std::errc() && device < 1024) track.device = device;
      }
      if (track.id >= 0) name = "stream " + std::to_string(track.id);
      else if (thread.number < 0 && thread.id == "-1") name = kAllStreams;
    }
    if (info.group == ImportRecords::Group::GpuAnnotation || info.group == ImportRecords::Group::Waits ||
        info.group == ImportRecords::Group::Python) {
      track.kind = TrackKind::Annotation;
      name += info.group == ImportRecords::Group::Python ? ", Python" : info.group == ImportRecords::Group::Waits ? ", waits" : ", annotations";
    } else if (info.group == ImportRecords::Group::Async) {
      track.kind = TrackKind::Async;
      name = info.category == 0 ? "asynchronous" : std::string(r_.categories.name(info.category));
    }
    track.role = roleOfName(name);
    if ((loaders[thread.process] || namesLoaderProcess(thread.name)) && track.kind == TrackKind::Thread) track.role = TrackRole::LoaderWorker;
    track.name = std::move(name);
    r_.base.tracks.push_back(std::move(track));
    sorted.push_back(info);
  }
  r_.tracks = std::move(sorted);
  for (std::size_t i = 0; i < r_.spans.track.size(); ++i)
    if (r_.spans.track[i] != kNoTrack) r_.spans.track[i] = moved[r_.spans.track[i]];
  for (std::size_t i = 0; i < r_.marks.size(); ++i)
    if (r_.marks[i].track != kNoTrack) r_.marks[i].track = moved[r_.marks[i].track];
  r_.laneTracks.resize(r_.threads.size());
  for (std::uint32_t t = 0; t < r_.tracks.size(); ++t)
    if (const ImportRecords::Group group = r_.tracks[t].group;
        group == ImportRecords::Group::Spans || group == ImportRecords::Group::Stream || group == ImportRecords::Group::Waits)
      r_.laneTracks[r_.tracks[t].thread].push_back(t);
}

Category LaneLayout::categoryOf(std::uint32_t span, const ImportRecords::TrackInfo& track) {
  const auto kind = static_cast<SpanKind>(r_.spans.kind[span]);
  if (kind == SpanKind::Memcpy || kind == SpanKind::Memset) return Category::Copy;
  if (kind != SpanKind::CpuOp && kind != SpanKind::Annotation && kind != SpanKind::Other && kind != SpanKind::Python) return Category::Other;
  const bool named = !r_.stepName.empty();  // set by the user: no other span is a step
  if (named && kind != SpanKind::Python && isStepNamed(r_.names.name(r_.spans.name[span]), r_.stepName)) return Category::Step;
  if (!named && track.group == ImportRecords::Group::Spans && r_.threads[track.thread].name == "Steps") return Category::Step;  // TensorFlow and JAX
  std::uint8_t& known = categoryOfName_[r_.spans.name[span]];
  const std::string_view name = r_.names.name(r_.spans.name[span]);
  if (known == kNotAsked) known = static_cast<std::uint8_t>(stepscope::categoryOfName(name, SpanKind::Annotation));
  auto category = static_cast<Category>(known);
  if (category == Category::Step && (named || kind == SpanKind::Python)) return Category::Other;
  if (category == Category::Other && kind == SpanKind::Annotation && !profilerSteps_ && !named &&
      (stepNumber(name) >= 0 || (r_.unnumberedSteps && isUnnumberedStep(name))))
    return Category::Step;
  return category;
}

void LaneLayout::layOutTrack(Layout& layout, std::uint32_t track) {
  const std::size_t first = layout.trackBegin[track], last = layout.trackBegin[track + 1];
  // Keys beside each other sort faster than columns.
  struct Key {
    std::int64_t start, duration;
    std::uint32_t span;
  };
  std::vector<Key> keys;
  keys.reserve(last - first);
  for (std::size_t i = first; i < last; ++i) keys.push_back({r_.spans.start[layout.order[i]], r_.spans.duration[layout.order[i]], layout.order[i]});
  sortTogether(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    if (a.start != b.start) return a.start < b.start;
    return a.duration != b.duration ? a.duration > b.duration : a.span < b.span;
  });
  for (std::size_t i = first; i < last; ++i) layout.order[i] = keys[i - first].span;

  LaneChooser chooser;
  std::vector<Category> open;  // by lane
  for (std::size_t i = first; i < last; ++i) {
    r_.poll();
    const auto& [start, duration, span] = keys[i - first];
    const std::size_t depth = chooser.laneOf(start, start + duration);
    layout.depth[i] = static_cast<std::uint16_t>(std::min(depth, kDeepest));
    if (open.size() < chooser.lanes()) open.resize(chooser.lanes(), Category::Other);
    Category category = Category::Other;
    if (r_.ownTracks) {
      category = static_cast<Category>(r_.spans.category[span]);
    } else {
      category = categoryOf(span, r_.tracks[track]);
      const std::ptrdiff_t parent = chooser.parent();
      const Category around = parent >= 0 ? open[static_cast<std::size_t>(parent)] : Category::Other;
      if (category == Category::Step && around == Category::Step) category = Category::Other;  // a step inside a step
      if (category == Category::Other && around != Category::Step && static_cast<SpanKind>(r_.spans.kind[span]) != SpanKind::Kernel)
        category = around;
      if (category == Category::Other && static_cast<SpanKind>(r_.spans.kind[span]) == SpanKind::CpuOp) category = Category::Forward;
    }
    open[depth] = category;
    layout.category[i] = static_cast<std::uint8_t>(category);
  }
}

LaneLayout::Layout LaneLayout::layOut() {
  Layout layout;
  const std::size_t tracks = r_.tracks.size();
  layout.trackBegin.assign(tracks + 1, 0);
  for (std::size_t i = 0; i < r_.spans.track.size(); ++i)
    if (r_.spans.track[i] != kNoTrack) ++layout.trackBegin[r_.spans.track[i] + 1];
  for (std::size_t t = 0; t < tracks; ++t) layout.trackBegin[t + 1] += layout.trackBegin[t];
  layout.order.resize(layout.trackBegin[tracks]);
  std::vector<std::size_t> at(layout.trackBegin.begin(), layout.trackBegin.end() - 1);
  for (std::size_t i = 0; i < r_.spans.track.size(); ++i)
    if (r_.spans.track[i] != kNoTrack) layout.order[at[r_.spans.track[i]]++] = static_cast<std::uint32_t>(i);
  r_.spans.track.clear();
  layout.depth.resize(layout.order.size());
  layout.category.resize(layout.order.size());
  categoryOfName_.assign(r_.names.size(), kNotAsked);
  for (std::uint32_t id = 0; id < r_.names.size() && !profilerSteps_; ++id) profilerSteps_ = r_.names.name(id).starts_with("ProfilerStep");
  for (std::uint32_t track = 0; track < tracks; ++track) layOutTrack(layout, track);
  return layout;
}

void LaneLayout::fillLanes(Layout layout) {
  // The lanes get exactly their final size.
  layout.firstLane.assign(r_.tracks.size(), 0);
  layout.laneCount.assign(r_.tracks.size(), 0);
  std::int64_t tooDeep = 0, overlapping = 0;
  for (std::uint32_t track = 0; track < r_.tracks.size(); ++track) {
    const bool oneStream = r_.base.tracks[track].kind == TrackKind::Stream && r_.base.tracks[track].name != kAllStreams;
    std::vector<std::size_t> counts;
    for (std::size_t i = layout.trackBegin[track]; i < layout.trackBegin[track + 1]; ++i) {
      const std::size_t depth = layout.depth[i];
      overlapping += depth > 0 && oneStream && isGpuWork(static_cast<SpanKind>(r_.spans.kind[layout.order[i]]));
      if (depth >= kDeepest || (depth >= counts.size() && r_.base.lanes.size() + depth >= kMostLanes)) {
        layout.depth[i] = kDeepest;
        ++tooDeep;
        continue;
      }
      if (depth >= counts.size()) counts.resize(depth + 1, 0);
      ++counts[depth];
    }
    layout.firstLane[track] = static_cast<std::int32_t>(r_.base.lanes.size());
    layout.laneCount[track] = static_cast<std::int32_t>(counts.size());
    for (std::size_t depth = 0; depth < counts.size(); ++depth) {
      TraceLane& lane = r_.base.lanes.emplace_back();
      lane.track = static_cast<std::int32_t>(track);
      lane.depth = static_cast<std::int32_t>(depth);
      const auto reserve = [n = counts[depth]](auto&... columns) { (columns.reserve(n), ...); };
      reserve(lane.start, lane.duration, lane.name, lane.category, lane.node, lane.step, lane.kind, lane.arguments);
    }
  }
  if (tooDeep > 0) r_.note("nested more than 1,000 deep", true, tooDeep);
  if (overlapping > 0) r_.note(kOverlapReason, false, overlapping);

  // Does not check whether the import is cancelled: this takes some milliseconds for a million spans.
  const auto overSpans = [&](auto put) {
    for (std::uint32_t track = 0; track < r_.tracks.size(); ++track)
      for (std::size_t i = layout.trackBegin[track]; i < layout.trackBegin[track + 1]; ++i)
        if (layout.depth[i] != kDeepest) put(r_.base.lanes[static_cast<std::size_t>(layout.firstLane[track]) + layout.depth[i]], layout.order[i], i);
  };
  std::size_t correlated = 0;
  for (std::size_t i = 0; i < r_.spans.correlation.size(); ++i) correlated += r_.spans.correlation[i] != 0;
  r_.launches.reserve(correlated);
  overSpans([&](TraceLane& lane, std::uint32_t span, std::size_t) { lane.start.push_back(r_.spans.start[span]); });
  std::vector<std::uint32_t> filled(r_.base.lanes.size(), 0);
  if (!r_.sequences.empty() || !r_.externals.empty()) r_.refOfSpan.resize(r_.spans.start.size());
  overSpans([&](TraceLane& lane, std::uint32_t span, std::size_t) {
    const auto index = static_cast<std::size_t>(&lane - r_.base.lanes.data());
    const std::uint32_t at = filled[index]++;
    if (!r_.refOfSpan.empty()) r_.refOfSpan[span] = {static_cast<std::int32_t>(index), at};
    const auto kind = static_cast<SpanKind>(r_.spans.kind[span]);
    if (!r_.ownTracks && r_.spans.correlation[span] != 0 && (kind == SpanKind::Runtime || isGpuWork(kind)))
      r_.launches.push_back({r_.spans.correlation[span], {static_cast<std::int32_t>(index), at}, r_.spans.start[span], isGpuWork(kind)});
  });
  r_.spans.start.clear();
  r_.spans.correlation.clear();
  const auto move = [&](auto& column, auto TraceLane::*to) {
    overSpans([&](TraceLane& lane, std::uint32_t span, std::size_t) { (lane.*to).push_back(column[span]); });
    column.clear();
  };
  // Each column is moved by one thread.
  together({[&] { move(r_.spans.arguments, &TraceLane::arguments); }, [&] { move(r_.spans.duration, &TraceLane::duration); },
            [&] { move(r_.spans.name, &TraceLane::name); }, [&] { move(r_.spans.kind, &TraceLane::kind); },
            [&] { overSpans([&](TraceLane& lane, std::uint32_t, std::size_t i) { lane.category.push_back(layout.category[i]); }); },
            [&] {
              if (r_.ownTracks) return move(r_.spans.node, &TraceLane::node);
              for (TraceLane& lane : r_.base.lanes) lane.node.assign(lane.size(), -1);
            },
            [&] {
              if (r_.ownTracks) return move(r_.spans.step, &TraceLane::step);
              for (TraceLane& lane : r_.base.lanes) lane.step.assign(lane.size(), -1);
            }});
  r_.spans.category.clear();
  r_.poll();
}

void LaneLayout::fillMarks() {
  const std::vector<std::uint32_t> order = sortedOrder(r_.marks, [&](const ImportRecords::Mark& a, const ImportRecords::Mark& b) {
    r_.poll();
    return std::tie(a.track, a.time, a.name, a.arguments) < std::tie(b.track, b.time, b.name, b.arguments);
  });
  for (std::size_t first = 0; first < order.size();) {
    r_.poll();
    const std::uint32_t track = r_.marks[order[first]].track;
    if (track == kNoTrack) break;  // sorted last
    std::size_t last = first;
    while (last < order.size() && r_.marks[order[last]].track == track) ++last;
    TraceMarks& marks = r_.base.marks.emplace_back();
    marks.track = static_cast<std::int32_t>(track);
    marks.time.reserve(last - first);
    marks.name.reserve(last - first);
    marks.arguments.reserve(last - first);
    for (; first < last; ++first) {
      r_.poll();
      const ImportRecords::Mark& mark = r_.marks[order[first]];
      marks.time.push_back(mark.time);
      marks.name.push_back(mark.name);
      marks.arguments.push_back(mark.arguments);
    }
  }
  r_.marks.clear();
}

void LaneLayout::fillCounters() {
  for (ImportRecords::Series& series : r_.series) {
    std::vector<std::uint32_t> order(series.time.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      r_.poll();
      return series.time[a] < series.time[b];
    });
    TraceCounter counter;
    if (r_.ownTracks) {  // `process` is the number of its track
      counter.track = static_cast<std::int32_t>(series.process);
    } else {
      TraceTrack track;
      track.name = series.name;
      track.role = roleOfName(track.name);
      track.sortOrder = static_cast<int>(r_.base.tracks.size());
      track.counter = true;
      track.process = static_cast<std::int32_t>(series.process);
      counter.track = static_cast<std::int32_t>(r_.base.tracks.size());
      r_.base.tracks.push_back(std::move(track));
    }
    counter.time.reserve(order.size());
    counter.value.reserve(order.size());
    for (const std::uint32_t i : order) {
      r_.poll();
      counter.time.push_back(series.time[i]);
      counter.value.push_back(series.value[i]);
    }
    series.time.clear();
    series.value.clear();
    if (!counter.time.empty()) r_.base.counters.push_back(std::move(counter));
  }
}

}  // namespace

void layOutLanes(ImportRecords& records) {
  LaneLayout(records).fill();
}

}  // namespace stepscope
