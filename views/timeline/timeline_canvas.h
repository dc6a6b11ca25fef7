// The lanes below their time axis: zoom around the cursor or to a box, pan, fold groups, select a span or a time range, step through matches and
// notes. Lanes are drawn into an image once for every change of the view; moving the mouse only redraws the marks above it.
#pragma once

#include <QAbstractScrollArea>
#include <QSet>
#include <memory>
#include <optional>
#include <vector>

#include "views/timeline/time_motion.h"
#include "views/timeline/timeline_marks.h"
#include "views/timeline/timeline_places.h"
#include "views/timeline/timeline_raster.h"

namespace stepscope {

class TimelineCanvas : public QAbstractScrollArea {
  Q_OBJECT
 public:
  static constexpr int kNamesWidth = 184;  // px of the column with the names of the rows
  static constexpr int kAxisHeight = TimelinePlaces::kAxisHeight;
  using Arrow = TimelineMarks::Arrow;

  explicit TimelineCanvas(QWidget* parent = nullptr);

  // Keeps the view, folding and selection if the new model shows the same trace.
  void setModel(std::shared_ptr<const TimelineModel> model);
  const TimelineModel* model() const { return model_.get(); }
  const TimelineLayout& layout() const { return layout_; }
  const TimeAxis& axis() const { return motion_.axis(); }
  void setView(double begin, double length);  // ns; limited to the trace; at once, emits only axisChanged()

  void setAnimated(bool animated) { motion_.setAnimated(animated); }
  // Changes of the view by the user; they emit viewMoved(). `gesture`: see RangeState.
  void showTimes(double from, double to, double margin = 0.02, int gesture = 0);
  void fit();
  // Shows [from, to] without emitting viewMoved(): the view was changed elsewhere, or by undo.
  void restoreTimes(double from, double to);
  void zoomBy(double factor);  // < 1 zooms in; around the mouse
  void panBy(double widths);   // in widths of the view; > 0: later
  void goToEnd(bool last);     // to the end of the trace if `last`, else to its beginning
  void zoomToSelection();      // the selected span, else the range

  void setFolded(const QString& group, bool folded);
  void foldAll(bool folded);
  // Unfolds the outermost folded group around the selected span, or folds its innermost group if none is folded.
  void toggleSelectedGroup();
  const QSet<QString>& folded() const { return folded_; }
  void setDensity(int density);  // 0 to TimelineLayout::kDensities - 1
  int density() const { return density_; }

  std::optional<TimelineHit> selected() const { return marks_.selected; }
  void select(std::optional<TimelineHit> hit);
  void selectNeighbour(int by);
  void selectOtherRow(int by);
  void selectTime();  // selects the time of the selected span, else of the visible part, as the range
  void giveUp();      // cancels the drag; without one clears the selections
  // The spans to frame: those of the selected op.
  void setHighlighted(const std::vector<TimelineHit>& hits);
  void setArrows(std::vector<Arrow> arrows);
  const std::vector<Arrow>& arrows() const { return marks_.arrows; }
  // Search: all matches are marked, one is current. Stepping makes it visible.
  void setMatches(std::vector<TimelineHit> matches);
  const std::vector<TimelineHit>& matches() const { return marks_.matches; }
  int currentMatch() const { return marks_.currentMatch; }  // -1: none yet
  void stepMatch(int by);
  void setNotes(std::vector<TimelineNote> notes, int current);
  // The step shown in the rest of the window; marked on the axis.
  void setCurrentStep(int index);
  // ns since the trace began; empty (to <= from) clears.
  void setRange(double from, double to, int gesture = 0);
  double rangeBegin() const { return marks_.rangeBegin; }
  double rangeEnd() const { return marks_.rangeEnd; }
  bool hasRange() const { return marks_.hasRange(); }
  // Where a new note goes: the selected span, else the mouse, else the middle of the view.
  double notePlace() const;

  std::optional<TimelineHit> hitAt(QPoint viewportPosition) const { return places().hitAt(viewportPosition); }
  QRectF rectOf(const TimelineHit& hit) const { return places().rectOf(hit); }  // in the viewport
  int rasterCount() const { return rasterCount_; }
  const TimelineRaster& raster() const { return raster_; }
  QSize sizeHint() const override { return {900, 420}; }
  QSize minimumSizeHint() const override { return {kNamesWidth + 160, 160}; }

 Q_SIGNALS:
  void axisChanged();
  void viewMoved(double begin, double end, int gesture);  // by the user, ns since the trace began; the final range
  void spanClicked(stepscope::TimelineHit hit);
  void emptyClicked();
  void rangeChanged(double from, double to, int gesture);
  void matchChanged(int current, int count);
  void noteClicked(int note);
  void othersRequested();  // the user wants to find the spans like the selected one
  void noteRequested();    // a new note at notePlace()
  void noteStepRequested(int by);
  void noteRemovalRequested();
  void stepRequested();  // the user wants to type a step number
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
  TimelinePlaces places() const;
  void layoutRows();
  void layoutAxis();
  void invalidate();
  void ensureRowVisible(int row);
  void toggleGroupAt(int row);
  void clickSpan(TimelineHit hit);
  void finishBox();
  void endDrag();
  int scroll() const;

  std::shared_ptr<const TimelineModel> model_;
  TimelineLayout layout_;
  QSet<QString> folded_;
  int density_ = 0;
  TimeMotion motion_{this};
  TimelineRaster raster_;
  bool dirty_ = true;
  int rasterCount_ = 0;
  TimelineMarks marks_;
  TimelineDrag drag_;
};

}  // namespace stepscope
