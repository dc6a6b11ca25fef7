#include "views/inspector/description.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/graph/op.h"
#include "core/store/run_summary.h"
#include "core/train/switches/switch_rows.h"
#include "profiler/analysis/span_facts.h"
#include "profiler/trace/node_keys.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/inspector/span_arguments.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

// The name of the trace's file, without its folder. A source that is not a path is translated.
QString sourceText(const Trace& trace) {
  const QString source = text(trace.source);
  return source.contains(QLatin1Char('/')) ? source.section(QLatin1Char('/'), -1) : engineText(trace.source);
}

QString shapeText(const Value& value) {
  return text(toString(value.shape)).replace(QLatin1Char('x'), QChar(0x00D7)) + QLatin1Char(' ') + text(nameOf(value.dtype));
}

QString candidatesText(const std::vector<std::pair<std::string, double>>& candidates, const std::string& chosen) {
  QStringList parts;
  for (const auto& [kernel, ms] : candidates)
    if (kernel != chosen) parts << text(kernel) + QLatin1Char(' ') + formatMs(ms);
  return parts.join(QStringLiteral(", "));
}

}  // namespace

QString Description::table() const {
  QString result = heading + QLatin1Char('\n');
  for (const auto& [name, value] : rows) result += name + QLatin1Char('\t') + value + QLatin1Char('\n');
  return result;
}

namespace {

using Add = std::function<void(const QString& name, const QString& value)>;

// "198 GFLOP/s, 57 % of this machine's peak".
QString rateText(double rate, const QString& unit, double peak) {
  const QString text = formatSi(rate, unit);
  // Data in cache can be faster than memory; then the text gives no fraction of the peak.
  return peak > 0 && rate <= peak ? QObject::tr("%1, %2 of this machine's peak").arg(text, formatPercent(rate / peak, 2)) : text;
}

void addTimes(const Add& add, const Trace& trace, int node, const MachinePeak& anyPeak) {
  // Imported traces get no fraction of this machine's peak.
  const MachinePeak peak = trace.events == 0 ? anyPeak : MachinePeak();
  const auto facts = nodeFacts(trace, node);
  if (!facts) return;
  const TraceNode& traced = *nodeOf(trace, node);
  add(QObject::tr("time"),
      QObject::tr("%1 median, %2 p95 over %3 spans").arg(formatMs(facts->medianNs * 1e-6), formatMs(facts->p95Ns * 1e-6)).arg(facts->samples));
  if (facts->shareOfStep > 0) add(QObject::tr("share"), QObject::tr("%1 of the step").arg(formatPercent(facts->shareOfStep)));
  if (facts->ofLayers > 1)
    add(QObject::tr("rank"), facts->rank == 1 ? QObject::tr("slowest of %1 layers of its kind").arg(facts->ofLayers)
                                              : QObject::tr("%1 of %2 layers of its kind, slowest first").arg(facts->rank).arg(facts->ofLayers));
  QStringList work;
  if (traced.flops > 0)
    work << formatSi(static_cast<double>(traced.flops), QStringLiteral("FLOP"))
         << rateText(facts->gflops * 1e9, QStringLiteral("FLOP/s"), peak.flopsPerSecond);
  if (traced.bytes > 0) work << formatBytes(traced.bytes) << rateText(facts->gigabytesPerSecond * 1e9, QStringLiteral("B/s"), peak.bytesPerSecond);
  add(QObject::tr("work"), work.join(QStringLiteral(" · ")));
}

void addKernel(const Add& add, const std::string& kernel, const std::string& library, const std::vector<std::pair<std::string, double>>& candidates) {
  add(QObject::tr("kernel"), text(kernel) + (library.empty() ? QString() : (kernel.empty() ? QString() : QStringLiteral(" · ")) + text(library)));
  add(QObject::tr("also timed"), candidatesText(candidates, kernel));
}

void addMemory(const Add& add, const PlanView& plan, int node) {
  const Node& planned = plan.graph.node(node);
  std::int64_t reads = 0, writes = 0, workspace = 0;
  for (const ValueId id : planned.inputs)
    if (id != kNone) reads += plan.graph.value(id).bytes;
  for (const ValueId id : planned.outputs)
    if (id != kNone) (plan.graph.value(id).role == Role::Workspace ? workspace : writes) += plan.graph.value(id).bytes;
  QString memory = QObject::tr("reads %1 · writes %2").arg(formatBytes(reads), formatBytes(writes));
  if (workspace > 0) memory += QObject::tr(" · workspace %1").arg(formatBytes(workspace));
  add(QObject::tr("memory"), memory);
  if (NodeId(node) < plan.plan.liveBytes.size())
    add(QObject::tr("alive"), QObject::tr("%1 of the step's memory while it runs").arg(formatBytes(plan.plan.liveBytes[node])));
}

// `traced`, `planned`: the node's number in the trace and in the plan; -1 if it is missing there, or must not be shown together with the other one.
Description describe(const Trace* trace, int traced, const PlanView* plan, int planned, const MachinePeak& peak) {
  Description d;
  d.monospaced = {QObject::tr("shapes"), QObject::tr("kernel")};
  const TraceNode* recorded = trace ? nodeOf(*trace, traced) : nullptr;
  const bool known = plan && planned >= 0 && NodeId(planned) < plan->graph.nodes().size();
  if (!recorded && !known) return {};
  const Node* node = known ? &plan->graph.node(planned) : nullptr;
  const QString layer = text(recorded ? recorded->layer : node->scope);
  const QString title = recorded ? text(titleOf(*recorded)) : text(node->op->name);
  d.heading = layer.isEmpty() ? title : layer + QStringLiteral(" · ") + title;
  const Add add = [&](const QString& name, const QString& value) {
    if (!value.isEmpty()) d.rows.emplace_back(name, value);
  };
  if (recorded) {
    addTimes(add, *trace, traced, peak);
    d.note = sourceText(*trace);
    add(QObject::tr("shapes"), text(recorded->shapes));
    addKernel(add, recorded->kernel, recorded->library, recorded->candidateMs);
  } else if (NodeId(planned) < plan->kernels.size()) {
    const NodeKernel& kernel = plan->kernels[planned];
    addKernel(add, kernel.kernel, kernel.library, kernel.candidateMs);
  }
  if (node) addMemory(add, *plan, planned);
  return d;
}

}  // namespace

