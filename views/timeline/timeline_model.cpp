#include "views/timeline/timeline_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "profiler/trace/node_keys.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {
TimelineModel::TimelineModel(std::shared_ptr<const Trace> trace, TimelineOptions options) : trace_(std::move(trace)), keys_(*trace_, options.colors) {
  build(options);
}

double TimelineModel::length() const {
  return static_cast<double>(std::max<std::int64_t>(trace_->end - trace_->begin, 1));
}

QString TimelineModel::groupPath(int group) const {
  const TimelineGroup& at = groups_[static_cast<std::size_t>(group)];
  return at.parent < 0 ? at.label : groupPath(at.parent) + QStringLiteral(" / ") + at.label;
}

int TimelineModel::stepIndexAt(double time) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), time, [](double t, const TimelineStep& step) { return t < step.begin; });
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
  return stepscope::nodeOf(*trace_, node(hit));
}

QString TimelineModel::trackName(std::int32_t track) const {
  const TraceTrack& at = trace_->tracks[static_cast<std::size_t>(track)];
  if (!at.name.empty()) return trackTitle(at);
  if (at.id < 0) return tr("unnamed");
  return (at.kind == TrackKind::Stream ? tr("stream %1") : tr("thread %1")).arg(at.id);
}

QString TimelineModel::processName(std::int32_t process) const {
  const TraceProcess& at = trace_->processes[static_cast<std::size_t>(process)];
  QString name = text(at.name), id = text(at.id);
  // With several ranks both names begin with the rank: "rank 0: python", "rank 0: 4321".
  const QString rank = name.section(QLatin1Char(':'), 0, 0);
  const bool ofRank = !rank.isEmpty() && id.startsWith(rank + QStringLiteral(": "));
  if (ofRank) id.remove(0, rank.size() + 2);
  const bool number = id.toLongLong() != 0 || id == QStringLiteral("0");
  const QString called = number ? tr("process %1").arg(id) : id;
  if (name.isEmpty()) name = id.isEmpty() ? tr("no process") : called;
  else if (ofRank && name == rank && !id.isEmpty()) name += QStringLiteral(": ") + called;
  else if (!id.isEmpty() && id != name) name += QLatin1Char(' ') + id;
  if (!at.labels.empty() && !name.contains(text(at.labels))) name += QStringLiteral(" · ") + text(at.labels);
  return name;
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
    case TimelineRow::Kind::Layers: return text(groupNames_.name(name));
    default: break;
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
    if (described->flops > 0 && duration > 0) facts << formatSi(static_cast<double>(described->flops) / duration * 1e9, QStringLiteral("FLOP/s"));
    if (described->bytes > 0 && duration > 0) facts << formatSi(static_cast<double>(described->bytes) / duration * 1e9, QStringLiteral("B/s"));
    if (!described->kernel.empty()) facts << text(described->kernel).toHtmlEscaped();
    if (!facts.isEmpty()) html += QStringLiteral("<br>") + facts.join(QStringLiteral(" · "));
  }
  return html;
}

std::optional<SpanRef> TimelineModel::span(const TimelineHit& hit) const {
  const TimelineRow& at = row(hit);
  if (at.kind == TimelineRow::Kind::Phases || at.kind == TimelineRow::Kind::Layers || !at.lane) return std::nullopt;
  if (at.traceLane >= 0) return SpanRef{at.traceLane, hit.index};
  if (hit.index >= at.origin.size()) return std::nullopt;  // a mark
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

template <typename Matches>
std::vector<TimelineHit> TimelineModel::spansWhere(Matches matches) const {
  std::vector<TimelineHit> found;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r].kind != TimelineRow::Kind::Spans && rows_[r].kind != TimelineRow::Kind::Marks) continue;
    const TraceLane& lane = *rows_[r].lane;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (matches(lane, i)) found.push_back({static_cast<int>(r), static_cast<std::uint32_t>(i)});
  }
  std::stable_sort(found.begin(), found.end(), [&](const TimelineHit& a, const TimelineHit& b) { return begin(a) < begin(b); });
  return found;
}

std::vector<TimelineHit> TimelineModel::spansOfNode(std::int32_t node) const {
  if (node < 0) return {};
  return spansWhere([node](const TraceLane& lane, std::size_t i) { return lane.node[i] == node; });
}

std::vector<TimelineHit> TimelineModel::spansLike(const TimelineHit& hit) const {
  if (node(hit) >= 0) return spansOfNode(node(hit));
  if (row(hit).kind != TimelineRow::Kind::Spans && row(hit).kind != TimelineRow::Kind::Marks) return {};
  const std::uint32_t name = row(hit).lane->name[hit.index];
  return spansWhere([name](const TraceLane& lane, std::size_t i) { return lane.name[i] == name; });
}

