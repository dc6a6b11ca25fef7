// The mark of a run in a comparison, used in all charts: a colour and a shape, so that runs differ without colour too.
#pragma once

#include <QPixmap>

class QPainter;
class QPointF;

namespace stepscope {

// The shape of run `index` (circle, square, triangle, diamond, ...) in its colour (views/common/theme.h), about `size` px wide.
void drawRunMark(QPainter& painter, const QPointF& centre, int index, double size = 9);
QPixmap runMark(int index, double ratio, int size = 12);

}  // namespace stepscope
