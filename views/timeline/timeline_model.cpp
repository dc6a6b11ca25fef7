#include "views/timeline/timeline_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "views/common/units.h"

namespace stepscope {
namespace {

constexpr int kRowHeight = 24, kCounterHeight = 48;  // px

QString tr(const char* text) {
  return QCoreApplication::translate("stepscope::TimelineModel", text);
}
QString text(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

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

// The spans of a track without its step spans, split into lanes anew, so that ops stand in the first row whether a step span frames them
// or not.
std::vector<LaneWithOrigin> withoutSteps(const Trace& trace, std::int32_t track) {
  std::vector<SpanRef> spans;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    if (trace.lanes[l].track != track) continue;
    for (std::size_t i = 0; i < trace.lanes[l].size(); ++i)
      if (trace.lanes[l].category[i] != static_cast<std::uint8_t>(Category::Step))
        spans.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
  }
  const auto lane = [&](const SpanRef& span) -> const TraceLane& { return trace.lanes[static_cast<std::size_t>(span.lane)]; };
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

// "layer1.0.conv1" at level 1: "layer1.0"; empty when the scope has fewer levels than that.
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

const std::string kBackwardWithOptimizer = "backward, with optimizer";

// The phase that each op belongs to; empty for the reorders, which belong to the phase around them. Optimizer ops between backward ops (a
// parameter is updated as soon as its gradient is there) make one phase with them.
std::vector<std::string> phaseNames(const TraceLane& ops, const Trace& trace) {
  std::vector<std::string> names(ops.size());
  std::size_t stepBegin = 0;
  const auto isOp = [&](std::size_t i, Category category) {
    return ops.node[i] >= 0 && ops.category[i] == static_cast<std::uint8_t>(category);
  };
  for (std::size_t i = 0; i <= ops.size(); ++i) {
    if (i < ops.size()) {
      const auto category = static_cast<Category>(ops.category[i]);
      if (category != Category::Copy) names[i] = ops.node[i] < 0 ? trace.names.name(ops.name[i]) : nameOf(category);
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
      if (isOp(k, Category::Backward) || isOp(k, Category::Optimizer)) names[k] = kBackwardWithOptimizer;
    stepBegin = i;
  }
  return names;
}

// Neighbours with the same key become one span. An empty key belongs to no group and ends none.
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

TimelineModel::TimelineModel(std::shared_ptr<const Trace> trace, bool layerRows) : trace_(std::move(trace)) {
  std::int32_t trainer = trainerTrack(*trace_);
  if (trainer >= 0)
    addSteps(trainer);
  else
    trainer = firstTrackWithNodes(*trace_);
  for (std::size_t track = 0; track < trace_->tracks.size(); ++track) {
    if (static_cast<std::int32_t>(track) == trainer)
      addTrainer(trainer, layerRows);
    else
      addLanes(static_cast<std::int32_t>(track));
  }
  addCounters();
  int top = 0;
  for (const TimelineRow& row : rows_) {
    tops_.push_back(top);
    top += row.height;
  }
  tops_.push_back(top);
}

double TimelineModel::length() const {
  return static_cast<double>(std::max<std::int64_t>(trace_->end - trace_->begin, 1));
}

int TimelineModel::rowsHeight() const {
  return tops_.back();
}

int TimelineModel::rowAt(int y) const {
  if (y < 0 || y >= rowsHeight()) return -1;
  return static_cast<int>(std::upper_bound(tops_.begin(), tops_.end(), y) - tops_.begin()) - 1;
}

TimelineRow& TimelineModel::addRow(TimelineRow::Kind kind, const QString& label, bool beginsTrack, int height, const TraceLane& lane) {
  TimelineRow& row = rows_.emplace_back();
  row.kind = kind;
  row.label = label;
  row.beginsTrack = beginsTrack;
  row.height = height;
  row.lane = &lane;
  row.pyramid = LanePyramid(lane, trace_->begin, trace_->end);
  return row;
}

void TimelineModel::addSteps(std::int32_t track) {
  TraceLane& lane = derived_.emplace_back();
  lane.track = track;
  std::vector<SpanRef> origin;
  std::vector<double> lengths;
  for (const SpanRef& span : stepSpans(*trace_)) {
    const TraceLane& from = trace_->lanes[static_cast<std::size_t>(span.lane)];
    // Step spans that overlap (imported traces) cannot stand in one row; the later one is left out.
    if (lane.size() > 0 && from.start[span.index] < lane.start.back() + lane.duration.back()) continue;
    append(lane, from, span.index);
    origin.push_back(span);
    steps_.push_back({from.step[span.index], static_cast<double>(from.start[span.index] - trace_->begin),
                      static_cast<double>(from.duration[span.index])});
    lengths.push_back(steps_.back().length);
  }
  medianStep_ = quantileOf(lengths, 0.5);
  addRow(TimelineRow::Kind::Steps, tr("Steps"), false, kRowHeight, lane).origin = std::move(origin);
}

void TimelineModel::addTrainer(std::int32_t track, bool layerRows) {
  std::vector<LaneWithOrigin> lanes = withoutSteps(*trace_, track);
  if (lanes.empty()) return;
  const QString name = text(trace_->tracks[static_cast<std::size_t>(track)].name);
  std::vector<const TraceLane*> kept;
  for (LaneWithOrigin& lane : lanes) kept.push_back(&derived_.emplace_back(std::move(lane.lane)));

  const TraceLane& ops = *kept[0];
  const std::vector<std::string> names = phaseNames(ops, *trace_);
  LaneWithOrigin phases = grouped(ops, lanes[0].origin, groupNames_, [&](std::size_t i) {
    const bool merged = names[i] == kBackwardWithOptimizer;
    return std::pair(names[i], merged ? static_cast<std::uint8_t>(Category::Backward) : ops.category[i]);
  });
  if (phases.lane.size() > 0) {
    const TraceLane& lane = derived_.emplace_back(std::move(phases.lane));
    addRow(TimelineRow::Kind::Phases, name, true, kRowHeight, lane).origin = std::move(phases.origin);
  }
  addGroups(ops, lanes[0].origin, layerRows);
  for (std::size_t depth = 0; depth < kept.size(); ++depth) {
    if (depth == 0) opsRow_ = static_cast<int>(rows_.size());
    addRow(TimelineRow::Kind::Spans, depth == 0 ? tr("ops") : QString(), false, kRowHeight, *kept[depth]).origin =
        std::move(lanes[depth].origin);
  }
}

void TimelineModel::addGroups(const TraceLane& ops, const std::vector<SpanRef>& origin, bool layerRows) {
  for (int level = 0; level < 2; ++level) {
    bool grouping = false;
    LaneWithOrigin groups = grouped(ops, origin, groupNames_, [&](std::size_t i) {
      std::string scope;
      const std::int32_t node = ops.node[i];
      if (node >= 0 && static_cast<std::size_t>(node) < trace_->nodes.size()) {
        const std::string& layer = trace_->nodes[static_cast<std::size_t>(node)].layer;
        scope = scopeAtLevel(layer, level);
        grouping = grouping || (!scope.empty() && scope.size() < layer.size());
      }
      return std::pair(scope, ops.category[i]);
    });
    // A level at which every layer is a leaf says nothing that the ops do not.
    if (!grouping) break;
    hasLayers_ = true;
    if (!layerRows) break;
    const TraceLane& lane = derived_.emplace_back(std::move(groups.lane));
    addRow(TimelineRow::Kind::Layers, level == 0 ? tr("layers") : QString(), false, kRowHeight, lane).origin = std::move(groups.origin);
  }
}

void TimelineModel::addLanes(std::int32_t track) {
  bool first = true;
  for (std::size_t l = 0; l < trace_->lanes.size(); ++l) {
    const TraceLane& lane = trace_->lanes[l];
    if (lane.track != track || lane.size() == 0) continue;
    const QString name = text(trace_->tracks[static_cast<std::size_t>(track)].name);
    addRow(TimelineRow::Kind::Spans, first ? name : QString(), first, kRowHeight, lane).traceLane = static_cast<std::int32_t>(l);
    first = false;
  }
}

void TimelineModel::addCounters() {
  for (const TraceCounter& counter : trace_->counters) {
    if (counter.time.empty()) continue;
    TimelineRow& row = rows_.emplace_back();
    row.kind = TimelineRow::Kind::Counter;
    row.label = text(trace_->tracks[static_cast<std::size_t>(counter.track)].name);
    row.beginsTrack = true;
    row.height = kCounterHeight;
    row.counter = &counter;
    row.counterMax = std::max(0.0, *std::max_element(counter.value.begin(), counter.value.end()));
  }
}

int TimelineModel::stepIndexAt(double time) const {
  const auto after =
      std::upper_bound(steps_.begin(), steps_.end(), time, [](double t, const TimelineStep& step) { return t < step.begin; });
  return static_cast<int>(after - steps_.begin()) - 1;
}

double TimelineModel::begin(const TimelineHit& hit) const {
  return static_cast<double>(row(hit).lane->start[hit.index] - trace_->begin);
}

double TimelineModel::end(const TimelineHit& hit) const {
  return begin(hit) + static_cast<double>(row(hit).lane->duration[hit.index]);
}

std::int32_t TimelineModel::node(const TimelineHit& hit) const {
  return row(hit).lane->node[hit.index];
}

std::int32_t TimelineModel::step(const TimelineHit& hit) const {
  return row(hit).lane->step[hit.index];
}

const TraceNode* TimelineModel::nodeOf(const TimelineHit& hit) const {
  const std::int32_t id = node(hit);
  return id >= 0 && static_cast<std::size_t>(id) < trace_->nodes.size() ? &trace_->nodes[static_cast<std::size_t>(id)] : nullptr;
}

QString TimelineModel::label(const TimelineHit& hit) const {
  const TimelineRow& at = row(hit);
  const std::uint32_t name = at.lane->name[hit.index];
  switch (at.kind) {
    case TimelineRow::Kind::Steps: {
      const QString time = formatNs(at.lane->duration[hit.index]);
      return step(hit) >= 0 ? tr("step %1 · %2").arg(step(hit)).arg(time) : tr("step · %1").arg(time);
    }
    case TimelineRow::Kind::Phases:
    case TimelineRow::Kind::Layers:
      return text(groupNames_.name(name));
    default:
      break;
  }
  if (const TraceNode* described = nodeOf(hit); described && !described->title.empty()) return text(described->title);
  return text(trace_->names.name(name));
}

QString TimelineModel::shortLabel(const TimelineHit& hit) const {
  if (row(hit).kind == TimelineRow::Kind::Steps && step(hit) >= 0) return QString::number(step(hit));
  return {};
}

QString TimelineModel::layer(const TimelineHit& hit) const {
  const TraceNode* described = nodeOf(hit);
  return described ? text(described->layer) : QString();
}

QString TimelineModel::tooltip(const TimelineHit& hit) const {
  const TimelineRow& at = row(hit);
  QString html = QStringLiteral("<b>%1</b>").arg(label(hit).toHtmlEscaped());
  const QString scope = layer(hit);
  if (!scope.isEmpty()) html += QStringLiteral(" · ") + scope.toHtmlEscaped();
  const auto duration = static_cast<double>(at.lane->duration[hit.index]);
  QString time = formatMs(duration * 1e-6);
  if (at.kind != TimelineRow::Kind::Steps && medianStep_ > 0)
    time += QStringLiteral(" · ") + tr("%1 of a step").arg(formatPercent(duration / medianStep_));
  html += QStringLiteral("<br>") + time;
  if (const TraceNode* described = nodeOf(hit)) {
    if (!described->shapes.empty()) html += QStringLiteral("<br>") + text(described->shapes).toHtmlEscaped();
    QStringList facts;
    if (described->flops > 0 && duration > 0)
      facts << formatSi(static_cast<double>(described->flops) / duration * 1e9, QStringLiteral("FLOP/s"));
    if (described->bytes > 0 && duration > 0)
      facts << formatSi(static_cast<double>(described->bytes) / duration * 1e9, QStringLiteral("B/s"));
    if (!described->kernel.empty()) facts << text(described->kernel).toHtmlEscaped();
    if (!facts.isEmpty()) html += QStringLiteral("<br>") + facts.join(QStringLiteral(" · "));
  }
  return html;
}

std::optional<SpanRef> TimelineModel::span(const TimelineHit& hit) const {
  const TimelineRow& at = row(hit);
  if (at.kind == TimelineRow::Kind::Phases || at.kind == TimelineRow::Kind::Layers || !at.lane) return std::nullopt;
  if (at.traceLane >= 0) return SpanRef{at.traceLane, hit.index};
  return at.origin[hit.index];
}

std::optional<TimelineHit> TimelineModel::hit(int rowIndex, double time, double tolerance) const {
  if (rowIndex < 0 || static_cast<std::size_t>(rowIndex) >= rows_.size()) return std::nullopt;
  const TimelineRow& at = rows_[static_cast<std::size_t>(rowIndex)];
  if (!at.lane || at.lane->size() == 0) return std::nullopt;
  const auto absolute = trace_->begin + static_cast<std::int64_t>(std::floor(time));
  const std::size_t next = at.pyramid.firstEndingAfter(absolute);
  double best = tolerance;
  std::optional<TimelineHit> found;
  for (std::size_t i = next > 0 ? next - 1 : 0; i < std::min(next + 1, at.lane->size()); ++i) {
    const TimelineHit candidate{rowIndex, static_cast<std::uint32_t>(i)};
    const double distance = std::max({0.0, begin(candidate) - time, time - end(candidate)});
    if (distance < best || (distance == 0 && best == 0)) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::optional<TimelineHit> TimelineModel::find(SpanRef span) const {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const TimelineRow& at = rows_[r];
    if (at.kind != TimelineRow::Kind::Spans && at.kind != TimelineRow::Kind::Steps) continue;
    if (at.traceLane >= 0) {
      if (at.traceLane == span.lane && span.index < at.lane->size()) return TimelineHit{static_cast<int>(r), span.index};
      continue;
    }
    const auto same = std::find_if(at.origin.begin(), at.origin.end(),
                                   [&](const SpanRef& origin) { return origin.lane == span.lane && origin.index == span.index; });
    if (same != at.origin.end()) return TimelineHit{static_cast<int>(r), static_cast<std::uint32_t>(same - at.origin.begin())};
  }
  return std::nullopt;
}

std::vector<TimelineHit> TimelineModel::spansOfNode(std::int32_t node) const {
  std::vector<TimelineHit> found;
  if (node < 0) return found;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r].kind != TimelineRow::Kind::Spans) continue;
    const std::vector<std::int32_t>& nodes = rows_[r].lane->node;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i] == node) found.push_back({static_cast<int>(r), static_cast<std::uint32_t>(i)});
  }
  std::stable_sort(found.begin(), found.end(), [&](const TimelineHit& a, const TimelineHit& b) { return begin(a) < begin(b); });
  return found;
}

