#include "views/compare/parallel_plot.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/compare/run_mark.h"

namespace stepscope {

namespace {
constexpr double kAxisTop = 40, kAxisBottom = 24, kAxisSide = 60;
constexpr std::size_t kMostAxes = 10;
}  // namespace

void ParallelPlot::runsSet() {
  columns_.clear();
  limits_.clear();
  if (count() == 0) return;
  std::vector<RunFacts> runs;
  for (int i = 0; i < static_cast<int>(count()); ++i) runs.push_back(run(i));
  std::vector<RunColumn> measured;
  for (RunColumn& column : columnsOf(runs)) {
    if (!column.differs) continue;
    (column.setting ? columns_ : measured).push_back(std::move(column));
  }
  // Of more than kMostAxes columns, results keep up to half of the axes and settings get the others; the first ones of each are shown.
  if (measured.size() > kMostAxes / 2) measured.resize(kMostAxes / 2);
  if (columns_.size() + measured.size() > kMostAxes) columns_.resize(kMostAxes - measured.size());
  columns_.insert(columns_.end(), std::make_move_iterator(measured.begin()), std::make_move_iterator(measured.end()));
  for (const RunColumn& column : columns_) {
    double low = kNaN, high = kNaN;
    for (const double value : column.values) {
      if (!std::isfinite(value)) continue;
      low = std::fmin(low, value);
      high = std::fmax(high, value);
    }
    limits_.emplace_back(low, high);
  }
  setAccessibleDescription(table());
}

QPointF ParallelPlot::placeOf(int index, std::size_t column) const {
  const double value = columns_[column].values[static_cast<std::size_t>(index)];
  const auto [low, high] = limits_[column];
  const double x = columns_.size() < 2
                       ? width() / 2.0
                       : kAxisSide + (width() - 2 * kAxisSide) * static_cast<double>(column) / static_cast<double>(columns_.size() - 1);
  const double share = high > low ? (value - low) / (high - low) : 0.5;
  return {x, height() - kAxisBottom - share * (height() - kAxisTop - kAxisBottom)};
}

void ParallelPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& t = tokens();
  if (columns_.empty()) {
    painter.setPen(t.dim);
    painter.drawText(rect(), Qt::AlignCenter, tr("These runs have the same settings and results."));
    return;
  }
  const double spacing = columns_.size() < 2 ? width() : (width() - 2 * kAxisSide) / static_cast<double>(columns_.size() - 1);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const double x = columns_.size() < 2 ? width() / 2.0 : kAxisSide + spacing * static_cast<double>(c);
    painter.setPen(QPen(t.line, 1));
    painter.drawLine(QPointF(x, kAxisTop), QPointF(x, height() - kAxisBottom));
    const QRectF box(x - spacing / 2 + 2, 2, spacing - 4, 16);
    const auto elided = [&](const QString& of) {
      return painter.fontMetrics().elidedText(of, Qt::ElideRight, static_cast<int>(std::max(20.0, box.width())));
    };
    painter.setFont(textFont(11, QFont::DemiBold));
    painter.setPen(columns_[c].setting ? t.text : t.accent);
    painter.drawText(box, Qt::AlignCenter, elided(columns_[c].title));
    painter.setFont(textFont(11));
    painter.setPen(t.dim);
    painter.drawText(box.translated(0, 18), Qt::AlignCenter, elided(columns_[c].format(limits_[c].second)));
    painter.drawText(QRectF(box.left(), height() - kAxisBottom + 4, box.width(), 16), Qt::AlignCenter, elided(columns_[c].format(limits_[c].first)));
  }
  for (const bool selected : {false, true})
    for (int i = 0; i < static_cast<int>(count()); ++i) {
      if (isSelected(i) != selected) continue;
      const RunStyle style = runStyle(i);
      QPainterPath path;
      bool pen = false;
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const QPointF place = placeOf(i, c);
        if (!std::isfinite(place.y())) {
          pen = false;
          continue;
        }
        pen ? path.lineTo(place) : path.moveTo(place);
        pen = true;
      }
      painter.setPen(QPen(style.color, selected ? 3.5 : 1.8, style.dash));
      painter.setBrush(Qt::NoBrush);
      painter.drawPath(path);
      for (std::size_t c = 0; c < columns_.size(); ++c)
        if (const QPointF place = placeOf(i, c); std::isfinite(place.y())) drawRunMark(painter, place, i, 8);
    }
}

int ParallelPlot::runAt(const QPointF& place) const {
  constexpr double kReach = 7;
  int best = -1;
  double nearest = kReach;
  for (int i = 0; i < static_cast<int>(count()); ++i)
    for (std::size_t c = 0; c + 1 <= columns_.size(); ++c) {
      const QPointF a = placeOf(i, c), b = c + 1 < columns_.size() ? placeOf(i, c + 1) : a;
      double distance = std::hypot(a.x() - place.x(), a.y() - place.y());
      if (std::isfinite(b.y()) && place.x() >= a.x() && place.x() <= b.x() && b.x() > a.x()) {
        const double y = a.y() + (place.x() - a.x()) / (b.x() - a.x()) * (b.y() - a.y());
        distance = std::min(distance, std::abs(y - place.y()));
      }
      if (distance < nearest) {
        nearest = distance;
        best = i;
      }
    }
  return best;
}

QString ParallelPlot::tipOf(int index) const {
  QStringList lines{text(run(index).info.name)};
  for (const RunColumn& column : columns_)
    if (const double value = column.values[static_cast<std::size_t>(index)]; !std::isnan(value))
      lines << column.title + QStringLiteral(": ") + column.format(value);
  return lines.join(QLatin1Char('\n'));
}

QString ParallelPlot::table() const {
  QStringList head{tr("run")};
  for (const RunColumn& column : columns_) head << column.title;
  QString out = head.join(QLatin1Char('\t')) + QLatin1Char('\n');
  for (int i = 0; i < static_cast<int>(count()); ++i) {
    QStringList cells{text(run(i).info.name)};
    for (const RunColumn& column : columns_) {
      const double value = column.values[static_cast<std::size_t>(i)];
      cells << (std::isnan(value) ? QString() : column.names.isEmpty() ? QString::number(value, 'g', 9) : column.format(value));
    }
    out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return out;
}

}  // namespace stepscope
