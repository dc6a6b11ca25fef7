// Makes the rows of a timeline from a trace: steps first, then the trainer with its phases and layers, the other tracks, counters.
#include <QCoreApplication>
#include <algorithm>
#include <numeric>

#include "profiler/trace/node_keys.h"
#include "views/common/text.h"
#include "views/timeline/timeline_model.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr int kRowHeight = 24, kMarksHeight = 16, kCounterHeight = 48;  // px

void append(TraceLane& to, const TraceLane& from, std::size_t i) {
  to.start.push_back(from.start[i]);
  to.duration.push_back(from.duration[i]);
  to.name.push_back(from.name[i]);
  to.category.push_back(from.category[i]);
  to.node.push_back(from.node[i]);
  to.step.push_back(from.step[i]);
}

struct LaneWithOrigin {
  TraceLane lane;
  std::vector<SpanRef> origin;
};

// The spans of a track without its step spans, split into lanes again, so that ops are in the first row with or without a step span around
// them.
std::vector<LaneWithOrigin> withoutSteps(const Trace& trace, std::int32_t track) {
  std::vector<SpanRef> spans;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    if (trace.lanes[l].track != track) continue;
    for (std::size_t i = 0; i < trace.lanes[l].size(); ++i)
      if (trace.lanes[l].category[i] != static_cast<std::uint8_t>(Category::Step))
        spans.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
  }
  const auto lane = [&](const SpanRef& span) -> const TraceLane& { return trace.laneOf(span); };
  std::stable_sort(spans.begin(), spans.end(), [&](const SpanRef& a, const SpanRef& b) {
    const std::int64_t sa = lane(a).start[a.index], sb = lane(b).start[b.index];
    return sa != sb ? sa < sb : lane(a).depth < lane(b).depth;
  });
  std::vector<LaneWithOrigin> result;
  std::vector<std::int64_t> openEnds;
  for (const SpanRef& span : spans) {
    const std::int64_t start = lane(span).start[span.index];
    while (!openEnds.empty() && openEnds.back() <= start) openEnds.pop_back();
    if (openEnds.size() == result.size()) result.emplace_back();
    LaneWithOrigin& to = result[openEnds.size()];
    append(to.lane, lane(span), span.index);
    to.origin.push_back(span);
    openEnds.push_back(start + lane(span).duration[span.index]);
  }
  return result;
}

// "layer1.0.conv1" at level 1: "layer1.0"; empty if the scope has fewer levels.
std::string_view scopeAtLevel(std::string_view scope, int level) {
  std::size_t at = 0;
  for (int l = 0; l <= level; ++l) {
    const std::size_t dot = scope.find('.', at);
    if (dot == std::string_view::npos) return l == level ? scope : std::string_view();
    at = dot + 1;
  }
  return scope.substr(0, at - 1);
}

std::int32_t firstTrackWithNodes(const Trace& trace) {
  for (const TraceLane& lane : trace.lanes)
    if (std::any_of(lane.node.begin(), lane.node.end(), [](std::int32_t node) { return node >= 0; })) return lane.track;
  return -1;
}

std::string backwardWithOptimizer() {
  return tr("backward, with optimizer").toStdString();
}

// The phase of each op; empty for reorders, which belong to the phase around them. Optimizer ops between backward ops (a parameter is updated as soon
// as its gradient is ready) form one phase with them.
std::vector<std::string> phaseNames(const TraceLane& ops, const Trace& trace) {
  std::vector<std::string> names(ops.size());
  const std::string together = backwardWithOptimizer();
  std::size_t stepBegin = 0;
  const auto isOp = [&](std::size_t i, Category category) { return ops.node[i] >= 0 && ops.category[i] == static_cast<std::uint8_t>(category); };
  for (std::size_t i = 0; i <= ops.size(); ++i) {
    if (i < ops.size()) {
      const auto category = static_cast<Category>(ops.category[i]);
      if (category != Category::Copy) names[i] = ops.node[i] < 0 ? trace.names.name(ops.name[i]) : engineText(nameOf(category)).toStdString();
      if (ops.step[i] == ops.step[stepBegin]) continue;
    }
    // [stepBegin, i) is one step.
    std::size_t first = i, last = stepBegin;
    for (std::size_t k = stepBegin; k < i; ++k)
      if (isOp(k, Category::Backward)) {
        first = std::min(first, k);
        last = k;
      }
    bool interleaved = false;
    for (std::size_t k = first; k < last; ++k) interleaved = interleaved || isOp(k, Category::Optimizer);
    for (std::size_t k = first; interleaved && k <= last; ++k)
      if (isOp(k, Category::Backward) || isOp(k, Category::Optimizer)) names[k] = together;
    stepBegin = i;
  }
  return names;
}

