#include "views/curves/curve_lines.h"

#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepscope {

namespace {

constexpr float kBandAlpha = 0.2f, kPale = 0.45f;

double dashOf(Qt::PenStyle style) {
  switch (style) {
    case Qt::DashLine: return 7;
    case Qt::DotLine: return 2;
    case Qt::DashDotLine: return 4;
    default: return 0;
  }
}

}  // namespace

CurveLines::CurveLines(QCPAxis* keyAxis, QCPAxis* valueAxis) : QCPAbstractPlottable(keyAxis, valueAxis) {
  setSelectable(QCP::stNone);
}

void CurveLines::setStyles(const std::vector<LineStyle>& styles) {
  styles_ = styles;
  lines_.assign(styles.size(), {});
  emphasis_ = -1;
}

std::pair<PlotScale, PlotScale> CurveLines::scales(double ratio) const {
  const QRect area = keyAxis()->axisRect()->rect();
  const auto scaleOf = [](const QCPAxis& axis, double from, double to) {
    return PlotScale{axis.range().lower, axis.range().upper, from, to, axis.scaleType() == QCPAxis::stLogarithmic};
  };
  return {scaleOf(*keyAxis(), 0, area.width() * ratio), scaleOf(*valueAxis(), area.height() * ratio, 0)};
}

