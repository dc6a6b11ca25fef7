#include "views/curves/curve_panel.h"

#include "views/curves/plot_library.h"

#include <QLabel>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/clock.h"
#include "views/common/elided_label.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/curve_lines.h"

namespace stepscope {

namespace {

// Ticks at 1, 2, 2.5 or 5 times a power of ten, or where the view sets them (epochs). Labels: "1.5k" from a thousand on, or as the view formats them.
class Ticker : public QCPAxisTicker {
 public:
  std::function<QString(double)> label;
  std::function<std::vector<double>(double, double)> ticks;

 protected:
  QVector<double> createTickVector(double step, const QCPRange& range) override {
    if (!ticks) return QCPAxisTicker::createTickVector(step, range);
    const std::vector<double> at = ticks(range.lower, range.upper);
    return {at.begin(), at.end()};
  }
  int getSubTickCount(double) override { return 0; }
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    if (label) return label(tick);
    if (std::abs(tick) >= 1000) return formatNumber(tick / 1000, 4) + QLatin1Char('k');
    return formatNumber(std::abs(tick) < 1e-12 ? 0 : tick, 4);
  }
};

class LogTicker : public QCPAxisTickerLog {
 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override { return formatNumber(tick, 3); }
  int getSubTickCount(double) override { return 8; }
};

QString valueText(double value) {
  if (std::isnan(value)) return QStringLiteral("NaN");
  return std::isfinite(value) ? formatNumber(value) : value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
}

}  // namespace

CurvePanel::CurvePanel(const QString& heading, const QString& note, QWidget* parent)
    : Card(heading, note, parent), plot_(new QCustomPlot), legend_(new QLabel), remark_(new ElidedLabel), low_(kNaN), high_(kNaN) {
  legend_->setObjectName(QStringLiteral("curveLegend"));
  legend_->setTextFormat(Qt::RichText);
  legend_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  legend_->setWordWrap(true);
  legend_->setMinimumWidth(220);  // a wrapped label without a minimum width requests the height of a narrow column
  body()->addWidget(legend_);
  remark_->setObjectName(QStringLiteral("curveRemark"));
  remark_->setProperty("role", "dim");
  remark_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  remark_->hide();
  body()->addWidget(remark_);
  body()->addWidget(plot_, 1);
  plot_->setObjectName(QStringLiteral("curvePlot"));
  plot_->setMinimumHeight(160);
  plot_->setMinimumWidth(220);
  // QCustomPlot is slow with wide pens and translucent fills unless it may draw polylines in pieces.
  plot_->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
  plot_->setNoAntialiasingOnDrag(true);
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal);
  plot_->axisRect()->setRangeZoom(Qt::Horizontal);
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMargins(QMargins(0, 10, 8, 0));
  plot_->axisRect()->setMinimumMargins(QMargins(34, 10, 8, 18));
  plot_->setFocusPolicy(Qt::ClickFocus);
  plot_->setAutoAddPlottableToLegend(false);
  plot_->xAxis->setTicker(QSharedPointer<Ticker>::create());
  plot_->yAxis->setTicker(QSharedPointer<Ticker>::create());
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLength(0);
    axis->setSubTickLength(0);
    axis->setTickLabelPadding(6);
    axis->grid()->setSubGridVisible(false);
  }
  plot_->xAxis->ticker()->setTickCount(5);
  plot_->yAxis->ticker()->setTickCount(4);
  plot_->xAxis->grid()->setVisible(false);
  plot_->yAxis->setBasePen(Qt::NoPen);

  lines_ = new CurveLines(plot_->xAxis, plot_->yAxis);
  cursor_ = new QCPItemLine(plot_);
  cursor_->setLayer(QStringLiteral("overlay"));
  cursor_->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
  cursor_->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  cursor_->setVisible(false);
  readout_ = new QCPItemText(plot_);
  readout_->setLayer(QStringLiteral("overlay"));
  readout_->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  readout_->setPadding(QMargins(6, 3, 6, 3));
  readout_->setTextAlignment(Qt::AlignLeft);
  readout_->setVisible(false);

  connect(plot_, &QCustomPlot::mouseWheel, this, [this](QWheelEvent* event) {
    const bool vertical = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    plot_->axisRect()->setRangeZoom(vertical ? Qt::Vertical : Qt::Horizontal);
  });
  connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this](const QCPRange& range) {
    if (!settingRange_) Q_EMIT rangeMoved(range.lower, range.upper);
  });
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, [this] { Q_EMIT fitRequested(); });
  connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton) Q_EMIT cursorMoved(plot_->xAxis->pixelToCoord(event->pos().x()));
  });
  connect(plot_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { pressed_ = event->pos(); });
  connect(plot_, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
    constexpr int kStill = 3;     // px; a larger movement is a drag
    constexpr double kReach = 8;  // px
    if (event->button() == Qt::LeftButton && (event->pos() - pressed_).manhattanLength() <= kStill)
      Q_EMIT clicked(plot_->xAxis->pixelToCoord(event->pos().x()), lines_->lineAt(event->pos(), kReach));
  });
  connect(plot_, &QCustomPlot::beforeReplot, this, [this] { drawStarted_ = static_cast<double>(nowNs()) * 1e-6; });
  connect(plot_, &QCustomPlot::afterReplot, this, [this] {
    lastDrawMs_ = static_cast<double>(nowNs()) * 1e-6 - drawStarted_;
    ++drawCount_;
  });
  plot_->installEventFilter(this);
  applyTheme();
}

