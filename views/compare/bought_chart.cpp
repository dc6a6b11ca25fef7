#include "views/compare/bought_chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/compare/run_mark.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kBoughtRow = 40, kBoughtBar = 24, kBoughtName = 128, kBoughtFigure = 92;

QString signedMs(double ms) {
  return (ms < 0 ? QStringLiteral("−") : QStringLiteral("+")) + formatMs(std::abs(ms));
}
QString signedPercent(double now, double base) {
  const double change = now / base - 1;
  return std::isfinite(change) ? (change < 0 ? QStringLiteral("−") : QStringLiteral("+")) + formatPercent(std::abs(change), 2) : QString();
}

}  // namespace

void BoughtChart::setComparison(std::shared_ptr<const RunComparison> comparison) {
  comparison_ = std::move(comparison);
  setAccessibleDescription(table());
  updateGeometry();
  update();
}

QSize BoughtChart::sizeHint() const {
  const auto rows = comparison_ && !comparison_->bought.empty() ? static_cast<int>(comparison_->bought.size()) + 2 : 1;
  return {360, rows * kBoughtRow};
}

void BoughtChart::paintEvent(QPaintEvent*) {
  if (!comparison_ || comparison_->bought.empty()) return;
  const auto& bought = comparison_->bought;
  QPainter painter(this);
  const Tokens& t = tokens();
  double longest = 0;
  for (const Bought& one : bought)
    for (const double ms : {one.before, one.after})
      if (ms > longest) longest = ms;
  const double room = width() - kBoughtName - kBoughtFigure;
  const auto x = [&](double ms) { return kBoughtName + (longest > 0 && std::isfinite(ms) ? ms / longest * room : 0); };
  const auto end = [&](double row, std::size_t run, double ms, const QColor& color, const QString& below) {
    const QRectF box(0, row * kBoughtRow, width(), kBoughtRow);
    drawRunMark(painter, QPointF(8, box.center().y() - 6), static_cast<int>(run));
    painter.setFont(textFont(12, QFont::DemiBold));
    painter.setPen(t.text);
    painter.drawText(QRectF(20, box.top() + 4, kBoughtName - 24, 18), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(comparison_->runs[run].info.name), Qt::ElideRight, kBoughtName - 24));
    painter.drawText(QRectF(width() - kBoughtFigure, box.top(), kBoughtFigure, kBoughtRow), Qt::AlignRight | Qt::AlignVCenter, formatMs(ms));
    painter.setFont(textFont(11));
    painter.setPen(t.dim);
    painter.drawText(QRectF(20, box.top() + 20, kBoughtName - 24, 16), Qt::AlignLeft | Qt::AlignVCenter, below);
    painter.fillRect(QRectF(kBoughtName, box.center().y() - kBoughtBar / 2.0, x(ms) - kBoughtName, kBoughtBar), color);
  };
  end(0, comparison_->baseline, bought.front().before, t.dim, tr("baseline"));
  for (std::size_t i = 0; i < bought.size(); ++i) {
    const Bought& one = bought[i];
    const QRectF box(0, (static_cast<double>(i) + 1) * kBoughtRow, width(), kBoughtRow);
    painter.setFont(textFont(12, QFont::DemiBold));
    painter.setPen(t.text);
    painter.drawText(QRectF(0, box.top() + 4, kBoughtName - 6, 18), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(engineText(one.title), Qt::ElideRight, kBoughtName - 6));
    painter.setFont(textFont(11));
    painter.setPen(t.dim);
    painter.drawText(QRectF(0, box.top() + 20, kBoughtName - 6, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(engineText(one.change), Qt::ElideRight, kBoughtName - 6));
    const double change = one.after - one.before;
    if (!std::isfinite(change)) {
      painter.drawText(QRectF(width() - kBoughtFigure, box.top(), kBoughtFigure, kBoughtRow), Qt::AlignRight | Qt::AlignVCenter, tr("not known"));
      continue;
    }
    const QColor color = one.busy ? t.dim : change < 0 ? t.good : t.warn;
    const double left = x(std::min(one.before, one.after)), right = x(std::max(one.before, one.after));
    painter.fillRect(QRectF(left, box.center().y() - kBoughtBar / 2.0, std::max(2.0, right - left), kBoughtBar), color);
    painter.setPen(QPen(t.dim, 1));
    painter.drawLine(QPointF(x(one.before), box.top() - (kBoughtRow - kBoughtBar) / 2.0),
                     QPointF(x(one.before), box.center().y() - kBoughtBar / 2.0));
    painter.setFont(textFont(12, QFont::DemiBold));
    painter.setPen(color);
    painter.drawText(QRectF(width() - kBoughtFigure, box.top() + 4, kBoughtFigure, 18), Qt::AlignRight | Qt::AlignVCenter, signedMs(change));
    painter.setFont(textFont(11));
    painter.setPen(t.dim);
    painter.drawText(QRectF(width() - kBoughtFigure, box.top() + 20, kBoughtFigure, 16), Qt::AlignRight | Qt::AlignVCenter,
                     signedPercent(one.after, one.before));
  }
  end(static_cast<double>(bought.size()) + 1, comparison_->best, bought.back().after, bought.back().busy || !comparison_->faster ? t.dim : t.good,
      comparison_->faster ? tr("best") : tr("compared"));
}

QString BoughtChart::tipOf(std::size_t row) const {
  const Bought& one = comparison_->bought[row];
  const Metric& metric = infoOf(taskOf(comparison_->runs[comparison_->baseline].info)).best;
  QStringList lines{engineText(one.title) + QStringLiteral(" ") + engineText(one.change), engineText(one.of)};
  lines << tr("time %1 → %2").arg(formatMs(one.before), formatMs(one.after))
        << tr("throughput %1 → %2").arg(formatRate(one.samplesBefore), formatRate(one.samplesAfter))
        << tr("peak memory %1 → %2").arg(formatBytes(one.memoryBefore), formatBytes(one.memoryAfter))
        << tr("best validation %1 %2 → %3")
               .arg(engineText(metric.title), formatMetric(metric, one.metricBefore), formatMetric(metric, one.metricAfter));
  if (one.busy) lines << tr("Other programs held the cores meanwhile, or this was not measured: no claim");
  return lines.join(QLatin1Char('\n'));
}

QString BoughtChart::table() const {
  QString out = tr(
      "switch\tchange\tof\tms before\tms after\tsamples/s before\tsamples/s after\tpeak bytes before\tpeak bytes after\tmetric before\tmetric after\n");
  if (!comparison_) return out;
  const auto number = [](double value) { return std::isfinite(value) ? QString::number(value, 'g', 9) : QString(); };
  for (const Bought& one : comparison_->bought) {
    QStringList cells{engineText(one.title), engineText(one.change), engineText(one.of)};
    for (const double value :
         {one.before, one.after, one.samplesBefore, one.samplesAfter, one.memoryBefore, one.memoryAfter, one.metricBefore, one.metricAfter})
      cells << number(value);
    out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return out;
}

bool BoughtChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !comparison_) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int row = help->pos().y() / kBoughtRow - 1;
  if (row >= 0 && row < static_cast<int>(comparison_->bought.size()))
    QToolTip::showText(help->globalPos(), tipOf(static_cast<std::size_t>(row)), this);
  else QToolTip::hideText();
  return true;
}

void BoughtChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