std::optional<double> TimelineModel::counterAt(int rowIndex, double time) const {
  if (rowIndex < 0 || static_cast<std::size_t>(rowIndex) >= rows_.size()) return std::nullopt;
  const TraceCounter* counter = rows_[static_cast<std::size_t>(rowIndex)].counter;
  if (!counter) return std::nullopt;
  const auto after = std::upper_bound(counter->time.begin(), counter->time.end(), trace_->begin + static_cast<std::int64_t>(time));
  if (after == counter->time.begin()) return std::nullopt;
  return counter->value[static_cast<std::size_t>(after - counter->time.begin()) - 1];
}

std::vector<TimelineHit> TimelineModel::search(const QString& wanted) const {
  std::vector<TimelineHit> found;
  const QString needle = wanted.trimmed();
  if (needle.isEmpty()) return found;
  const auto matches = [&](std::string_view candidate) { return text(candidate).contains(needle, Qt::CaseInsensitive); };
  // Names and nodes are few; decided once, then only looked up.
  std::vector<char> nameMatches, nodeMatches;
  for (std::uint32_t i = 0; i < trace_->names.size(); ++i) nameMatches.push_back(matches(trace_->names.name(i)));
  for (const TraceNode& node : trace_->nodes)
    nodeMatches.push_back(matches(node.title) || matches(node.op) || matches(node.layer) || matches(node.kernel));
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r].kind != TimelineRow::Kind::Spans) continue;
    const TraceLane& lane = *rows_[r].lane;
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const auto node = static_cast<std::size_t>(lane.node[i]);
      if (nameMatches[lane.name[i]] || (lane.node[i] >= 0 && node < nodeMatches.size() && nodeMatches[node]))
        found.push_back({static_cast<int>(r), static_cast<std::uint32_t>(i)});
    }
  }
  std::stable_sort(found.begin(), found.end(), [&](const TimelineHit& a, const TimelineHit& b) { return begin(a) < begin(b); });
  return found;
}