void CurvePanel::setLines(const std::vector<LineStyle>& lines) {
  lines_->setStyles(lines);
}

void CurvePanel::append(std::size_t line, double x, double y) {
  Line& data = lines_->lines()[line];
  if (!data.x.empty() && x < data.x.back()) return;
  data.x.push_back(x);
  data.y.push_back(y);
}

void CurvePanel::replace(std::size_t line, Line data) {
  lines_->lines()[line] = std::move(data);
}

const Line& CurvePanel::line(std::size_t line) const {
  return lines_->lines()[line];
}

void CurvePanel::setEmphasis(int line) {
  lines_->setEmphasis(line);
}

void CurvePanel::setMarkers(std::vector<PanelMarker> markers) {
  markers_ = std::move(markers);
  while (markerItems_.size() > markers_.size()) {
    plot_->removeItem(markerItems_.back().first);
    plot_->removeItem(markerItems_.back().second);
    markerItems_.pop_back();
  }
  while (markerItems_.size() < markers_.size()) {
    auto* line = new QCPItemLine(plot_);
    auto* text = new QCPItemText(plot_);
    text->setLayer(QStringLiteral("axes"));  // this layer is above the curves, so that they do not cross the label
    line->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->setAntialiased(false);
    text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    text->setPadding(QMargins(4, 1, 4, 1));
    markerItems_.emplace_back(line, text);
  }
  const Tokens& t = tokens();
  for (std::size_t i = 0; i < markers_.size(); ++i) {
    auto [line, text] = markerItems_[i];
    line->start->setCoords(markers_[i].x, 0);
    line->end->setCoords(markers_[i].x, 1);
    line->setPen(QPen(t.dim, 1, Qt::DashLine));
    text->setText(markers_[i].label);
    text->setFont(textFont(11));
    text->setColor(t.text);
    text->setBrush(t.raised);
    text->setVisible(!markers_[i].label.isEmpty());
  }
  placeMarkers();
}

