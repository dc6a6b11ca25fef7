#include "views/timeline/describe_span.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "profiler/analysis/span_facts.h"
#include "views/common/units.h"

namespace stepscope {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("stepscope::SpanDescription", text);
}
QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

const QString kDot = QStringLiteral(" · ");

QString rankText(const SpanFacts& facts) {
  if (facts.ofLayers < 2) return {};
  if (facts.rank == 1) return tr("slowest of %1 layers of its kind").arg(facts.ofLayers);
  if (facts.rank == facts.ofLayers) return tr("fastest of %1 layers of its kind").arg(facts.ofLayers);
  return tr("number %1 of %2 layers of its kind by time").arg(facts.rank).arg(facts.ofLayers);
}

QString timeText(const SpanFacts& facts, bool ofNode) {
  QString value = formatNs(facts.durationNs);
  QStringList notes;
  if (ofNode)
    notes << tr("median of %1 steps, p95 %2").arg(facts.samples).arg(formatMs(facts.p95Ns * 1e-6));
  else if (facts.samples > 1)
    notes << tr("median %1 of %2").arg(formatMs(facts.medianNs * 1e-6)).arg(facts.samples);
  const QString rank = rankText(facts);
  if (!rank.isEmpty()) notes << rank;
  if (!notes.isEmpty()) value += QStringLiteral(" (") + notes.join(QStringLiteral(", ")) + QStringLiteral(")");
  if (facts.shareOfStep > 0) value += kDot + tr("%1 of the step").arg(formatPercent(facts.shareOfStep));
  return value;
}

// "winograd (timed: direct 12.7 ms, matmul 9.1 ms)"
QString kernelText(const TraceNode& node) {
  QString value = text(node.kernel);
  QStringList others;
  for (const auto& [kernel, ms] : node.candidateMs) others << QStringLiteral("%1 %2").arg(text(kernel), formatMs(ms));
  if (!others.isEmpty()) value += QStringLiteral(" (") + tr("timed: %1").arg(others.join(QStringLiteral(", "))) + QStringLiteral(")");
  return value;
}

void addNodeRows(const TraceNode& node, const SpanFacts& facts, double peakFlops, std::vector<DescriptionRow>& rows) {
  if (!node.shapes.empty()) {
    QString shapes = text(node.shapes);
    rows.push_back({tr("shape"), shapes.replace(QLatin1String("->"), QString(QChar(0x2192))), true});
  }
  if (node.flops > 0) {
    QString work = formatSi(static_cast<double>(node.flops), QStringLiteral("FLOP"));
    if (facts.gflops > 0) work += kDot + formatSi(facts.gflops * 1e9, QStringLiteral("FLOP/s"));
    if (peakFlops > 0) work += kDot + tr("%1 of this CPU").arg(formatPercent(facts.gflops * 1e9 / peakFlops));
    rows.push_back({tr("work"), work});
  }
  if (!node.kernel.empty()) rows.push_back({tr("kernel"), kernelText(node), true});
  if (!node.library.empty()) rows.push_back({tr("library"), text(node.library), true});
  if (node.bytes > 0) {
    QString memory = tr("reads and writes %1").arg(formatBytes(node.bytes));
    if (facts.gigabytesPerSecond > 0) memory += kDot + formatSi(facts.gigabytesPerSecond * 1e9, QStringLiteral("B/s"));
    rows.push_back({tr("memory"), memory});
  }
}

SpanDescription describe(const Trace& trace, const SpanFacts& facts, bool ofNode, double peakFlops) {
  SpanDescription description;
  description.category = facts.category;
  description.title = text(facts.title);
  description.rows.push_back({tr("time"), timeText(facts, ofNode)});
  if (!ofNode) {
    QString where = text(facts.track);
    if (facts.step >= 0) where += kDot + tr("step %1").arg(facts.step);
    where += kDot + tr("begins at %1").arg(formatNs(facts.startNs - trace.begin));
    description.rows.push_back({tr("where"), where});
  }
  if (facts.node >= 0) {
    const TraceNode& node = trace.nodes[static_cast<std::size_t>(facts.node)];
    if (!node.layer.empty()) description.title = text(node.layer) + kDot + description.title;
    addNodeRows(node, facts, peakFlops, description.rows);
  }
  return description;
}

}  // namespace

SpanDescription describeSpan(const Trace& trace, SpanRef span, double peakFlops) {
  return describe(trace, spanFacts(trace, span), false, peakFlops);
}

std::optional<SpanDescription> describeNode(const Trace& trace, int node, double peakFlops) {
  const std::optional<SpanFacts> facts = nodeFacts(trace, node);
  if (!facts) return std::nullopt;
  return describe(trace, *facts, true, peakFlops);
}

}  // namespace stepscope