RangeSummary TimelineModel::summarize(double from, double to) const {
  RangeSummary summary;
  summary.length = std::max(0.0, to - from);
  if (opsRow_ < 0 || summary.length <= 0) return summary;
  const LanePyramid& pyramid = rows_[static_cast<std::size_t>(opsRow_)].pyramid;
  const auto begin = trace_->begin + static_cast<std::int64_t>(std::llround(from)),
             end = trace_->begin + static_cast<std::int64_t>(std::llround(to));
  const std::size_t first = pyramid.firstEndingAfter(begin), last = pyramid.firstStartingFrom(end);
  summary.ops = last > first ? static_cast<std::int64_t>(last - first) : 0;
  summary.busy = std::min(1.0, static_cast<double>(pyramid.busy(begin, end)) / summary.length);
  return summary;
}

QString TimelineModel::toTable(double from, double to, std::size_t limit) const {
  QString table = tr("track\tspan\tlayer\tstep\tbegin ms\tduration ms\n");
  const auto begin = trace_->begin + static_cast<std::int64_t>(std::llround(from)),
             end = trace_->begin + static_cast<std::int64_t>(std::llround(to));
  std::size_t lines = 0, left = 0;
  QString track;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const TimelineRow& at = rows_[r];
    if (!at.label.isEmpty()) track = at.label;
    if (!at.lane) continue;
    const std::size_t first = at.pyramid.firstEndingAfter(begin), last = at.pyramid.firstStartingFrom(end);
    for (std::size_t i = first; i < last; ++i) {
      if (lines == limit) {
        left += last - i;
        break;
      }
      ++lines;
      const TimelineHit hit{static_cast<int>(r), static_cast<std::uint32_t>(i)};
      const QString stepText = step(hit) >= 0 ? QString::number(step(hit)) : QString();
      table += QStringList{track,
                           label(hit),
                           layer(hit),
                           stepText,
                           QString::number(this->begin(hit) * 1e-6, 'f', 6),
                           QString::number(static_cast<double>(at.lane->duration[i]) * 1e-6, 'f', 6)}
                   .join(QLatin1Char('\t')) +
               QLatin1Char('\n');
    }
  }
  if (left > 0) table += tr("%1 more spans; zoom in to list them\n").arg(static_cast<qulonglong>(left));
  return table;
}

}  // namespace stepscope
