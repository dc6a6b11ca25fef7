#include "views/compare/scatter_plot.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/report/svg_chart.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/compare/run_mark.h"

namespace stepscope {

double ScatterPlot::Axis::share(double value) const {
  if (logarithmic) return value > 0 ? std::log(value / low) / std::log(high / low) : kNaN;
  return (value - low) / (high - low);
}

std::vector<double> ScatterPlot::Axis::ticks() const {
  if (!logarithmic) return svg::roundTicks(low, high, 5);
  std::vector<double> ticks;
  const bool narrow = high / low < 50;
  for (double power = std::pow(10, std::floor(std::log10(low))); power <= high; power *= 10)
    for (const double factor : {1.0, 2.0, 5.0})
      if (const double tick = power * factor; tick >= low && tick <= high && (factor == 1 || narrow)) ticks.push_back(tick);
  return ticks;
}

void ScatterPlot::setAxes(int x, int y, bool logX, bool logY) {
  x_ = x, y_ = y, logX_ = logX, logY_ = logY;
  setAccessibleDescription(table());
  update();
}

bool ScatterPlot::ready() const {
  const int size = static_cast<int>(columns_.size());
  return x_ >= 0 && y_ >= 0 && x_ < size && y_ < size && count() > 0 && column(x_).values.size() == count();
}

QRectF ScatterPlot::area() const {
  return QRectF(58, 10, width() - 72, height() - 40);
}

ScatterPlot::Axis ScatterPlot::axisOf(int index, bool logarithmic) const {
  Axis axis{kNaN, kNaN, logarithmic};
  for (const double value : column(index).values) {
    if (!std::isfinite(value) || (logarithmic && value <= 0)) continue;
    axis.low = std::fmin(axis.low, value);
    axis.high = std::fmax(axis.high, value);
  }
  if (std::isnan(axis.low)) return {logarithmic ? 1.0 : 0.0, logarithmic ? 10.0 : 1.0, logarithmic};
  if (logarithmic) {
    const double room = std::max(1.1, std::pow(axis.high / axis.low, 0.08));
    axis.low /= room;
    axis.high *= room;
  } else {
    const double room = axis.high > axis.low ? (axis.high - axis.low) * 0.08 : std::max(1e-9, std::abs(axis.high) * 0.1);
    axis.low -= room;
    axis.high += room;
  }
  return axis;
}

QPointF ScatterPlot::placeOf(int index) const {
  if (!ready()) return {kNaN, kNaN};
  const auto i = static_cast<std::size_t>(index);
  const QRectF box = area();
  return {box.left() + axisOf(x_, logX_).share(column(x_).values[i]) * box.width(),
          box.bottom() - axisOf(y_, logY_).share(column(y_).values[i]) * box.height()};
}

void ScatterPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (!ready()) return;
  const Tokens& t = tokens();
  const QRectF box = area();
  const Axis x = axisOf(x_, logX_), y = axisOf(y_, logY_);
  painter.setFont(textFont(11));
  for (const double tick : y.ticks()) {
    const double at = box.bottom() - y.share(tick) * box.height();
    painter.setPen(QPen(t.line, 1));
    painter.drawLine(QPointF(box.left(), at), QPointF(box.right(), at));
    painter.setPen(t.dim);
    painter.drawText(QRectF(0, at - 8, box.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter, column(y_).format(tick));
  }
  double free = -1e9;
  for (const double tick : x.ticks()) {
    const double at = box.left() + x.share(tick) * box.width();
    const QString label = column(x_).format(tick);
    const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0 + 3;
    if (at - half < free) continue;
    free = at + half;
    painter.drawText(QRectF(at - half, box.bottom() + 6, 2 * half, 16), Qt::AlignCenter, label);
  }
  painter.setPen(QPen(t.line, 1));
  painter.drawLine(box.bottomLeft(), box.bottomRight());
  for (int i = 0; i < static_cast<int>(count()); ++i) {
    const QPointF place = placeOf(i);
    if (!std::isfinite(place.x()) || !std::isfinite(place.y())) continue;
    if (isSelected(i)) {
      painter.setPen(QPen(t.text, 1.5));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(place, 9, 9);
    }
    drawRunMark(painter, place, i, 10);
    if (count() > 20) continue;
    painter.setPen(t.dim);
    const bool left = place.x() > box.center().x();
    const QRectF label(left ? place.x() - 128 : place.x() + 8, place.y() - 9, 120, 18);
    painter.drawText(label, (left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     shownName(text(run(i).info.name), painter.font(), static_cast<int>(label.width())));
  }
}

int ScatterPlot::runAt(const QPointF& place) const {
  int best = -1;
  double nearest = 10;
  for (int i = 0; i < static_cast<int>(count()); ++i) {
    const QPointF at = placeOf(i);
    if (const double distance = std::hypot(at.x() - place.x(), at.y() - place.y()); distance < nearest) nearest = distance, best = i;
  }
  return best;
}

QString ScatterPlot::tipOf(int index) const {
  const auto i = static_cast<std::size_t>(index);
  return tr("%1\n%2: %3\n%4: %5")
      .arg(text(run(index).info.name), column(x_).title, column(x_).format(column(x_).values[i]), column(y_).title,
           column(y_).format(column(y_).values[i]));
}

QString ScatterPlot::table() const {
  if (!ready()) return {};
  QString out = tr("run") + QLatin1Char('\t') + column(x_).title + QLatin1Char('\t') + column(y_).title + QLatin1Char('\n');
  for (int i = 0; i < static_cast<int>(count()); ++i)
    out += QStringLiteral("%1\t%2\t%3\n")
               .arg(text(run(i).info.name))
               .arg(column(x_).values[static_cast<std::size_t>(i)])
               .arg(column(y_).values[static_cast<std::size_t>(i)]);
  return out;
}

ScatterPanel::ScatterPanel(QWidget* parent) : QWidget(parent), plot_(new ScatterPlot), x_(new QComboBox), y_(new QComboBox) {
  const auto log = [this](const QString& tip) {
    auto* button = new QToolButton;
    button->setProperty("flat", true);
    button->setProperty("outlined", true);
    button->setCheckable(true);
    button->setText(tr("log"));
    button->setToolTip(tip);
    connect(button, &QToolButton::toggled, this, &ScatterPanel::choose);
    return button;
  };
  logX_ = log(tr("Logarithmic axis below"));
  logY_ = log(tr("Logarithmic axis at the left"));
  y_->setAccessibleName(tr("Figure at the left"));
  x_->setAccessibleName(tr("Figure below"));
  for (QComboBox* box : {x_, y_}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    connect(box, &QComboBox::currentIndexChanged, this, &ScatterPanel::choose);
  }
  auto* choices = new QHBoxLayout;
  choices->addWidget(y_, 1);
  choices->addWidget(logY_);
  choices->addWidget(new QLabel(tr("over")));
  choices->addWidget(x_, 1);
  choices->addWidget(logX_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(choices);
  layout->addWidget(plot_, 1);
}

void ScatterPanel::setRuns(FactsList runs, int baseline) {
  std::vector<RunColumn> columns;
  if (runs) columns = columnsOf(*runs);
  // Columns with equal values in all runs are useless as axes. They are left out if at least two others remain.
  if (std::count_if(columns.begin(), columns.end(), [](const RunColumn& column) { return column.differs; }) >= 2)
    std::erase_if(columns, [](const RunColumn& column) { return !column.differs; });
  const QString x = x_->currentText(), y = y_->currentText();
  int speed = -1, best = -1;
  {
    const QSignalBlocker noX(x_), noY(y_);
    x_->clear();
    y_->clear();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      x_->addItem(columns[i].title);
      y_->addItem(columns[i].title);
      if (columns[i].title == stepscope::tr("samples/s")) speed = static_cast<int>(i);
      if (!columns[i].setting && best < 0) best = static_cast<int>(i);
    }
    const auto keep = [](QComboBox* box, const QString& text, int otherwise) {
      const int at = text.isEmpty() ? -1 : box->findText(text);
      box->setCurrentIndex(at >= 0 ? at : std::max(0, otherwise));
    };
    keep(x_, x, speed);
    keep(y_, y, best);
  }
  plot_->setColumns(std::move(columns));
  plot_->setRuns(std::move(runs), baseline);
  choose();
}

void ScatterPanel::choose() {
  plot_->setAxes(x_->currentIndex(), y_->currentIndex(), logX_->isChecked(), logY_->isChecked());
}

}  // namespace stepscope
