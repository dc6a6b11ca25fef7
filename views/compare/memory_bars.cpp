#include "views/compare/memory_bars.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/compare/run_mark.h"

namespace stepscope {

namespace {

constexpr int kMemoryRow = 32, kMemoryBar = 20, kMemoryName = 92, kMemoryFigures = 124;

// The length of the bar in bytes: the measured peak if there is one, else the planned peak.
double peakOf(const RunFacts& facts) {
  return std::isnan(facts.summary.residentPeakBytes) ? facts.summary.plannedPeakBytes : facts.summary.residentPeakBytes;
}

}  // namespace

QSize MemoryBars::sizeHint() const {
  return {360, std::max<int>(1, static_cast<int>(count())) * kMemoryRow};
}

void MemoryBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  double most = 0;
  for (int i = 0; i < static_cast<int>(count()); ++i)
    for (const double bytes : {run(i).summary.residentPeakBytes, run(i).summary.plannedPeakBytes})
      if (bytes > most) most = bytes;
  const double room = width() - kMemoryName - kMemoryFigures;
  const double base = count() > 0 ? peakOf(run(baseline())) : kNaN;
  for (int i = 0; i < static_cast<int>(count()); ++i) {
    const QRectF row(0, i * kMemoryRow, width(), kMemoryRow);
    if (isSelected(i)) painter.fillRect(row, t.raised);
    drawRunMark(painter, QPointF(8, row.center().y()), i);
    painter.setFont(textFont(12, QFont::DemiBold));
    painter.setPen(t.text);
    painter.drawText(QRectF(20, row.top(), kMemoryName - 24, kMemoryRow), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(run(i).info.name), Qt::ElideRight, kMemoryName - 24));
    const double peak = peakOf(run(i));
    const bool measured = !std::isnan(run(i).summary.residentPeakBytes);
    const double top = row.center().y() - kMemoryBar / 2.0;
    painter.fillRect(QRectF(kMemoryName, top, room, kMemoryBar), t.raised);
    if (peak > 0 && most > 0) {
      QColor bar = t.dim;
      bar.setAlphaF(measured ? 0.75f : 0.35f);
      painter.fillRect(QRectF(kMemoryName, top, peak / most * room, kMemoryBar), bar);
    }
    if (const double planned = run(i).summary.plannedPeakBytes; planned > 0 && most > 0)
      painter.fillRect(QRectF(kMemoryName + planned / most * room - 1, top - 3, 2, kMemoryBar + 6), t.text);
    painter.setPen(t.text);
    const QRectF figures(width() - kMemoryFigures, row.top(), kMemoryFigures - 54, kMemoryRow);
    painter.drawText(figures, Qt::AlignRight | Qt::AlignVCenter, formatBytes(peak));
    if (i == baseline() || !(base > 0) || std::isnan(peak)) continue;
    const double change = peak / base - 1;
    if (std::abs(change) < 0.0005) continue;
    painter.setFont(textFont(12));
    painter.setPen(std::abs(change) < 0.005 ? t.dim : change < 0 ? t.good : t.warn);
    painter.drawText(QRectF(width() - 52, row.top(), 52, kMemoryRow), Qt::AlignRight | Qt::AlignVCenter,
                     (change >= 0 ? QStringLiteral("+") : QStringLiteral("−")) + formatPercent(std::abs(change), 2));
  }
}

int MemoryBars::runAt(const QPointF& place) const {
  const int row = static_cast<int>(std::floor(place.y() / kMemoryRow));
  return row >= 0 && row < static_cast<int>(count()) ? row : -1;
}

QString MemoryBars::tipOf(int index) const {
  const RunSummary& summary = run(index).summary;
  return tr("%1, the highest over the whole run\nresident of the step's memory: %2\nplanned: %3\nof the whole process: %4")
      .arg(text(run(index).info.name), formatBytes(summary.residentPeakBytes), formatBytes(summary.plannedPeakBytes),
           formatBytes(summary.processPeakBytes));
}

QString MemoryBars::table() const {
  QString out = tr("run\tresident peak, bytes\tplanned peak, bytes\n");
  const auto cell = [](double bytes) { return std::isnan(bytes) ? QString() : QString::number(bytes, 'f', 0); };
  for (int i = 0; i < static_cast<int>(count()); ++i)
    out += QStringLiteral("%1\t%2\t%3\n").arg(text(run(i).info.name), cell(run(i).summary.residentPeakBytes), cell(run(i).summary.plannedPeakBytes));
  return out;
}

}  // namespace stepscope
