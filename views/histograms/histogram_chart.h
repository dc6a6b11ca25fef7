// One tensor's histograms over a run: as a heat map (steps to the right, values upwards, darker means more), or as ridgelines (values to the right,
// one line per step, the newest in front).
#pragma once

#include <QColor>
#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>

#include "views/histograms/histogram_map.h"

class QPainter;

namespace stepscope {

class HistogramChart : public QWidget {
  Q_OBJECT
 public:
  enum class Kind { HeatMap, Ridgelines };
  // `color`: that of the most frequent values.
  explicit HistogramChart(const QColor& color, QWidget* parent = nullptr);

  void setMap(std::shared_ptr<const HistogramMap> map);  // null or empty: a sentence is shown
  void setMissing(const QString& sentence) { missing_ = sentence; }
  void setKind(Kind kind);
  Kind kind() const { return kind_; }
  void setShownRow(std::optional<std::size_t> row);  // the one under the mouse here or in the other chart
  std::optional<std::size_t> rowAt(QPointF position) const;
  QString describe(std::size_t row) const;  // "step 120: mean 0.0012, deviation 0.031, ..."
  QString table() const;                    // one line per step
  QSize minimumSizeHint() const override { return {260, 160}; }

 Q_SIGNALS:
  void hovered(int row);  // -1: none

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QRectF area() const;
  double xOf(std::size_t row) const;  // the left edge of a column
  double yOf(double value) const;
  std::vector<std::size_t> ridges() const;
  double ridgeHeight() const;
  double baselineOf(std::size_t index, std::size_t count) const;
  void paintHeatMap(QPainter& painter);
  void paintRidgelines(QPainter& painter);
  void paintReadout(QPainter& painter);

  QColor color_;
  Kind kind_ = Kind::HeatMap;
  std::shared_ptr<const HistogramMap> map_;
  QString missing_;
  std::optional<std::size_t> shown_;
  QImage image_;  // one pixel per row and bin
};

}  // namespace stepscope