std::optional<double> TimelineModel::counterAt(int rowIndex, double time) const {
  if (rowIndex < 0 || static_cast<std::size_t>(rowIndex) >= rows_.size()) return std::nullopt;
  const TraceCounter* counter = rows_[static_cast<std::size_t>(rowIndex)].counter;
  if (!counter) return std::nullopt;
  const auto after = std::upper_bound(counter->time.begin(), counter->time.end(), trace_->begin + static_cast<std::int64_t>(time));
  if (after == counter->time.begin()) return std::nullopt;
  return counter->value[static_cast<std::size_t>(after - counter->time.begin()) - 1];
}

QString TimelineModel::counterText(int rowIndex, double value) const {
  // Traces give no unit for counters; counters of memory are recognized by name.
  const QString& name = rows_[static_cast<std::size_t>(rowIndex)].label;
  for (const char* word : {"bytes", "allocated", "reserved", "memory"})
    if (name.contains(QLatin1String(word), Qt::CaseInsensitive)) return formatBytes(value);
  return formatNumber(value);
}

QString TimelineModel::counterRange(int rowIndex) const {
  const TimelineRow& at = rows_[static_cast<std::size_t>(rowIndex)];
  return tr("%1 to %2").arg(counterText(rowIndex, at.counterMin), counterText(rowIndex, at.counterMax));
}

std::vector<TimelineHit> TimelineModel::search(const QString& wanted) const {
  const QString needle = wanted.trimmed();
  if (needle.isEmpty()) return {};
  // Matches the layer and the layers inside it. A plain text "conv1" would also match "layer1.0.conv1".
  if (needle.startsWith(QLatin1String("layer:"))) {
    const std::string layer = needle.mid(6).trimmed().toStdString();
    return spansWhere([&](const TraceLane& lane, std::size_t i) {
      const auto node = static_cast<std::size_t>(lane.node[i]);
      if (lane.node[i] < 0 || node >= trace_->nodes.size()) return false;
      const std::string& of = trace_->nodes[node].layer;
      return of == layer || (of.size() > layer.size() && of.compare(0, layer.size(), layer) == 0 && of[layer.size()] == '.');
    });
  }
  // A one-line field cannot hold a name's line ends, so names are compared with simplified white space.
  const bool whole = needle.startsWith(QLatin1String("name:"));
  const QString name = needle.mid(5).simplified();
  const auto matches = [&](std::string_view candidate) {
    return whole ? text(candidate).simplified() == name : text(candidate).contains(needle, Qt::CaseInsensitive);
  };
  // There are few names and nodes, so each is compared once; the loop over the spans only looks the results up.
  std::vector<char> nameMatches, nodeMatches;
  for (std::uint32_t i = 0; i < trace_->names.size(); ++i) nameMatches.push_back(matches(trace_->names.name(i)));
  for (const TraceNode& node : trace_->nodes)
    nodeMatches.push_back(whole ? matches(titleOf(node)) : matches(node.title) || matches(node.op) || matches(node.layer) || matches(node.kernel));
  return spansWhere([&](const TraceLane& lane, std::size_t i) {
    const auto node = static_cast<std::size_t>(lane.node[i]);
    const bool described = lane.node[i] >= 0 && node < nodeMatches.size();
    return (described && nodeMatches[node]) || (nameMatches[lane.name[i]] && !(whole && described));
  });
}

RangeSummary TimelineModel::summarize(double from, double to) const {
  RangeSummary summary;
  summary.length = std::max(0.0, to - from);
  if (opsRow_ < 0 || summary.length <= 0) return summary;
  const LanePyramid& pyramid = rows_[static_cast<std::size_t>(opsRow_)].pyramid;
  const auto begin = trace_->begin + static_cast<std::int64_t>(std::llround(from)), end = trace_->begin + static_cast<std::int64_t>(std::llround(to));
  const std::size_t first = pyramid.firstEndingAfter(begin), last = pyramid.firstStartingFrom(end);
  summary.ops = last > first ? static_cast<std::int64_t>(last - first) : 0;
  summary.busy = std::min(1.0, static_cast<double>(pyramid.busy(begin, end)) / summary.length);
  return summary;
}

QString TimelineModel::toTable(double from, double to, std::size_t limit) const {
  QString table = tr("track\tspan\tlayer\tstep\tbegin ms\tduration ms\n");
  const auto begin = trace_->begin + static_cast<std::int64_t>(std::llround(from)), end = trace_->begin + static_cast<std::int64_t>(std::llround(to));
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