// Neighbours with the same key become one span. A span with an empty key is skipped and does not end a group.
template <typename Key>
LaneWithOrigin grouped(const TraceLane& ops, const std::vector<SpanRef>& origin, NameTable& names, Key key) {
  LaneWithOrigin groups;
  std::string last;
  std::int32_t lastStep = -1;
  std::uint8_t lastCategory = 0;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const auto [name, category] = key(i);
    if (name.empty()) continue;
    TraceLane& lane = groups.lane;
    if (lane.size() > 0 && name == last && ops.step[i] == lastStep && category == lastCategory) {
      lane.duration.back() = ops.start[i] + ops.duration[i] - lane.start.back();
      continue;
    }
    append(lane, ops, i);
    lane.name.back() = names.intern(name);
    lane.category.back() = category;
    lane.node.back() = -1;
    groups.origin.push_back(origin[i]);
    last = name;
    lastStep = ops.step[i];
    lastCategory = category;
  }
  return groups;
}

}  // namespace

void TimelineModel::build(const TimelineOptions& options) {
  hasData_.assign(trace_->tracks.size(), 0);
  for (const TraceLane& lane : trace_->lanes)
    if (lane.size() > 0) hasData_[static_cast<std::size_t>(lane.track)] = 1;
  for (const TraceMarks& marks : trace_->marks)
    if (marks.size() > 0) hasData_[static_cast<std::size_t>(marks.track)] = 1;
  for (const TraceCounter& counter : trace_->counters)
    if (!counter.time.empty()) hasData_[static_cast<std::size_t>(counter.track)] = 1;
  std::int32_t trainer = trainerTrack(*trace_);
  if (trainer >= 0) addSteps(trainer);
  // Phases and layers exist only for ops of a graph; a trace of another program has none, and its threads are shown unchanged.
  if (trainer < 0) trainer = firstTrackWithNodes(*trace_);
  else if (trace_->nodes.empty() && trace_->tracks[static_cast<std::size_t>(trainer)].role != TrackRole::Trainer) trainer = -1;
  // By process, in order; tracks without a process (our own recordings) come first and need no heading.
  addProcess(-1, trainer, options.layerRows);
  std::vector<std::int32_t> processes(trace_->processes.size());
  std::iota(processes.begin(), processes.end(), 0);
  // If the trace sets no order, processes with only marks come after those with spans.
  std::vector<char> spans(trace_->processes.size(), 0);
  for (const TraceLane& lane : trace_->lanes)
    if (const std::int32_t process = trace_->tracks[static_cast<std::size_t>(lane.track)].process; process >= 0)
      spans[static_cast<std::size_t>(process)] = 1;
  const auto order = [&](std::int32_t process) {
    const auto at = static_cast<std::size_t>(process);
    return std::pair(trace_->processes[at].sortOrder, !spans[at]);
  };
  std::stable_sort(processes.begin(), processes.end(), [&](std::int32_t x, std::int32_t y) { return order(x) < order(y); });
  for (const std::int32_t process : processes) addProcess(process, trainer, options.layerRows);
}