void CurveLines::draw(QCPPainter* painter) {
  const QRect area = keyAxis()->axisRect()->rect();
  if (area.width() < 2 || area.height() < 2 || lines_.empty()) return;
  const double ratio = parentPlot()->bufferDevicePixelRatio() * (painter->modes().testFlag(QCPPainter::pmVectorized) ? 3 : 1);
  const QSize size(static_cast<int>(area.width() * ratio), static_cast<int>(area.height() * ratio));
  if (image_.size() != size) image_ = QImage(size, QImage::Format_ARGB32_Premultiplied);
  image_.setDevicePixelRatio(ratio);
  image_.fill(Qt::transparent);
  const auto [x, y] = scales(ratio);
  std::vector<std::size_t> order(lines_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (emphasis_ >= 0) std::rotate(order.begin() + emphasis_, order.begin() + emphasis_ + 1, order.end());
  for (const std::size_t i : order) {
    const bool emphasised = static_cast<int>(i) == emphasis_;
    QColor color = styles_[i].color;
    if (emphasis_ >= 0 && !emphasised) color.setAlphaF(color.alphaF() * kPale);
    if (styles_[i].band) {
      QColor faint = color;
      faint.setAlphaF(color.alphaF() * kBandAlpha);
      drawLine(image_, lines_[i], x, y, {faint.rgba(), 0, 0, true});
    }
    Line bare;  // the line without its band, which is filled already
    if (styles_[i].band) bare.x = lines_[i].x, bare.y = lines_[i].y;
    drawLine(image_, styles_[i].band ? bare : lines_[i], x, y,
             {color.rgba(), (styles_[i].width + (emphasised ? 1 : 0)) * ratio, dashOf(styles_[i].dash) * ratio, false});
  }
  painter->drawImage(area.topLeft(), image_);

  // Draws the dots of sparse series, unless these would overlap.
  painter->setAntialiasing(true);
  painter->setPen(Qt::NoPen);
  const auto [px, py] = scales(1);
  for (const std::size_t i : order) {
    const Line& line = lines_[i];
    QColor color = styles_[i].color;
    if (emphasis_ >= 0 && static_cast<int>(i) != emphasis_) color.setAlphaF(color.alphaF() * kPale);
    if (!styles_[i].points || static_cast<double>(line.size()) > area.width() / 4.0) {
      drawLonely(*painter, i, color);
      continue;
    }
    painter->setBrush(color);
    for (std::size_t k = 0; k < line.size(); ++k) {
      const QPointF at(px.at(line.x[k]), py.at(line.y[k]));
      if (at.x() >= 0 && at.x() <= area.width() && at.y() >= 0 && at.y() <= area.height()) painter->drawEllipse(at + QPointF(area.topLeft()), 3, 3);
    }
  }
  drawGapMarks(*painter);
}

// Draws a dot for each value without a finite neighbour, since no line leads to it.
void CurveLines::drawLonely(QCPPainter& painter, std::size_t index, const QColor& color) const {
  const Line& line = lines_[index];
  const QRect area = keyAxis()->axisRect()->rect();
  const auto [x, y] = scales(1);
  painter.setBrush(color);
  QPointF last(-100, -100);
  for (std::size_t k = 0; k < line.size(); ++k) {
    const double value = std::isfinite(line.y[k]) || line.high.empty() ? line.y[k] : line.high[k];
    if (!std::isfinite(value) || (k > 0 && std::isfinite(line.y[k - 1])) || (k + 1 < line.size() && std::isfinite(line.y[k + 1]))) continue;
    const QPointF at(x.at(line.x[k]), y.at(value));
    if (!(at.x() >= 0 && at.x() <= area.width() && at.y() >= 0 && at.y() <= area.height())) continue;
    if ((at - last).manhattanLength() < 1) continue;  // on the same pixel as the previous one
    last = at;
    const double radius = std::max(2.0, styles_[index].width);
    painter.drawEllipse(at + QPointF(area.topLeft()), radius, radius);
  }
}

void CurveLines::drawGapMarks(QCPPainter& painter) const {
  constexpr double kSize = 4;  // px
  const QRect area = keyAxis()->axisRect()->rect();
  const PlotScale x = scales(1).first;
  double last[3] = {-100, -100, -100};
  for (const GapMark& mark : gapMarks_) {
    const double place = x.at(mark.x);
    if (!(place >= 0 && place <= area.width())) continue;
    const int kind = std::isnan(mark.value) ? 0 : mark.value > 0 ? 1 : 2;
    if (std::abs(place - last[kind]) < 1) continue;
    last[kind] = place;
    const double tip = kind == 1 ? area.top() + 1 : area.bottom() - 1, base = kind == 1 ? tip + 2 * kSize : tip - 2 * kSize;
    const double middle = area.left() + std::clamp(place, kSize, std::max(kSize, area.width() - kSize));  // keeps the whole mark visible at the edges
    if (kind == 0) {
      painter.setPen(QPen(mark.color, 1.5));
      painter.drawLine(QPointF(middle - kSize, tip), QPointF(middle + kSize, base));
      painter.drawLine(QPointF(middle - kSize, base), QPointF(middle + kSize, tip));
    } else {
      painter.setPen(Qt::NoPen);
      painter.setBrush(mark.color);
      painter.drawPolygon(QPolygonF({QPointF(middle, tip), QPointF(middle - kSize, base), QPointF(middle + kSize, base)}));
    }
  }
}

int CurveLines::lineAt(const QPointF& place, double reach) const {
  const QRect area = keyAxis()->axisRect()->rect();
  const auto [x, y] = scales(1);
  int best = -1;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (const double distance = distanceOf(lines_[i], x, y, place.x() - area.left(), place.y() - area.top()); distance < reach) {
      reach = distance;
      best = static_cast<int>(i);
    }
  return best;
}

double CurveLines::selectTest(const QPointF&, bool, QVariant*) const {
  return -1;  // the panel handles clicks
}

QCPRange CurveLines::getKeyRange(bool& found, QCP::SignDomain) const {
  QCPRange range;
  found = false;
  for (const Line& line : lines_) {
    if (line.empty()) continue;
    if (!found) range = QCPRange(line.x.front(), line.x.back());
    range.expand(QCPRange(line.x.front(), line.x.back()));
    found = true;
  }
  return range;
}

QCPRange CurveLines::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
  QCPRange range;
  found = false;
  for (const Line& line : lines_)
    for (const double value : line.y) {
      if (!std::isfinite(value)) continue;
      if (!found) range = QCPRange(value, value);
      range.expand(value);
      found = true;
    }
  return range;
}

}  // namespace stepscope