Description describeNode(const Trace* trace, const PlanView* plan, const GraphMatch& match, int node, const MachinePeak& peak) {
  if (node < 0) return {};
  if (!match.planned) return describe(trace, node, nullptr, -1, peak);
  Description d = describe(trace, match.same() ? match.traced(node) : -1, plan, node, peak);
  if (!d.empty() && !match.otherText().isEmpty()) d.rows.emplace_back(QObject::tr("time"), match.otherText() + QObject::tr(": not shown here"));
  return d;
}

Description describeSpan(const Trace& trace, const PlanView* plan, const GraphMatch& match, SpanRef span, const MachinePeak& peak) {
  const SpanFacts facts = spanFacts(trace, span);
  Description d;
  if (facts.node >= 0) {
    d = describe(&trace, facts.node, plan, match.same() ? match.shared(facts.node) : -1, peak);
    if (!match.otherText().isEmpty())
      d.rows.emplace_back(QObject::tr("memory"), QObject::tr("the plan has other settings than this capture: not shown here"));
  } else {
    d.heading = text(facts.track) + QStringLiteral(" · ") + text(facts.title);
    d.note = sourceText(trace);
    if (facts.samples > 1)
      d.rows.emplace_back(
          QObject::tr("time"),
          QObject::tr("%1 median, %2 p95 over %3 spans").arg(formatMs(facts.medianNs * 1e-6), formatMs(facts.p95Ns * 1e-6)).arg(facts.samples));
    if (facts.shareOfStep > 0) d.rows.emplace_back(QObject::tr("share"), QObject::tr("%1 of a step").arg(formatPercent(facts.shareOfStep)));
  }
  QString own = formatNs(facts.durationNs);
  if (facts.step >= 0) own += QStringLiteral(" · ") + QObject::tr("step %1").arg(facts.step);
  own += QStringLiteral(" · ") + QObject::tr("begins at %1").arg(formatNs(facts.startNs - trace.begin));
  d.rows.insert(d.rows.begin(), {QObject::tr("this span"), own});
  for (auto& row : flowRows(trace, span)) d.rows.push_back(std::move(row));
  for (auto& row : argumentRows(trace, span)) {
    d.monospaced.push_back(row.first);
    d.rows.push_back(std::move(row));
  }
  return d;
}

Description describeTensor(const PlanView* plan, int tensor) {
  Description d;
  if (!plan || tensor < 0 || ValueId(tensor) >= plan->graph.values().size()) return d;
  d.monospaced = {QObject::tr("shape")};
  const Value& value = plan->graph.value(tensor);
  d.heading = text(value.name) + QStringLiteral(" · ") + engineText(nameOf(value.role));
  d.rows.emplace_back(QObject::tr("shape"), shapeText(value));
  d.rows.emplace_back(QObject::tr("size"), formatBytes(value.bytes));
  d.rows.emplace_back(QObject::tr("layout"), text(nameOf(value.layout)));
  const auto nodeText = [plan](NodeId id) {
    if (id < 0 || id >= plan->graph.nodes().size()) return QString();
    const Node& node = plan->graph.node(id);
    return text(node.scope) + (node.scope.empty() ? QString() : QStringLiteral(" ")) + text(node.op->name);
  };
  if (value.producer != kNone) d.rows.emplace_back(QObject::tr("made by"), nodeText(value.producer));
  if (const SlotId slot = ValueId(tensor) < plan->plan.slotOf.size() ? plan->plan.slotOf[tensor] : kNone; slot != kNone) {
    const MemorySlot& memory = plan->plan.slots[slot];
    d.rows.emplace_back(
        QObject::tr("lives"),
        memory.persistent
            ? QObject::tr("from step to step, beside the memory of a step")
            : QObject::tr("from op %1 (%2) to op %3 (%4)").arg(memory.first).arg(nodeText(memory.first)).arg(memory.last).arg(nodeText(memory.last)));
    d.rows.emplace_back(QObject::tr("place"), QObject::tr("%1 at offset %2").arg(formatBytes(memory.bytes), formatBytes(memory.offset)));
    if (memory.value != tensor)
      d.rows.emplace_back(QObject::tr("shares"), QObject::tr("the storage of %1").arg(text(plan->graph.nameOf(memory.value))));
  }
  return d;
}

