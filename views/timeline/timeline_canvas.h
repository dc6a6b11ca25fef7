// The lanes under their time axis: zoom about the cursor, pan, select a span or a range of time, step through matches. Lanes are drawn
// into an image once for every change of what is seen; moving the mouse only draws the marks above it.
#pragma once

#include <QAbstractScrollArea>
#include <QVariantAnimation>
#include <memory>
#include <optional>
#include <vector>

#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_model.h"
#include "views/timeline/timeline_raster.h"

namespace stepscope {

class TimelineCanvas : public QAbstractScrollArea {
  Q_OBJECT
 public:
  static constexpr int kNamesWidth = 138;  // px of the column with the names of the rows
  static constexpr int kAxisHeight = 26;

  explicit TimelineCanvas(QWidget* parent = nullptr);

  // Keeps what is seen when the new model shows the same trace.
  void setModel(std::shared_ptr<const TimelineModel> model);
  const TimelineModel* model() const { return model_.get(); }
  const TimeAxis& axis() const { return axis_; }
  void setView(double begin, double length);  // ns; clamped to the trace

  // Zooming by a command moves there over 120 ms, unless the desktop asks for no motion.
  void setAnimated(bool animated) { animated_ = animated; }
  void showTimes(double from, double to, double margin = 0.02);
  void fit();

  std::optional<TimelineHit> selected() const { return selected_; }
  void select(std::optional<TimelineHit> hit);
  // Other spans of the same op.
  void setHighlighted(const std::vector<TimelineHit>& hits);
  // Search: all matches are marked, one is current. Stepping brings it into view.
  void setMatches(std::vector<TimelineHit> matches);
  const std::vector<TimelineHit>& matches() const { return matches_; }
  int currentMatch() const { return currentMatch_; }  // -1: none yet
  void stepMatch(int by);
  // The step that the rest of the window shows; marked on the axis.
  void setCurrentStep(int index);
  // ns since the trace began; empty (to <= from) clears.
  void setRange(double from, double to);
  double rangeBegin() const { return rangeBegin_; }
  double rangeEnd() const { return rangeEnd_; }
  bool hasRange() const { return rangeEnd_ > rangeBegin_; }
  QString rangeText() const;  // "17.2 ms · 31 ops · 96 % busy"; empty without a range

  std::optional<TimelineHit> hitAt(QPoint viewportPosition) const;
  QRectF rectOf(const TimelineHit& hit) const;  // in the viewport
  int rasterCount() const { return rasterCount_; }
  const TimelineRaster& raster() const { return raster_; }
  QSize sizeHint() const override { return {900, 420}; }
  QSize minimumSizeHint() const override { return {kNamesWidth + 160, 160}; }

 Q_SIGNALS:
  void axisChanged();
  void spanClicked(stepscope::TimelineHit hit);
  void emptyClicked();
  void rangeChanged(double from, double to);
  void matchChanged(int current, int count);

 protected:
  bool viewportEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Drag { None, Pressed, Panning, Range };
  void setAxis(const TimeAxis& axis);  // at once
  void moveTo(const TimeAxis& axis);   // animated where wanted
  void layoutAxis();
  void invalidate();
  void ensureRowVisible(int row);
  void selectNeighbour(int by);
  void selectOtherRow(int by);
  void showHover(QPoint position, QPoint global);
  void paintAxis(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  using HitsByRow = std::vector<std::vector<std::uint32_t>>;  // spans of each row, by time
  HitsByRow byRow(const std::vector<TimelineHit>& hits) const;
  void paintHits(QPainter& painter, const HitsByRow& hits, const QColor& color) const;
  void paintRange(QPainter& painter) const;
  void paintCursor(QPainter& painter) const;
  int scroll() const;

  std::shared_ptr<const TimelineModel> model_;
  TimeAxis axis_;
  TimelineRaster raster_;
  bool dirty_ = true;
  int rasterCount_ = 0;
  bool animated_ = true;
  QVariantAnimation animation_;
  TimeAxis animationFrom_, animationTo_;

  std::optional<TimelineHit> selected_, hovered_;
  std::vector<TimelineHit> matches_;
  HitsByRow highlightedByRow_, matchesByRow_;
  int currentMatch_ = -1;
  int currentStep_ = -1;
  double rangeBegin_ = 0, rangeEnd_ = 0;

  Drag drag_ = Drag::None;
  QPoint pressed_, last_;
  double rangeAnchor_ = 0;
  int cursorX_ = -1;  // -1: the mouse is elsewhere
};

}  // namespace stepscope