// Places the labels of the markers in up to four rows, so that neighbours do not overlap. A label that fits in no row is hidden; its line stays.
void CurvePanel::placeMarkers() {
  const QRect area = plot_->axisRect()->rect();
  if (area.width() < 10 || area.height() < 10) return;
  const QFontMetrics metrics(textFont(11));
  const int rowHeight = metrics.height() + 4;
  const int rows = std::clamp(area.height() / 2 / rowHeight, 1, 4);
  std::vector<double> rowEnd(static_cast<std::size_t>(rows), -1e9);
  for (std::size_t i = 0; i < markers_.size(); ++i) {
    const double x = plot_->xAxis->coordToPixel(markers_[i].x);
    const double width = metrics.horizontalAdvance(markers_[i].label) + 10;
    const bool flip = x + width > area.right();
    const double left = flip ? x - width - 2 : x + 2;
    auto* text = markerItems_[i].second;
    text->setVisible(false);
    if (markers_[i].label.isEmpty() || x < area.left() - 1 || x > area.right() + 1) continue;
    for (int row = 0; row < rows; ++row)
      if (left > rowEnd[static_cast<std::size_t>(row)]) {
        rowEnd[static_cast<std::size_t>(row)] = left + width;
        text->position->setTypeX(QCPItemPosition::ptPlotCoords);
        text->setPositionAlignment((flip ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
        text->position->setCoords(markers_[i].x, static_cast<double>(row * rowHeight + 2) / area.height());
        text->setVisible(true);
        break;
      }
  }
}

void CurvePanel::setLegend(const QString& html, const QString& plain) {
  // If the first name is written from right to left, it would reverse the whole legend. A left-to-right mark (U+200E) before it prevents that.
  const QString legend = html.isEmpty() ? html : QChar(0x200E) + html;
  if (legend_->text() != legend) legend_->setText(legend);
  plainLegend_ = plain;
  plot_->setAccessibleName(accessibleName());
  plot_->setAccessibleDescription(plain);
}

void CurvePanel::setRemark(const QString& text) {
  remarkText_ = text;
  showRemark();
}

void CurvePanel::setGaps(const QString& text) {
  gaps_ = text;
  showRemark();
}

void CurvePanel::setGapMarks(std::vector<GapMark> marks) {
  lines_->setGapMarks(std::move(marks));
}

const std::vector<GapMark>& CurvePanel::gapMarks() const {
  return lines_->gapMarks();
}

void CurvePanel::showRemark() {
  QStringList parts{remarkText_, gaps_, outside_};
  parts.removeAll(QString());
  const QString text = parts.join(QStringLiteral(" · "));
  if (remark_->text() == text && remark_->isHidden() == text.isEmpty()) return;
  remark_->setText(text);
  remark_->setVisible(!text.isEmpty());
}

void CurvePanel::setValueLimits(double low, double high) {
  low_ = low;
  high_ = high;
}

void CurvePanel::setLogarithmic(bool on) {
  logarithmic_ = on;
  plot_->yAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  if (on) {
    plot_->yAxis->setTicker(QSharedPointer<LogTicker>::create());
  } else {
    auto ticker = QSharedPointer<Ticker>::create();
    ticker->label = format_;
    plot_->yAxis->setTicker(ticker);
    plot_->yAxis->ticker()->setTickCount(4);
  }
  fitY();
  draw();
}

void CurvePanel::setXLogarithmic(bool on) {
  if (on == (plot_->xAxis->scaleType() == QCPAxis::stLogarithmic)) return;
  settingRange_ = true;
  plot_->xAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  settingRange_ = false;
  if (on) {
    plot_->xAxis->setTicker(QSharedPointer<LogTicker>::create());
  } else {
    auto ticker = QSharedPointer<Ticker>::create();
    ticker->label = xFormat_;
    ticker->ticks = xTicks_;
    plot_->xAxis->setTicker(ticker);
    plot_->xAxis->ticker()->setTickCount(5);
  }
}

void CurvePanel::setValueFormat(std::function<QString(double)> format) {
  format_ = std::move(format);
  if (!logarithmic_) static_cast<Ticker*>(plot_->yAxis->ticker().data())->label = format_;
}

void CurvePanel::setTicks(std::function<QString(double)> label, std::function<std::vector<double>(double, double)> ticks) {
  xFormat_ = std::move(label);
  xTicks_ = std::move(ticks);
  if (plot_->xAxis->scaleType() == QCPAxis::stLogarithmic) return;
  auto* ticker = static_cast<Ticker*>(plot_->xAxis->ticker().data());
  ticker->label = xFormat_;
  ticker->ticks = xTicks_;
}

void CurvePanel::setXRange(double low, double high) {
  settingRange_ = true;
  plot_->xAxis->setRange(low, high > low ? high : low + 1);
  settingRange_ = false;
}

std::pair<double, double> CurvePanel::xRange() const {
  return {plot_->xAxis->range().lower, plot_->xAxis->range().upper};
}

void CurvePanel::fitY() {
  // Of long series only some values are used, but always the extremes, because this function runs for every frame of a training.
  constexpr std::size_t kLooked = 20'000;
  const QCPRange seen = plot_->xAxis->range();
  std::size_t points = 0;
  for (const Line& line : lines_->lines()) points += line.size();
  const std::size_t stride = points / kLooked + 1;
  std::vector<double> values;
  const auto eachSeen = [&](const auto& visit) {
    for (const Line& line : lines_->lines()) {
      const auto first = static_cast<std::size_t>(std::lower_bound(line.x.begin(), line.x.end(), seen.lower) - line.x.begin());
      const auto end = static_cast<std::size_t>(std::upper_bound(line.x.begin(), line.x.end(), seen.upper) - line.x.begin());
      visit(line, first, end);
    }
  };
  const auto usable = [this](double value) { return std::isfinite(value) && !(logarithmic_ && value <= 0); };
  eachSeen([&](const Line& line, std::size_t first, std::size_t end) {
    double least = kNaN, most = kNaN;
    for (std::size_t i = first; i < end; ++i) {
      for (const double value : {line.y[i], line.low.empty() ? line.y[i] : line.low[i], line.high.empty() ? line.y[i] : line.high[i]}) {
        if (!usable(value)) continue;
        least = std::fmin(least, value);
        most = std::fmax(most, value);
      }
      if (i % stride == 0 && usable(line.y[i])) values.push_back(line.y[i]);
    }
    if (std::isfinite(least)) values.insert(values.end(), {least, most});
  });
  Limits limits = limitsOf(std::move(values), robust_ && !logarithmic_);
  double low = limits.low, high = limits.high;
  outside_.clear();
  if (limits.above + limits.below > 0) {
    // The number of values outside and the farthest one are found from all values, not from the selected ones.
    std::size_t count = 0;
    double farthest = kNaN, where = kNaN;
    eachSeen([&](const Line& line, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        const double value = line.y[i];
        if (!usable(value) || (value >= low && value <= high)) continue;
        ++count;
        if (std::isnan(farthest) || std::abs(value - high) > std::abs(farthest - high)) farthest = value, where = line.x[i];
      }
    });
    if (count > 0) {
      const QString value = format_ ? format_(farthest) : formatNumber(farthest), place = xFormat_ ? xFormat_(where) : formatNumber(where, 7);
      outside_ =
          count == 1
              ? stepscope::tr("1 value is off the scale: %1 at %2").arg(value, place)
              : stepscope::tr("%1 values are off the scale, the farthest %2 at %3").arg(formatCount(static_cast<std::int64_t>(count)), value, place);
    }
  }
  showRemark();
  if (std::isnan(low)) {
    low = logarithmic_ ? 0.1 : 0;
    high = 1;
  }
  if (logarithmic_) {
    low = std::pow(10, std::floor(std::log10(low) * 2) / 2);
    high = std::pow(10, std::ceil(std::log10(high) * 2 + 1e-9) / 2);
    if (high <= low) high = low * 10;
  } else {
    if (std::isfinite(low_)) low = std::min(low, low_);
    if (std::isfinite(high_)) high = std::max(high, high_);
    const double pad = (high - low) * 0.06;
    const bool atLow = std::isfinite(low_) && low == low_, atHigh = std::isfinite(high_) && high == high_;
    if (high <= low) high = low + 1;
    if (!atLow) low -= pad;
    if (!atHigh) high += pad;
  }
  plot_->yAxis->setRange(low, high + (high - low) * 1e-6);  // slightly larger, so that the tick at the limit is drawn
}

void CurvePanel::draw() {
  placeMarkers();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

double CurvePanel::pixelsPerStep() const {
  return plot_->axisRect()->width() / std::max(plot_->xAxis->range().size(), 1e-9);
}

void CurvePanel::showCursor(double x) {
  const bool visible = std::isfinite(x) && plot_->xAxis->range().contains(x);
  if (!visible && !cursor_->visible()) return;
  cursor_->setVisible(visible);
  readout_->setVisible(false);
  if (visible) {
    cursor_->start->setCoords(x, 0);
    cursor_->end->setCoords(x, 1);
    // Lists the values of the lines near this position; of more than kRows lines, only the highest values.
    constexpr qsizetype kRows = 12;
    std::vector<std::pair<double, QString>> found;
    for (std::size_t i = 0; i < lines_->lines().size(); ++i) {
      const Line& line = lines_->lines()[i];
      if (!lines_->styles()[i].readout || line.empty()) continue;
      auto k = static_cast<std::size_t>(std::lower_bound(line.x.begin(), line.x.end(), x) - line.x.begin());
      if (k == line.size() || (k > 0 && x - line.x[k - 1] < line.x[k] - x)) --k;
      if (line.x[k] > x + plot_->xAxis->range().size() * 0.05 || line.x[k] < x - plot_->xAxis->range().size() * 0.25) continue;
      const double value = line.y[k];
      found.emplace_back(std::isnan(value) ? -std::numeric_limits<double>::infinity() : value,
                         lines_->styles()[i].title + QLatin1Char(' ') + (std::isfinite(value) && format_ ? format_(value) : valueText(value)));
    }
    QStringList lines;
    if (static_cast<qsizetype>(found.size()) > kRows)
      std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < found.size() && lines.size() < kRows; ++i) lines << found[i].second;
    if (static_cast<qsizetype>(found.size()) > kRows) lines << stepscope::tr("%1 more").arg(static_cast<qsizetype>(found.size()) - kRows);
    if (!lines.isEmpty()) lines.prepend(xFormat_ ? xFormat_(x) : formatNumber(std::round(x), 9));
    if (!lines.isEmpty()) {
      const bool left = plot_->xAxis->coordToPixel(x) < plot_->axisRect()->center().x();
      readout_->setText(lines.join(QLatin1Char('\n')));
      readout_->position->setTypeX(QCPItemPosition::ptPlotCoords);
      readout_->setPositionAlignment((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
      readout_->position->setCoords(x, 0.5);
      readout_->setVisible(true);
    }
  }
  cursor_->layer()->replot();  // the cursor has its own buffer, so the curves are not drawn again
}

QString CurvePanel::summary() const {
  return plainLegend_;
}

void CurvePanel::changeEvent(QEvent* event) {
  Card::changeEvent(event);
  if (isThemeChange(event)) applyTheme();
}

bool CurvePanel::eventFilter(QObject* object, QEvent* event) {
  if (object == plot_ && event->type() == QEvent::Leave) Q_EMIT cursorMoved(kNaN);
  return Card::eventFilter(object, event);
}

void CurvePanel::applyTheme() {
  if (!cursor_) return;
  const Tokens& t = tokens();
  plot_->setBackground(t.panel);
  QColor gridColor = t.line;
  gridColor.setAlphaF(t.dark ? 0.55f : 0.8f);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    axis->setTickLabelColor(t.dim);
    axis->setTickLabelFont(textFont(11));
    axis->grid()->setPen(QPen(gridColor, 1));
    axis->grid()->setZeroLinePen(QPen(gridColor, 1));
  }
  plot_->xAxis->setBasePen(QPen(t.line, 1));
  cursor_->setPen(QPen(t.dim, 1));
  readout_->setFont(textFont(11));
  readout_->setColor(t.text);
  readout_->setBrush(t.raised);
  readout_->setPen(QPen(t.line, 1));
  setMarkers(markers_);
  draw();
}

}  // namespace stepscope
