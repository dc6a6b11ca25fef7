#include "views/gpu/idle_bar.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/gpu/gap_table_model.h"

namespace stepscope {
namespace {

QColor colorOf(IdleReason reason) {
  switch (reason) {
    case IdleReason::Copy:
      return categoryColor(Category::Copy);
    case IdleReason::Data:
      return categoryColor(Category::Data);
    case IdleReason::Profiler:
      return kindColor(SpanKind::Overhead);
    case IdleReason::Host:
      return kindColor(SpanKind::Runtime);
    case IdleReason::Between:
      return categoryColor(Category::Idle);
    case IdleReason::Unknown:
      return categoryColor(Category::Other);
  }
  return {};
}

}  // namespace

IdleBar::IdleBar(QWidget* parent) : QWidget(parent) {
  setFixedHeight(28);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void IdleBar::setIdle(const GpuIdle& idle) {
  parts_.clear();
  spanNs_ = idle.spanNs;
  if (idle.busyNs > 0) parts_.push_back({tr("kernels"), idle.busyNs, kindColor(SpanKind::Kernel)});
  for (int r = 0; r < kIdleReasons; ++r)
    if (idle.reasonNs[r] > 0)
      parts_.push_back({titleOf(static_cast<IdleReason>(r)), idle.reasonNs[r], colorOf(static_cast<IdleReason>(r))});
  QStringList plain;
  for (const Part& part : parts_) plain << part.title + QLatin1Char(' ') + formatNs(part.ns);
  setAccessibleDescription(plain.join(QStringLiteral(", ")));
  update();
}

QString IdleBar::legend() const {
  QStringList html;
  for (const Part& part : parts_)
    html << QStringLiteral("<span style='color:%1'>■</span>&nbsp;<span style='color:%2'>%3&nbsp;%4,&nbsp;%5</span>")
                .arg(part.color.name(), tokens().dim.name(), QString(part.title).replace(QLatin1Char(' '), QStringLiteral("&nbsp;")),
                     formatNs(part.ns).replace(QLatin1Char(' '), QStringLiteral("&nbsp;")),
                     formatPercent(static_cast<double>(part.ns) / static_cast<double>(spanNs_))
                         .replace(QLatin1Char(' '), QStringLiteral("&nbsp;")));
  return html.join(QStringLiteral(" &nbsp; "));
}

void IdleBar::paintEvent(QPaintEvent*) {
  if (spanNs_ <= 0) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath rounded;
  rounded.addRoundedRect(QRectF(rect()), 4, 4);
  painter.setClipPath(rounded);
  painter.setFont(textFont(12, QFont::DemiBold));
  const QFontMetrics metrics(painter.font());
  double x = 0;
  for (const Part& part : parts_) {
    const double width = static_cast<double>(part.ns) / static_cast<double>(spanNs_) * this->width();
    const QRectF box(x, 0, std::max(width - 1, 0.5), height());
    painter.fillRect(box, part.color);
    const QString label = part.title + QLatin1Char(' ') + formatPercent(static_cast<double>(part.ns) / static_cast<double>(spanNs_));
    if (metrics.horizontalAdvance(label) + 14 < width) {
      // Idle time is dark ground, and everything else a light colour.
      painter.setPen(part.color == categoryColor(Category::Idle) ? darkTokens().text : tokens().onCategory);
      painter.drawText(box.adjusted(8, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, label);
    }
    x += width;
  }
}

bool IdleBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && spanNs_ > 0) {
    const auto* help = static_cast<QHelpEvent*>(event);
    double x = 0;
    for (const Part& part : parts_) {
      const double share = static_cast<double>(part.ns) / static_cast<double>(spanNs_);
      x += share * width();
      if (help->pos().x() < x) {
        QToolTip::showText(help->globalPos(), tr("%1: %2, %3").arg(part.title, formatNs(part.ns), formatPercent(share)), this);
        return true;
      }
    }
  }
  return QWidget::event(event);
}

void IdleBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