void TimelineModel::addProcess(std::int32_t process, std::int32_t trainer, bool layerRows) {
  std::vector<std::int32_t> tracks;
  for (std::size_t track = 0; track < trace_->tracks.size(); ++track)
    if (trace_->tracks[track].process == process) tracks.push_back(static_cast<std::int32_t>(track));
  const auto at = [&](std::int32_t track) -> const TraceTrack& { return trace_->tracks[static_cast<std::size_t>(track)]; };
  std::stable_sort(tracks.begin(), tracks.end(), [&](std::int32_t x, std::int32_t y) { return at(x).sortOrder < at(y).sortOrder; });
  std::erase_if(tracks, [&](std::int32_t track) { return !hasData_[static_cast<std::size_t>(track)]; });
  if (tracks.empty()) return;
  if (process >= 0) {
    openGroup(processName(process));
    addRow(TimelineRow::Kind::Group, processName(process), true, nullptr);
  }
  const auto isWorker = [&](std::size_t i) { return i < tracks.size() && at(tracks[i]).role == TrackRole::LoaderWorker; };
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (tracks[i] == trainer) {
      addTrainer(trainer, layerRows);
      continue;
    }
    if (isWorker(i) && isWorker(i + 1) && !(i > 0 && isWorker(i - 1))) {
      openGroup(tr("Loader workers"));
      addRow(TimelineRow::Kind::Group, tr("Loader workers"), true, nullptr);
    }
    addLanes(tracks[i]);
    if (isWorker(i) && !isWorker(i + 1) && i > 0 && isWorker(i - 1)) closeGroup();
  }
  // Counters are below the tracks, whatever their order in the file is.
  for (const TraceCounter& counter : trace_->counters)
    if (at(counter.track).process == process) addCounter(counter);
  if (process >= 0) closeGroup();
}

void TimelineModel::openGroup(const QString& label) {
  TimelineGroup& group = groups_.emplace_back();
  group.label = label;
  group.parent = openGroups_.empty() ? -1 : openGroups_.back();
  group.header = static_cast<int>(rows_.size());
  openGroups_.push_back(static_cast<int>(groups_.size()) - 1);
}

void TimelineModel::closeGroup() {
  const int index = openGroups_.back();
  openGroups_.pop_back();
  TimelineGroup& group = groups_[static_cast<std::size_t>(index)];
  group.end = static_cast<int>(rows_.size());
  if (group.end - group.header > 1) {
    rows_[static_cast<std::size_t>(group.header)].heads = index;
    return;
  }
  // A single row contains no group, so this group is the last one.
  for (auto r = static_cast<std::size_t>(group.header); r < rows_.size(); ++r) rows_[r].group = group.parent;
  groups_.pop_back();
}

TimelineRow& TimelineModel::addRow(TimelineRow::Kind kind, const QString& label, bool beginsTrack, const TraceLane* lane) {
  TimelineRow& row = rows_.emplace_back();
  row.kind = kind;
  row.label = label;
  row.beginsTrack = beginsTrack;
  row.height = kRowHeight;
  row.group = openGroups_.empty() ? -1 : openGroups_.back();
  for (const int group : openGroups_) {
    const auto header = static_cast<std::size_t>(groups_[static_cast<std::size_t>(group)].header);
    if (header + 1 < rows_.size() && rows_[header].kind == TimelineRow::Kind::Group) ++row.indent;
  }
  row.lane = lane;
  if (!lane) return row;
  row.track = lane->track;
  // Steps, phases and layers have their own names; their colours are those of the grouped spans.
  if (kind == TimelineRow::Kind::Spans || kind == TimelineRow::Kind::Marks) row.keys = keys_.keysOf(*lane);
  row.pyramid = LanePyramid(*lane, trace_->begin, trace_->end, row.keys);
  return row;
}

void TimelineModel::addSteps(std::int32_t track) {
  TraceLane& lane = derived_.emplace_back();
  lane.track = track;
  std::vector<SpanRef> origin;
  std::vector<double> lengths;
  for (const SpanRef& span : stepSpans(*trace_)) {
    const TraceLane& from = trace_->laneOf(span);
    // Overlapping step spans (imported traces) cannot be in one row; the later one is left out.
    if (lane.size() > 0 && from.start[span.index] < lane.start.back() + lane.duration.back()) continue;
    append(lane, from, span.index);
    origin.push_back(span);
    steps_.push_back(
        {from.step[span.index], static_cast<double>(from.start[span.index] - trace_->begin), static_cast<double>(from.duration[span.index])});
    lengths.push_back(steps_.back().length);
  }
  medianStep_ = quantileOf(lengths, 0.5);
  addRow(TimelineRow::Kind::Steps, tr("Steps"), false, &lane).origin = std::move(origin);
}

QString TimelineModel::trackTitle(const TraceTrack& track) {
  if (track.role == TrackRole::Trainer) return tr("Trainer");
  return track.role == TrackRole::LoaderWorker || track.role == TrackRole::LoaderQueue ? engineText(track.name) : text(track.name);
}