namespace {

QString tagsText(const std::vector<std::string>& tags) {
  QStringList parts;
  for (const std::string& tag : tags) parts << text(tag);
  return parts.join(QStringLiteral(", "));
}

}  // namespace

Description describeRun(const RunInfo& run) {
  Description d;
  d.heading = text(run.name) + QStringLiteral(" · ") + text(run.model);
  d.note = engineText(howItEnded(run));
  const auto final = [&run](const std::string& key) { return finalOf(run, key); };
  const TaskInfo& task = infoOf(taskOf(run));
  const auto add = [&](const QString& name, const QString& value) { d.rows.emplace_back(name, value); };
  if (!run.message.empty()) add(QObject::tr("status"), engineText(run.message));
  if (!run.tags.empty()) add(QObject::tr("tags"), tagsText(run.tags));
  if (!run.note.empty()) add(QObject::tr("note"), text(run.note));
  add(QObject::tr("created"), QDateTime::fromMSecsSinceEpoch(run.createdMs).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
  add(QObject::tr("trained"), QObject::tr("%1 steps, %2 epochs in %3").arg(formatCount(run.step)).arg(run.epoch).arg(formatDuration(run.seconds)));
  const double last = final(keyOf("val_", task.metric)), best = final(keyOf("best_val_", task.best));
  const bool bestIsLoss = task.best.key == "loss";
  const auto withBest = [&](const QString& value) { return QObject::tr("%1, best %2").arg(value, formatMetric(task.best, best)); };
  if (hasFinal(run, keyOf("val_", task.metric))) {
    const QString value = QObject::tr("validation %1").arg(formatMeasured(task.metric, last));
    add(engineText(task.metric.title), bestIsLoss ? value : withBest(value));
  }
  const auto loss = [&](const char* key) { return hasFinal(run, key) ? formatMeasured(final(key)) : formatNumber(kNaN); };
  if (hasFinal(run, "train_loss")) {
    const QString value = QObject::tr("train %1, validation %2").arg(loss("train_loss"), loss("val_loss"));
    add(QObject::tr("loss"), bestIsLoss && std::isfinite(best) ? withBest(value) : value);
  }
  const RunSummary summary = summaryOf(run);
  if (std::isfinite(summary.samplesPerSecond))
    add(QObject::tr("speed"), formatRate(summary.samplesPerSecond) +
                                  (summary.busyShare > SwitchRow::kMostBusyShare ? QObject::tr(", while other programs held the cores") : QString()));
  if (std::isfinite(summary.stepMs)) add(QObject::tr("time a step"), QObject::tr("%1, mean of all").arg(formatMs(summary.stepMs)));
  QStringList peaks;
  if (std::isfinite(summary.residentPeakBytes)) peaks << QObject::tr("%1 resident").arg(formatBytes(summary.residentPeakBytes));
  if (std::isfinite(summary.plannedPeakBytes)) peaks << QObject::tr("%1 planned").arg(formatBytes(summary.plannedPeakBytes));
  add(QObject::tr("peak memory"), peaks.join(QStringLiteral(", ")));
  if (const std::string turned = turnedSwitches(run); !turned.empty()) add(QObject::tr("switches turned"), text(turned));
  // The peak of the whole run may come from switches that it had earlier, so each part of the run is listed.
  if (run.spans.size() > 1) {
    QStringList spans;
    for (const RunSpan& span : run.spans) {
      const std::int64_t peak = span.residentPeakBytes > 0 ? span.residentPeakBytes : span.plannedPeakBytes;
      if (span.steps() <= 0) continue;
      const QString held = peak <= 0                    ? QObject::tr("unknown peak")
                           : span.residentPeakBytes > 0 ? formatBytes(peak)
                                                        : QObject::tr("%1 planned").arg(formatBytes(peak));
      QString told = QObject::tr("%1 in steps %2 to %3").arg(held, formatCount(span.firstStep), formatCount(span.lastStep));
      if (span.seconds > 0) told = QObject::tr("%1, %2 of training").arg(told, formatDuration(span.seconds));
      if (std::isfinite(span.stepMs)) told = QObject::tr("%1, %2 a step (median)").arg(told, formatMs(span.stepMs));
      spans << (span.cause.empty() ? told : QStringLiteral("%1: %2").arg(engineText(span.cause), told));
    }
    constexpr qsizetype kShown = 6;
    if (const qsizetype earlier = spans.size() - kShown; earlier > 0) {
      spans = spans.mid(earlier);
      spans.prepend(QObject::tr("%1 earlier ones").arg(earlier));
    }
    add(QObject::tr("by switches"), spans.join(QStringLiteral(" · ")));
  }
  return d;
}

}  // namespace stepscope
