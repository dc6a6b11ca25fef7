#include "views/rates/rate_plot.h"

#include <QMouseEvent>
#include <QVBoxLayout>
#include <cmath>
#include <limits>

#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/plot_library.h"

namespace stepscope {
namespace {

// Labels have no SI prefixes and no padding zeros, since rates cover many powers of ten.
class NumberTicker : public QCPAxisTicker {
 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override { return formatNumber(std::abs(tick) < 1e-12 ? 0 : tick, 5); }
  int getSubTickCount(double) override { return 0; }
};

// Integer ticks only.
class WholeTicker : public NumberTicker {
 protected:
  double getTickStep(const QCPRange& range) override {
    const double step = NumberTicker::getTickStep(range);
    return range.size() < 2 ? step : std::max(1.0, std::floor(step));
  }
};

}  // namespace

void RatePlot::setWholeNumbers() {
  plot_->xAxis->setTicker(QSharedPointer<WholeTicker>::create());
  plot_->xAxis->ticker()->setTickCount(4);
}

RatePlot::RatePlot(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  plot_->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
  plot_->setAutoAddPlottableToLegend(false);
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom | QCP::msRight);
  plot_->axisRect()->setMargins(QMargins(0, 8, 8, 0));
  plot_->axisRect()->setMinimumMargins(QMargins(30, 8, 8, 18));
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis, plot_->yAxis2}) {
    axis->setTicker(QSharedPointer<NumberTicker>::create());
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLength(0);
    axis->setSubTickLength(0);
    axis->setTickLabelPadding(5);
    axis->grid()->setSubGridVisible(false);
    axis->ticker()->setTickCount(4);
  }
  plot_->xAxis->grid()->setVisible(false);
  plot_->yAxis->setBasePen(Qt::NoPen);
  plot_->yAxis2->setBasePen(Qt::NoPen);
  cursor_ = new QCPItemLine(plot_);
  label_ = new QCPItemText(plot_);
  for (QCPAbstractItem* item : {static_cast<QCPAbstractItem*>(cursor_), static_cast<QCPAbstractItem*>(label_)}) {
    item->setLayer(QStringLiteral("overlay"));
    item->setVisible(false);
  }
  cursor_->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
  cursor_->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  label_->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  label_->setTextAlignment(Qt::AlignLeft);
  label_->setPadding(QMargins(6, 3, 6, 3));
  connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showCursor(plot_->xAxis->pixelToCoord(event->pos().x())); });
  connect(plot_, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) Q_EMIT clicked(plot_->xAxis->pixelToCoord(event->pos().x()));
  });
  plot_->installEventFilter(this);
  applyTheme();
}

QString RatePlot::readoutText() const {
  return label_->visible() ? label_->text() : QString();
}

void RatePlot::showCursor(double x) {
  const QString text = readout_ && std::isfinite(x) && plot_->xAxis->range().contains(x) ? readout_(x) : QString();
  if (text.isEmpty() && !cursor_->visible()) return;
  cursor_->setVisible(!text.isEmpty());
  label_->setVisible(!text.isEmpty());
  if (!text.isEmpty()) {
    cursor_->start->setCoords(x, 0);
    cursor_->end->setCoords(x, 1);
    const bool left = plot_->xAxis->coordToPixel(x) < plot_->axisRect()->center().x();
    label_->setText(text);
    label_->setPositionAlignment((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop);
    label_->position->setCoords(x, 0.04);
  }
  cursor_->layer()->replot();  // it has its own buffer: the lines are not drawn again
}

void RatePlot::draw() {
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void RatePlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) applyTheme();
}

bool RatePlot::eventFilter(QObject* object, QEvent* event) {
  if (object == plot_ && event->type() == QEvent::Leave) showCursor(std::numeric_limits<double>::quiet_NaN());
  return QWidget::eventFilter(object, event);
}

void RatePlot::applyTheme() {
  const Tokens& t = tokens();
  plot_->setBackground(t.panel);
  QColor grid = t.line;
  grid.setAlphaF(t.dark ? 0.55f : 0.8f);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis, plot_->yAxis2}) {
    axis->setTickLabelColor(t.dim);
    axis->setTickLabelFont(textFont(11));
    axis->setLabelColor(t.dim);
    axis->setLabelFont(textFont(11));
    axis->grid()->setPen(QPen(grid, 1));
    axis->grid()->setZeroLinePen(QPen(grid, 1));
  }
  plot_->yAxis2->grid()->setVisible(false);
  plot_->xAxis->setBasePen(QPen(t.line, 1));
  cursor_->setPen(QPen(t.dim, 1));
  label_->setFont(textFont(11));
  label_->setColor(t.text);
  label_->setBrush(t.raised);
  label_->setPen(QPen(t.line, 1));
  Q_EMIT themeChanged();
  draw();
}

}  // namespace stepscope
