#include "views/compare/run_mark.h"

#include <QPainter>
#include <QPolygonF>

#include "views/common/theme.h"

namespace stepscope {

void drawRunMark(QPainter& painter, const QPointF& centre, int index, double size) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(runStyle(index).color);
  const double r = size / 2;
  switch (index % 4) {
    case 0: painter.drawEllipse(centre, r, r); break;
    case 1: painter.drawRect(QRectF(centre.x() - r * 0.9, centre.y() - r * 0.9, r * 1.8, r * 1.8)); break;
    case 2: painter.drawPolygon(QPolygonF({centre + QPointF(0, -r * 1.1), centre + QPointF(r * 1.1, r), centre + QPointF(-r * 1.1, r)})); break;
    default:
      painter.drawPolygon(
          QPolygonF({centre + QPointF(0, -r * 1.2), centre + QPointF(r * 1.2, 0), centre + QPointF(0, r * 1.2), centre + QPointF(-r * 1.2, 0)}));
  }
  painter.restore();
}

QPixmap runMark(int index, double ratio, int size) {
  QPixmap pixmap(QSize(size, size) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  drawRunMark(painter, QPointF(size / 2.0, size / 2.0), index, size * 0.72);
  return pixmap;
}

}  // namespace stepscope