void TimelineModel::addTrainer(std::int32_t track, bool layerRows) {
  std::vector<LaneWithOrigin> lanes = withoutSteps(*trace_, track);
  if (lanes.empty()) return;
  const QString name = trackTitle(trace_->tracks[static_cast<std::size_t>(track)]);
  std::vector<const TraceLane*> kept;
  for (LaneWithOrigin& lane : lanes) kept.push_back(&derived_.emplace_back(std::move(lane.lane)));

  const TraceLane& ops = *kept[0];
  const std::vector<std::string> names = phaseNames(ops, *trace_);
  const std::string together = backwardWithOptimizer();
  LaneWithOrigin phases = grouped(ops, lanes[0].origin, groupNames_, [&](std::size_t i) {
    const bool merged = names[i] == together;
    return std::pair(names[i], merged ? static_cast<std::uint8_t>(Category::Backward) : ops.category[i]);
  });
  openGroup(name);
  if (phases.lane.size() > 0) {
    const TraceLane& lane = derived_.emplace_back(std::move(phases.lane));
    addRow(TimelineRow::Kind::Phases, name, true, &lane).origin = std::move(phases.origin);
  }
  addLayers(ops, lanes[0].origin, layerRows);
  for (std::size_t depth = 0; depth < kept.size(); ++depth) {
    if (depth == 0) opsRow_ = static_cast<int>(rows_.size());
    addRow(TimelineRow::Kind::Spans, depth == 0 ? tr("ops") : QString(), false, kept[depth]).origin = std::move(lanes[depth].origin);
  }
  closeGroup();
}

void TimelineModel::addLayers(const TraceLane& ops, const std::vector<SpanRef>& origin, bool layerRows) {
  for (int level = 0; level < 2; ++level) {
    bool grouping = false;
    LaneWithOrigin groups = grouped(ops, origin, groupNames_, [&](std::size_t i) {
      std::string scope;
      if (const TraceNode* node = stepscope::nodeOf(*trace_, ops.node[i])) {
        scope = scopeAtLevel(node->layer, level);
        grouping = grouping || (!scope.empty() && scope.size() < node->layer.size());
      }
      return std::pair(scope, ops.category[i]);
    });
    // A level at which every layer is a leaf adds nothing to the ops.
    if (!grouping) break;
    hasLayers_ = true;
    if (!layerRows) break;
    const TraceLane& lane = derived_.emplace_back(std::move(groups.lane));
    addRow(TimelineRow::Kind::Layers, level == 0 ? tr("layers") : QString(), false, &lane).origin = std::move(groups.origin);
  }
}

void TimelineModel::addLanes(std::int32_t track) {
  const QString name = trackName(track);
  openGroup(name);
  bool first = true;
  for (std::size_t l = 0; l < trace_->lanes.size(); ++l) {
    const TraceLane& lane = trace_->lanes[l];
    if (lane.track != track || lane.size() == 0) continue;
    addRow(TimelineRow::Kind::Spans, first ? name : QString(), first, &lane).traceLane = static_cast<std::int32_t>(l);
    first = false;
  }
  for (const TraceMarks& marks : trace_->marks) {
    if (marks.track != track || marks.size() == 0) continue;
    // Marks are spans of length 0: they are drawn, hit and found like spans.
    TraceLane& lane = derived_.emplace_back();
    lane.track = track;
    lane.start = marks.time;
    lane.name = marks.name;
    lane.duration.assign(marks.size(), 0);
    lane.category.assign(marks.size(), static_cast<std::uint8_t>(Category::Other));
    lane.node.assign(marks.size(), -1);
    lane.step.assign(marks.size(), -1);
    addRow(TimelineRow::Kind::Marks, first ? name : tr("marks"), first, &lane).height = first ? kRowHeight : kMarksHeight;
    first = false;
  }
  closeGroup();
}

void TimelineModel::addCounter(const TraceCounter& counter) {
  if (counter.time.empty()) return;
  const QString counted = trackTitle(trace_->tracks[static_cast<std::size_t>(counter.track)]);
  TimelineRow& row = addRow(TimelineRow::Kind::Counter, counted, true, nullptr);
  row.height = kCounterHeight;
  row.track = counter.track;
  row.counter = &counter;
  row.samples = CounterPyramid(counter.value);
  const CounterExtent extent = row.samples.extent(0, counter.value.size());
  row.counterMin = std::min(0.0, extent.low);
  row.counterMax = std::max(0.0, extent.high);
}

}  // namespace stepscope
