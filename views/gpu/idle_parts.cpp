#include "views/gpu/idle_parts.h"

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/gpu/gap_table_model.h"

namespace stepscope {
namespace {

QColor colorOf(IdleReason reason) {
  switch (reason) {
    case IdleReason::Copy: return categoryColor(Category::Copy);
    case IdleReason::Data: return categoryColor(Category::Data);
    case IdleReason::Profiler: return kindColor(SpanKind::Overhead);
    case IdleReason::Host: return kindColor(SpanKind::Runtime);
    case IdleReason::Between: return categoryColor(Category::Idle);
    case IdleReason::Unknown: return categoryColor(Category::Other);
  }
  return {};
}

}  // namespace

std::vector<SharePart> idleParts(const GpuIdle& idle) {
  std::vector<SharePart> parts;
  const auto add = [&](const QString& title, std::int64_t ns, const QColor& color) {
    if (ns <= 0) return;
    const double share = static_cast<double>(ns) / static_cast<double>(idle.spanNs);
    const QString amount = formatNs(ns), percent = formatPercent(share);
    // The colour of Category::Idle is dark; the other colours are light.
    parts.push_back({title, share, amount, percent, color, color == categoryColor(Category::Idle), tr("%1: %2, %3").arg(title, amount, percent)});
  };
  add(tr("kernels"), idle.busyNs, kindColor(SpanKind::Kernel));
  for (int r = 0; r < kIdleReasons; ++r) add(titleOf(static_cast<IdleReason>(r)), idle.reasonNs[r], colorOf(static_cast<IdleReason>(r)));
  return parts;
}

QString idleLegend(const std::vector<SharePart>& parts) {
  const auto joined = [](QString text) { return text.replace(QLatin1Char(' '), QStringLiteral("&nbsp;")); };
  QStringList html;
  for (const SharePart& part : parts)
    html << QStringLiteral("<span style='color:%1'>■</span>&nbsp;<span style='color:%2'>%3&nbsp;%4,&nbsp;%5</span>")
                .arg(part.color.name(), tokens().dim.name(), joined(part.title), joined(part.amount), joined(part.percent));
  return html.join(QStringLiteral(" &nbsp; "));
}

}  // namespace stepscope
