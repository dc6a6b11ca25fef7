#include "views/report/picture_object.h"

#include <QSvgRenderer>

namespace stepscope {

QSizeF ReportPictures::intrinsicSize(QTextDocument*, int, const QTextFormat& format) {
  const ReportPicture& picture = pictures_[static_cast<std::size_t>(format.intProperty(Index))];
  // Charts of the page's grid take two thirds of the paper: three fit on one.
  if (picture.fixedHeight <= 0 && picture.width < 800) return {width_ * 2 / 3, width_ * 2 / 3 * picture.height / picture.width};
  return {width_, picture.fixedHeight > 0 ? picture.fixedHeight : width_ * picture.height / picture.width};
}

void ReportPictures::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format) {
  QSvgRenderer renderer(pictures_[static_cast<std::size_t>(format.intProperty(Index))].svg);
  renderer.setAspectRatioMode(Qt::IgnoreAspectRatio);
  renderer.render(painter, rect);
}

}  // namespace stepscope
