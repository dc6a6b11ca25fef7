#include "views/compare/breakdown_bars.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/compare/run_mark.h"
#include "views/curves/breakdown_card.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {
constexpr int kBarRow = 32, kBarHeight = 22, kNameWidth = 92, kTotalWidth = 74;
}

double BreakdownBars::samples() const {
  for (int i = 0; i < static_cast<int>(count()); ++i)
    if (run(i).breakdown && !(run(i).breakdownSamples > 0)) return kNaN;
  if (count() == 0) return kNaN;
  if (run(baseline()).breakdown) return run(baseline()).breakdownSamples;
  for (int i = 0; i < static_cast<int>(count()); ++i)
    if (run(i).breakdown) return run(i).breakdownSamples;
  return kNaN;
}

double BreakdownBars::factor(int index) const {
  const double of = samples();
  return std::isnan(of) ? 1 : of / run(index).breakdownSamples;
}

double BreakdownBars::total(int index) const {
  return run(index).breakdown ? meanStepMs(run(index).breakdown->breakdown) * factor(index) : kNaN;
}

QString BreakdownBars::unit() const {
  const double of = samples();
  return std::isnan(of) ? tr("ms a step") : tr("ms per %1 samples").arg(formatNumber(of, 9));
}

std::map<Category, double> BreakdownBars::changes(int index) const {
  std::map<Category, double> changes;
  if (index < 0 || index >= static_cast<int>(count()) || !run(index).breakdown || !run(baseline()).breakdown) return changes;
  for (const CategoryTime& time : run(index).breakdown->breakdown.categories) changes[time.category] += time.msPerStep * factor(index);
  for (const CategoryTime& time : run(baseline()).breakdown->breakdown.categories) changes[time.category] -= time.msPerStep * factor(baseline());
  return changes;
}

QSize BreakdownBars::sizeHint() const {
  return {420, std::max<int>(1, static_cast<int>(count())) * kBarRow};
}

void BreakdownBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& t = tokens();
  double longest = 0;
  for (int i = 0; i < static_cast<int>(count()); ++i)
    if (const double ms = total(i); ms > longest) longest = ms;
  const double room = width() - kNameWidth - kTotalWidth;
  for (int i = 0; i < static_cast<int>(count()); ++i) {
    const QRectF row(0, i * kBarRow, width(), kBarRow);
    if (isSelected(i)) painter.fillRect(row, t.raised);
    drawRunMark(painter, QPointF(8, row.center().y()), i);
    painter.setFont(textFont(12, QFont::DemiBold));
    painter.setPen(t.text);
    const QRectF name(20, row.top(), kNameWidth - 24, kBarRow);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(run(i).info.name), Qt::ElideRight, static_cast<int>(name.width())));
    const double ms = total(i);
    if (std::isnan(ms) || longest <= 0) {
      painter.setFont(textFont(12));
      painter.setPen(t.dim);
      painter.drawText(QRectF(kNameWidth, row.top(), room, kBarRow), Qt::AlignLeft | Qt::AlignVCenter, tr("no steps were captured"));
      continue;
    }
    double x = kNameWidth;
    const double top = row.center().y() - kBarHeight / 2.0;
    for (const CategoryTime& time : run(i).breakdown->breakdown.categories) {
      const double wide = time.msPerStep * factor(i) / longest * room;
      if (wide <= 0) continue;
      const QRectF part(x, top, std::max(0.0, wide - (wide > 3 ? 1 : 0)), kBarHeight);
      painter.fillRect(part, categoryColor(time.category));
      const QString label = formatNumber(time.msPerStep * factor(i), 3);
      painter.setFont(textFont(11, QFont::DemiBold));
      if (painter.fontMetrics().horizontalAdvance(label) + 6 < part.width()) {
        painter.setPen(t.onCategory);
        painter.drawText(part, Qt::AlignCenter, label);
      }
      x += wide;
    }
    painter.setFont(textFont(12, QFont::DemiBold));
    painter.setPen(t.text);
    painter.drawText(QRectF(width() - kTotalWidth, row.top(), kTotalWidth, kBarRow), Qt::AlignRight | Qt::AlignVCenter, formatNumber(ms));
  }
}

int BreakdownBars::runAt(const QPointF& place) const {
  const int row = static_cast<int>(std::floor(place.y() / kBarRow));
  return row >= 0 && row < static_cast<int>(count()) ? row : -1;
}

QString BreakdownBars::tipOf(int index) const {
  const RunFacts& facts = run(index);
  if (!facts.breakdown) return tr("%1: no steps were captured").arg(text(facts.info.name));
  QStringList lines{tr("%1: mean of %2 captured steps (%3)")
                        .arg(text(facts.info.name))
                        .arg(facts.breakdown->breakdown.steps)
                        .arg(engineText(facts.breakdown->source))};
  lines << tr("%1 a step of %2, median %3")
               .arg(formatMs(meanStepMs(facts.breakdown->breakdown)),
                    std::isnan(facts.breakdownSamples) ? tr("unknown size") : tr("%1 samples").arg(formatNumber(facts.breakdownSamples, 9)),
                    formatMs(facts.breakdown->breakdown.medianStepMs));
  for (const CategoryTime& time : facts.breakdown->breakdown.categories)
    lines << QStringLiteral("%1 %2 (%3)").arg(titleOf(time.category), formatMs(time.msPerStep), formatPercent(time.share));
  return lines.join(QLatin1Char('\n'));
}

QString BreakdownBars::table() const {
  QString out = tr("run") + QLatin1Char('\t') + tr("steps") + QLatin1Char('\t') + tr("part") + QLatin1Char('\t') + unit() + QLatin1Char('\n');
  for (int i = 0; i < static_cast<int>(count()); ++i) {
    if (!run(i).breakdown) continue;
    for (const CategoryTime& time : run(i).breakdown->breakdown.categories)
      out += QStringLiteral("%1\t%2\t%3\t%4\n")
                 .arg(text(run(i).info.name), text(run(i).breakdown->source), titleOf(time.category))
                 .arg(time.msPerStep * factor(i));
  }
  return out;
}

}  // namespace stepscope
