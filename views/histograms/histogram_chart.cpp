#include "views/histograms/histogram_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {
namespace {

constexpr double kLeft = 58, kRight = 12, kTop = 10, kBottom = 22;
constexpr std::size_t kMostRidges = 24;

QColor mix(const QColor& a, const QColor& b, double share) {
  const auto part = [share](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
  return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

// Ticks in [low, high] at multiples of 1, 2 or 5 times a power of ten, at most `most` + 1 of them.
std::vector<double> ticksOf(double low, double high, int most) {
  const double rough = (high - low) / std::max(1, most), power = std::pow(10, std::floor(std::log10(rough)));
  double step = power * 10;
  for (const double factor : {1.0, 2.0, 5.0})
    if (power * factor >= rough) {
      step = power * factor;
      break;
    }
  std::vector<double> ticks;
  for (double tick = std::ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) ticks.push_back(std::abs(tick) < step * 1e-9 ? 0 : tick);
  return ticks;
}

}  // namespace

HistogramChart::HistogramChart(const QColor& color, QWidget* parent) : QWidget(parent), color_(color) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumHeight(160);
}

void HistogramChart::setMap(std::shared_ptr<const HistogramMap> map) {
  map_ = map && !map->empty() ? std::move(map) : nullptr;
  if (shown_ && (!map_ || *shown_ >= map_->rows.size())) shown_.reset();
  image_ = QImage();
  setAccessibleDescription(map_ ? describe(map_->rows.size() - 1) : missing_);
  update();
}

void HistogramChart::setKind(Kind kind) {
  kind_ = kind;
  update();
}

void HistogramChart::setShownRow(std::optional<std::size_t> row) {
  if (row && (!map_ || *row >= map_->rows.size())) row.reset();
  if (shown_ == row) return;
  shown_ = row;
  update();
}

QRectF HistogramChart::area() const {
  return QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom);
}

double HistogramChart::xOf(std::size_t row) const {
  return area().left() + area().width() * static_cast<double>(row) / static_cast<double>(map_->rows.size());
}

double HistogramChart::yOf(double value) const {
  return area().bottom() - (value - map_->low) / (map_->high - map_->low) * area().height();
}

std::vector<std::size_t> HistogramChart::ridges() const {
  return evenly(map_->rows.size(), std::min(kMostRidges, static_cast<std::size_t>(std::max(2.0, area().height() / 9))));
}

double HistogramChart::ridgeHeight() const {
  return area().height() * 0.36;
}

// The y of a ridge's base line; the newest ridge is lowest, in front.
double HistogramChart::baselineOf(std::size_t index, std::size_t count) const {
  const double top = area().top() + ridgeHeight();
  return count < 2 ? area().bottom() : top + (area().bottom() - top) * static_cast<double>(index) / static_cast<double>(count - 1);
}

std::optional<std::size_t> HistogramChart::rowAt(QPointF position) const {
  if (!map_ || !area().adjusted(0, 0, 1, 1).contains(position)) return std::nullopt;
  if (kind_ == Kind::HeatMap) {
    const double share = (position.x() - area().left()) / area().width();
    return std::min(map_->rows.size() - 1, static_cast<std::size_t>(share * static_cast<double>(map_->rows.size())));
  }
  const std::vector<std::size_t> rows = ridges();
  std::size_t best = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (std::abs(baselineOf(i, rows.size()) - position.y()) < std::abs(baselineOf(best, rows.size()) - position.y())) best = i;
  return rows[best];
}

