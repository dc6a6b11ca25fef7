#include "views/timeline/row_names.h"

#include <QFontMetrics>
#include <QPainter>
#include <cmath>
#include <cstring>
#include <limits>

namespace stepscope {

RowNames::RowNames() : font_(textFont(12)), small_(textFont(11)) {}

const QImage& RowNames::draw(const TimelineModel& model, const TimelineLayout& layout, const LinePicture& ground, double width, double ratio,
                             int scroll, const Tokens& tokens) {
  if (!image_.isNull() && width == width_ && ratio == ratio_ && scroll == scroll_ && ground.size() == ground_) return image_;
  width_ = width;
  ratio_ = ratio;
  scroll_ = scroll;
  ground_ = ground.size();
  const int pixels = std::clamp(static_cast<int>(std::lround(width * ratio)), 1, std::max(1, ground.size().width()));
  image_ = QImage(pixels, std::max(1, ground.size().height()), QImage::Format_RGB32);
  for (int y = 0; y < ground.size().height(); ++y)
    std::memcpy(image_.scanLine(y), ground.line(ground.shownAt(y)), static_cast<std::size_t>(pixels) * sizeof(QRgb));
  image_.setDevicePixelRatio(ratio);
  QPainter painter(&image_);
  paint(painter, model, layout, width, tokens);
  painter.end();
  image_.setDevicePixelRatio(1);  // it is painted one to one
  return image_;
}

void RowNames::paint(QPainter& painter, const TimelineModel& model, const TimelineLayout& layout, double columnWidth, const Tokens& tokens) const {
  painter.setFont(font_);
  const QFontMetrics metrics(font_), small(small_);
  int free = std::numeric_limits<int>::min();  // names of low rows must not overlap
  for (int r = std::max(0, layout.rowAt(scroll_)); r < static_cast<int>(model.rows().size()); ++r) {
    const TimelineRow& row = model.rows()[static_cast<std::size_t>(r)];
    const int top = layout.top(r) - scroll_, height = layout.height(r);
    if (top >= image_.height() / ratio_) break;
    if (height == 0 || row.label.isEmpty() || top + height <= 0 || top < free) continue;
    const int textHeight = std::max(height, metrics.height() - 2);
    free = top + std::min(textHeight, metrics.height() - 2);
    const bool strong = row.beginsTrack || row.kind == TimelineRow::Kind::Steps || row.kind == TimelineRow::Kind::Group;
    const double left = kLeft + kIndent * row.indent;
    if (row.heads >= 0) {
      // A triangle: pointing down if its rows are visible, to the right if they are folded.
      const double x = left - 9, y = top + textHeight / 2.0;
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(Qt::NoPen);
      painter.setBrush(tokens.dim);
      if (layout.foldedAt(r) >= 0) painter.drawConvexPolygon(QPolygonF({{x + 1, y - 4}, {x + 1, y + 4}, {x + 6, y}}));
      else painter.drawConvexPolygon(QPolygonF({{x - 1, y - 2}, {x + 7, y - 2}, {x + 3, y + 3}}));
      painter.setRenderHint(QPainter::Antialiasing, false);
    }
    const double width = columnWidth - left - 6;
    const bool counter = row.kind == TimelineRow::Kind::Counter && height >= 2 * metrics.height();
    painter.setPen(strong ? tokens.text : tokens.dim);
    const QRectF place(left, top, width, counter ? height / 2.0 + 1 : textHeight);
    painter.drawText(place, (counter ? Qt::AlignBottom : Qt::AlignVCenter) | Qt::AlignLeft,
                     metrics.elidedText(row.label, Qt::ElideRight, static_cast<int>(width)));
    if (!counter) continue;
    painter.setFont(small_);
    painter.setPen(tokens.dim);
    painter.drawText(QRectF(left, top + height / 2.0 + 1, width, height / 2.0 - 1), Qt::AlignTop | Qt::AlignLeft,
                     small.elidedText(model.counterRange(r), Qt::ElideRight, static_cast<int>(width)));
    painter.setFont(font_);
  }
}

}  // namespace stepscope
