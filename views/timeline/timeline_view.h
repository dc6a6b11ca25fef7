// The Timeline tab: a captured window of steps. Heading with the step beside the median, search, the overview, the lanes.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "profiler/analysis/self_time.h"
#include "profiler/trace/trace.h"
#include "views/timeline/timeline_model.h"

class QLabel;
class QLineEdit;
class QStackedLayout;
class QToolButton;

namespace stepscope {

class EmptyState;
class Selection;
class TimelineCanvas;
class TimelineOverview;

class TimelineView : public QWidget {
  Q_OBJECT
 public:
  // selection: shared by all views; outlives this widget.
  explicit TimelineView(Selection* selection, QWidget* parent = nullptr);
  ~TimelineView() override;

  void setTrace(std::shared_ptr<const Trace> trace);  // null: nothing captured
  std::shared_ptr<const Trace> trace() const { return trace_; }
  // What the empty view says, for instance why nothing can be captured; an empty button text hides the button.
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);

  std::optional<SpanRef> selectedSpan() const { return selectedSpan_; }
  TimelineCanvas* canvas() const { return canvas_; }
  QString heading() const;  // "Step 418 · 205.1 ms · slower than the median by 0.4 ms"
  QString note() const;     // what is missing from the capture

 public Q_SLOTS:
  void find(const QString& text);  // "Find this layer's others"
  void nextStep();
  void previousStep();

 Q_SIGNALS:
  void captureRequested();
  void spanSelected(std::optional<stepscope::SpanRef> span);  // clicked; a group of ops or nothing is no span

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* buildHeader();
  void rebuildModel();
  void showStep(int index, bool zoom);
  void onSpanClicked(TimelineHit hit);
  void onNodeSelected(int node);
  void onRangeChanged(double from, double to);
  void search(const QString& text);
  void updateHeading();
  void updateNote();
  void updateMatchCount();

  Selection* selection_;
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TimelineModel> model_;
  std::optional<SpanRef> selectedSpan_;
  int step_ = -1;  // index into the model's steps
  bool selecting_ = false;

  QStackedLayout* stack_;
  EmptyState* empty_;
  QWidget* content_;
  QLabel* heading_;
  QLabel* note_;
  QToolButton* previous_;
  QToolButton* next_;
  QToolButton* fit_;
  QToolButton* layers_;
  QLineEdit* search_;
  QLabel* matches_;
  TimelineOverview* overview_;
  TimelineCanvas* canvas_;
};

}  // namespace stepscope
