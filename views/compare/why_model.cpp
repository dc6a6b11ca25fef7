#include "views/compare/why_model.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/store/run_files.h"
#include "profiler/trace/trace_file.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/timeline/timeline_model.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr double kNsPerMs = 1e6;

// The captured trace of a run; null with the reason in `problem`, or without one if the job was cancelled.
std::shared_ptr<const Trace> captureOf(const QString& store, const WhySide& side, const std::atomic<bool>& cancelled, QString& problem) {
  const QString path = QString::fromStdString(captureFile(runFolder(store.toStdString(), side.run)));
  if (!QFileInfo::exists(path)) {
    problem = tr("%1 has no captured steps: train it, or press C while it trains.").arg(side.name);
    return {};
  }
  try {
    if (auto trace = loadTrace(path.toStdString(), [&](std::uint64_t, std::uint64_t) { return !cancelled; }))
      return std::make_shared<const Trace>(std::move(*trace));
  } catch (const Error& error) {
    problem = engineText(error);
  }
  return {};
}

void place(WhySide& side) {
  for (const TimelineStep& step : side.timeline->steps()) {
    side.stepBegin = step.begin;
    side.stepLength = step.length;
    return;
  }
}

std::string changeOf(double a, double b) {
  const double delta = (b - a) / kNsPerMs;
  return (delta < 0 ? "−" : "+") + formatMs(std::abs(delta)).toStdString();
}

void addRows(ComparedTable& table, const std::vector<DiffRow>& rows, const QString& of, std::size_t most) {
  for (const DiffRow& row : rows) {
    if (table.rows.size() >= most) return;
    if (row.a == row.b) continue;
    const ComparedCell::Tone tone = row.change == Change::Faster || row.change == Change::Gone  ? ComparedCell::Tone::Good
                                    : row.change == Change::Slower || row.change == Change::New ? ComparedCell::Tone::Bad
                                                                                                : ComparedCell::Tone::Plain;
    std::string change = changeOf(row.a, row.b);
    if (row.change == Change::None) change += tr(", within the noise").toStdString();
    if (row.change == Change::Unknown) change += tr(", too few steps to tell").toStdString();
    const auto ms = [](double ns) { return ns > 0 ? formatMs(ns / kNsPerMs).toStdString() : std::string("-"); };
    table.rows.push_back({row.name.empty() ? tr("(of none)").toStdString() : row.name,
                          of.toStdString(),
                          {{ms(row.a), {}, ComparedCell::Tone::Plain}, {ms(row.b), std::move(change), tone}}});
  }
}

}  // namespace

ComparedTable tableOf(const TraceDiff& diff, std::size_t most) {
  ComparedTable table;
  addRows(table, diff.categories, tr("part of the step"), most);
  if (!diff.nodes.empty()) addRows(table, diff.nodes, tr("node"), most);
  else addRows(table, diff.ops, tr("op"), most);
  return table;
}

Line memoryLineOf(const std::string& memoryPlanJson) {
  Line line;
  const QJsonArray nodes = QJsonDocument::fromJson(QByteArray::fromStdString(memoryPlanJson)).object()[QLatin1String("nodes")].toArray();
  for (const QJsonValue& node : nodes) {
    line.x.push_back(static_cast<double>(line.x.size()));
    line.y.push_back(node[QLatin1String("live_bytes")].toDouble(std::nan("")));
  }
  return line;
}

void WhyModel::compare(const QString& store, const RunFacts* a, const RunFacts* b) {
  const RunId first = a ? a->info.id : 0, second = b ? b->info.id : 0;
  if (store == store_ && first == a_ && second == b_ && (why_ || job_.busy())) return;
  store_ = store;
  a_ = first;
  b_ = second;
  why_.reset();
  if (first == 0 || second == 0 || first == second) {
    job_.cancel();
    Q_EMIT changed();
    return;
  }
  Why asked;
  asked.a = {first, text(a->info.name), a->breakdownSamples, {}, 0, 0, {}};
  asked.b = {second, text(b->info.name), b->breakdownSamples, {}, 0, 0, {}};
  job_.start([this, asked = std::move(asked), store](const std::atomic<bool>& cancelled) mutable -> std::function<void()> {
    auto why = std::make_shared<Why>(std::move(asked));
    try {
      const RunReader reader(store.toStdString());
      for (WhySide* side : {&why->a, &why->b}) side->memory = memoryLineOf(reader.artefact(side->run, "memory_plan").value_or(""));
      const std::shared_ptr<const Trace> before = captureOf(store, why->a, cancelled, why->problem);
      const std::shared_ptr<const Trace> after = before ? captureOf(store, why->b, cancelled, why->problem) : nullptr;
      if (cancelled) return {};
      if (before && after) {
        why->diff = std::make_shared<const TraceDiff>(diffTraces(*before, *after));
        why->a.timeline = std::make_shared<const TimelineModel>(before);
        why->b.timeline = std::make_shared<const TimelineModel>(after);
        place(why->a);
        place(why->b);
      }
    } catch (const std::exception& error) {
      why->problem = engineText(error);
    }
    return [this, why] {
      why_ = why;
      Q_EMIT changed();
    };
  });
  Q_EMIT changed();
}

}  // namespace stepscope
