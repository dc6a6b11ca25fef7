#include "views/timeline/timeline_legend.h"

#include <QPainter>

#include "views/common/theme.h"

namespace stepscope {

TimelineLegend::TimelineLegend(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimelineLegend::setEntries(std::vector<TimelineKeys::Entry> entries) {
  entries_ = std::move(entries);
  QStringList names;
  for (const TimelineKeys::Entry& entry : entries_) names << entry.name;
  setAccessibleName(tr("Colours: %1").arg(names.join(QStringLiteral(", "))));
  setToolTip(names.join(QStringLiteral(" · ")));
  update();
}

void TimelineLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  painter.fillRect(rect(), t.panel);
  painter.setFont(textFont(11));
  double x = 20;
  for (const TimelineKeys::Entry& entry : entries_) {
    const double width = painter.fontMetrics().horizontalAdvance(entry.name);
    // Entries that do not fit are listed in the tooltip.
    if (x + 16 + width > this->width() - 14) {
      painter.setPen(t.dim);
      painter.drawText(QPointF(x, height() / 2.0 + 4), QStringLiteral("…"));
      return;
    }
    if (entry.color.isValid()) {
      painter.fillRect(QRectF(x, height() / 2.0 - 5, 10, 10), entry.color);
      x += 15;
    }
    painter.setPen(t.dim);
    painter.drawText(QRectF(x, 0, width + 2, height()), Qt::AlignVCenter | Qt::AlignLeft, entry.name);
    x += width + 16;
  }
}

}  // namespace stepscope