void HistogramChart::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens();
  QPainter painter(this);
  painter.fillRect(rect(), t.panel);
  painter.setFont(textFont(11));
  if (!map_) {
    painter.setPen(t.dim);
    painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, missing_);
    return;
  }
  if (kind_ == Kind::HeatMap) paintHeatMap(painter);
  else paintRidgelines(painter);
  paintReadout(painter);
  if (hasFocus()) {
    painter.setPen(QPen(t.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void HistogramChart::paintHeatMap(QPainter& painter) {
  const Tokens& t = tokens();
  const QRectF plot = area();
  if (image_.isNull()) {
    image_ = QImage(static_cast<int>(map_->rows.size()), static_cast<int>(HistogramMap::kBins), QImage::Format_RGB32);
    for (std::size_t row = 0; row < map_->rows.size(); ++row)
      for (std::size_t bin = 0; bin < HistogramMap::kBins; ++bin) {
        // The square root makes the rare values in the tails visible.
        const double share = map_->most > 0 ? std::sqrt(map_->at(row, bin) / map_->most) : 0;
        image_.setPixel(static_cast<int>(row), static_cast<int>(HistogramMap::kBins - 1 - bin), mix(t.panel, color_, share).rgb());
      }
  }
  painter.drawImage(plot, image_);
  // Lines of the mean, and one deviation above and below.
  QPolygonF mean, above, below;
  for (std::size_t row = 0; row < map_->rows.size(); ++row) {
    const Histogram& histogram = map_->rows[row].histogram;
    const double x = xOf(row) + plot.width() / static_cast<double>(map_->rows.size()) / 2;
    const auto point = [&](double value) { return QPointF(x, std::clamp(yOf(value), plot.top(), plot.bottom())); };
    mean << point(histogram.mean);
    above << point(histogram.mean + histogram.deviation);
    below << point(histogram.mean - histogram.deviation);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(t.text, 1.4));
  if (mean.size() > 1) painter.drawPolyline(mean);
  painter.setPen(QPen(t.text, 1, Qt::DotLine));
  if (mean.size() > 1) {
    painter.drawPolyline(above);
    painter.drawPolyline(below);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (std::size_t row = 0; row < map_->rows.size(); ++row)
    if (map_->rows[row].histogram.notFinite > 0)
      painter.fillRect(QRectF(xOf(row), plot.top() - 5, std::max(2.0, plot.width() / static_cast<double>(map_->rows.size())), 4), t.bad);

  painter.setPen(QPen(t.line, 1));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  const QFontMetrics metrics(painter.font());
  for (const double tick : ticksOf(map_->low, map_->high, static_cast<int>(plot.height() / 40))) {
    const double y = yOf(tick);
    QColor line = t.line;
    line.setAlphaF(0.6f);
    painter.setPen(QPen(line, 1, tick == 0 ? Qt::SolidLine : Qt::DotLine));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(t.dim);
    painter.drawText(QRectF(0, y - 8, plot.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter, formatNumber(tick, 3));
  }
  painter.setPen(t.dim);
  double free = plot.left() - 40;
  for (std::size_t row = 0; row < map_->rows.size(); ++row) {
    const QString text = formatCount(map_->rows[row].step);
    const double width = metrics.horizontalAdvance(text);
    const double x = xOf(row) + plot.width() / static_cast<double>(map_->rows.size()) / 2 - width / 2;
    if (x < free || x + width > plot.right() + kRight) continue;
    painter.drawText(QPointF(x, plot.bottom() + 15), text);
    free = x + width + 36;
  }
}

void HistogramChart::paintRidgelines(QPainter& painter) {
  const Tokens& t = tokens();
  const QRectF plot = area();
  const QFontMetrics metrics(painter.font());
  for (const double tick : ticksOf(map_->low, map_->high, static_cast<int>(plot.width() / 90))) {
    const double x = plot.left() + (tick - map_->low) / (map_->high - map_->low) * plot.width();
    QColor line = t.line;
    line.setAlphaF(0.6f);
    painter.setPen(QPen(line, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(t.dim);
    painter.drawText(QRectF(x - 40, plot.bottom() + 3, 80, 16), Qt::AlignCenter, formatNumber(tick, 3));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  const std::vector<std::size_t> rows = ridges();
  double free = -100;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double base = baselineOf(i, rows.size());
    QPolygonF line;
    line << QPointF(plot.left(), base);
    for (std::size_t bin = 0; bin < HistogramMap::kBins; ++bin) {
      const double x = plot.left() + (static_cast<double>(bin) + 0.5) / HistogramMap::kBins * plot.width();
      line << QPointF(x, base - (map_->most > 0 ? map_->at(rows[i], bin) / map_->most : 0) * ridgeHeight());
    }
    line << QPointF(plot.right(), base);
    const double age = rows.size() < 2 ? 1 : static_cast<double>(i) / static_cast<double>(rows.size() - 1);
    const bool shown = shown_ && *shown_ == rows[i];
    painter.setPen(QPen(shown ? t.text : t.panel, shown ? 1.6 : 1));
    painter.setBrush(mix(mix(t.panel, color_, 0.3), color_, age));
    painter.drawPolygon(line);
    if (base >= free + metrics.height()) {
      painter.setPen(t.dim);
      painter.drawText(QRectF(0, base - metrics.height() + 2, plot.left() - 6, metrics.height()), Qt::AlignRight | Qt::AlignBottom,
                       formatCount(map_->rows[rows[i]].step));
      free = base;
    }
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

QString HistogramChart::describe(std::size_t row) const {
  const HistogramRow& at = map_->rows[row];
  const Histogram& histogram = at.histogram;
  QString text = tr("step %1: mean %2, deviation %3, %4 to %5")
                     .arg(formatCount(at.step), formatNumber(histogram.mean, 3), formatNumber(histogram.deviation, 3),
                          formatNumber(histogram.least, 3), formatNumber(histogram.most, 3));
  if (histogram.count > 0 && histogram.zeros > 0)
    text += tr(", %1 zeros").arg(formatPercent(static_cast<double>(histogram.zeros) / static_cast<double>(histogram.count)));
  if (histogram.notFinite > 0) text += tr(", %1 not finite").arg(formatCount(histogram.notFinite));
  return text;
}

void HistogramChart::paintReadout(QPainter& painter) {
  if (!shown_) return;
  const Tokens& t = tokens();
  const QRectF plot = area();
  const QString text = describe(*shown_);
  const QFontMetrics metrics(painter.font());
  const double width = std::min(metrics.horizontalAdvance(text) + 14.0, plot.width());
  double x = plot.left();
  if (kind_ == Kind::HeatMap) {
    const double column = plot.width() / static_cast<double>(map_->rows.size());
    painter.setPen(QPen(t.text, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(xOf(*shown_), plot.top(), column, plot.height()));
    x = std::clamp(xOf(*shown_) + column / 2 - width / 2, plot.left(), plot.right() - width);
  }
  const QRectF box(x, plot.top() + 4, width, metrics.height() + 6);
  painter.setPen(QPen(t.line, 1));
  painter.setBrush(t.raised);
  painter.drawRect(box);
  painter.setPen(t.text);
  painter.drawText(box.adjusted(7, 0, -7, 0), Qt::AlignVCenter | Qt::AlignLeft,
                   metrics.elidedText(text, Qt::ElideRight, static_cast<int>(width) - 14));
}

QString HistogramChart::table() const {
  QString text = tr("step\tmean\tdeviation\tleast\tmost\tzeros\tnot finite\tvalues\n");
  if (!map_) return text;
  for (const HistogramRow& row : map_->rows) {
    const Histogram& h = row.histogram;
    QStringList cells{QString::number(row.step)};
    for (const double value : {h.mean, h.deviation, h.least, h.most}) cells << QString::number(value, 'g', 8);
    for (const std::int64_t count : {h.zeros, h.notFinite, h.count}) cells << QString::number(count);
    text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

void HistogramChart::mouseMoveEvent(QMouseEvent* event) {
  const auto row = rowAt(event->position());
  Q_EMIT hovered(row ? static_cast<int>(*row) : -1);
}

void HistogramChart::leaveEvent(QEvent*) {
  Q_EMIT hovered(-1);
}

void HistogramChart::keyPressEvent(QKeyEvent* event) {
  const int count = map_ ? static_cast<int>(map_->rows.size()) : 0;
  const bool back = event->key() == Qt::Key_A || event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
  const bool on = event->key() == Qt::Key_D || event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
  if (count == 0 || (!back && !on)) return QWidget::keyPressEvent(event);
  const int row = shown_ ? static_cast<int>(*shown_) + (on ? 1 : -1) : count - 1;
  Q_EMIT hovered(std::clamp(row, 0, count - 1));
}

void HistogramChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) {
    image_ = QImage();
    update();
  }
}

}  // namespace stepscope
