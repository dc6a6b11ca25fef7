// The lanes under their time axis: zoom about the cursor or a box, pan, fold groups, select a span or a range of time, step through matches
// and notes. Lanes are drawn into an image once for every change of what is seen; moving the mouse only draws the marks above it.
// State and geometry are in timeline_canvas.cpp, mouse and keys in timeline_canvas_input.cpp, the marks in timeline_canvas_paint.cpp.
#pragma once

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QSet>
#include <QVariantAnimation>
#include <memory>
#include <optional>
#include <vector>

#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_layout.h"
#include "views/timeline/timeline_model.h"
#include "views/timeline/timeline_notes.h"
#include "views/timeline/timeline_raster.h"

namespace stepscope {

class TimelineCanvas : public QAbstractScrollArea {
  Q_OBJECT
 public:
  static constexpr int kNamesWidth = 184;  // px of the column with the names of the rows
  static constexpr int kAxisHeight = 26;

  explicit TimelineCanvas(QWidget* parent = nullptr);

  // Keeps what is seen, folded and selected when the new model shows the same trace.
  void setModel(std::shared_ptr<const TimelineModel> model);
  const TimelineModel* model() const { return model_.get(); }
  const TimelineLayout& layout() const { return layout_; }
  const TimeAxis& axis() const { return axis_; }
  void setView(double begin, double length);  // ns; clamped to the trace; at once, and told to nobody

  // Zooming by a command moves there over 120 ms, unless the desktop asks for no motion.
  void setAnimated(bool animated) { animated_ = animated; }
  // What the user does to the view. gesture: see RangeState.
  void showTimes(double from, double to, double margin = 0.02, int gesture = 0);
  void fit();
  // The same without telling: the view was moved elsewhere, or taken back.
  void restoreTimes(double from, double to);
  static int newGesture();

  void setFolded(const QString& group, bool folded);
  void foldAll(bool folded);
  const QSet<QString>& folded() const { return folded_; }
  void setDensity(int density);  // TimelineLayout::kDensities
  int density() const { return density_; }

  std::optional<TimelineHit> selected() const { return selected_; }
  void select(std::optional<TimelineHit> hit);
  // Other spans of the same op.
  void setHighlighted(const std::vector<TimelineHit>& hits);
  // Arrows from a span to another.
  using Arrow = std::pair<TimelineHit, TimelineHit>;
  void setArrows(std::vector<Arrow> arrows);
  const std::vector<Arrow>& arrows() const { return arrows_; }
  // Search: all matches are marked, one is current. Stepping brings it into view.
  void setMatches(std::vector<TimelineHit> matches);
  const std::vector<TimelineHit>& matches() const { return matches_; }
  int currentMatch() const { return currentMatch_; }  // -1: none yet
  void stepMatch(int by);
  void setNotes(std::vector<TimelineNote> notes, int current);
  int noteAt(QPoint viewportPosition) const;  // -1: none
  // The step that the rest of the window shows; marked on the axis.
  void setCurrentStep(int index);
  // ns since the trace began; empty (to <= from) clears.
  void setRange(double from, double to, int gesture = 0);
  double rangeBegin() const { return rangeBegin_; }
  double rangeEnd() const { return rangeEnd_; }
  bool hasRange() const { return rangeEnd_ > rangeBegin_; }
  QString rangeText() const;  // "17.2 ms · 31 ops · 96 % busy"; empty without a range
  // Where a note goes: the selected span, else the mouse, else the middle of what is seen.
  double notePlace() const;

  std::optional<TimelineHit> hitAt(QPoint viewportPosition) const;
  QRectF rectOf(const TimelineHit& hit) const;  // in the viewport
  int rasterCount() const { return rasterCount_; }
  const TimelineRaster& raster() const { return raster_; }
  QSize sizeHint() const override { return {900, 420}; }
  QSize minimumSizeHint() const override { return {kNamesWidth + 160, 160}; }

 Q_SIGNALS:
  void axisChanged();
  void viewMoved(double begin, double end, int gesture);  // by the user, ns since the trace began; where it goes to
  void spanClicked(stepscope::TimelineHit hit);
  void emptyClicked();
  void rangeChanged(double from, double to, int gesture);
  void matchChanged(int current, int count);
  void noteClicked(int note);
  void othersRequested();  // of the selected span
  void noteRequested();    // at notePlace()
  void noteStepRequested(int by);
  void noteRemovalRequested();
  void stepRequested();  // to type a step to go to
  void stepMoveRequested(int by);
  void helpRequested();
  void historyRequested(int by);  // -1: back

 protected:
  bool event(QEvent* event) override;
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
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Drag { None, Pressed, Panning, Range, Box };
  void setAxis(const TimeAxis& axis);              // at once, tells nobody but axisChanged
  void moveBy(const TimeAxis& axis, int gesture);  // at once
  void moveTo(const TimeAxis& axis, int gesture);  // animated where wanted
  void animateTo(const TimeAxis& axis);
  void tellMoved(const TimeAxis& axis, int gesture);
  void layoutRows();
  void layoutAxis();
  void invalidate();
  void ensureRowVisible(int row);
  void selectNeighbour(int by);
  void selectOtherRow(int by);
  void toggleGroupAt(int row);
  void toggleSelectedGroup();
  void zoomToSelection();
  void moveByKey(int key);
  bool stateKey(QKeyEvent* event);
  void showHover(QPoint position, QPoint global);
  void finishBox();
  int rowAtY(int y) const;  // of the viewport; -1: none
  void paintAxis(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  using HitsByRow = std::vector<std::vector<std::uint32_t>>;  // spans of each row, by time
  HitsByRow byRow(const std::vector<TimelineHit>& hits) const;
  void paintHits(QPainter& painter, const HitsByRow& hits, const QColor& color) const;
  void paintArrows(QPainter& painter) const;
  void paintRange(QPainter& painter) const;
  void paintNotes(QPainter& painter) const;
  void paintBox(QPainter& painter) const;
  void paintCursor(QPainter& painter) const;
  int scroll() const;

  std::shared_ptr<const TimelineModel> model_;
  TimelineLayout layout_;
  QSet<QString> folded_;
  int density_ = 0;
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
  std::vector<Arrow> arrows_;
  std::vector<TimelineNote> notes_;
  int currentNote_ = -1;
  int currentMatch_ = -1;
  int currentStep_ = -1;
  double rangeBegin_ = 0, rangeEnd_ = 0;

  Drag drag_ = Drag::None;
  QPoint pressed_, last_;
  double rangeAnchor_ = 0;
  int cursorX_ = -1;  // -1: the mouse is elsewhere
  int gesture_ = 0;   // of the drag, or of the turns of the wheel and key presses that follow one another
  QElapsedTimer sinceMove_;
};

}  // namespace stepscope
