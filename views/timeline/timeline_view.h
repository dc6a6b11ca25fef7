// The Timeline tab: a captured window of steps or an opened trace. Heading with the step beside the median, search, the overview, the
// lanes, the statistics of a selected range. What is seen and selected is the state that all views share (RangeState).
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "profiler/analysis/self_time.h"
#include "profiler/trace/trace.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"
#include "views/common/range_state.h"
#include "views/timeline/timeline_model.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QStackedLayout;
class QToolButton;

namespace stepscope {

struct ViewContext;
class EmptyState;
class NoteBook;
class RangePanel;
class ShownTrace;
class Selection;
class ElidedLabel;
struct GraphMatch;
class TimelineCanvas;
class TimelineLegend;
class TimelineOverview;

class TimelineView : public QWidget {
  Q_OBJECT
 public:
  // selection: shared by all views; outlives this widget.
  explicit TimelineView(Selection* selection, QWidget* parent = nullptr);
  ~TimelineView() override;

  // null: nothing captured. notesPath: where its notes lie; empty: they last as long as the trace is shown.
  void setTrace(std::shared_ptr<const Trace> trace, const QString& notesPath = {});
  std::shared_ptr<const Trace> trace() const { return trace_; }
  // Of the trace that is shown and the plan: nodes are selected by the number that all views know them by. Null: by the trace's own.
  void setGraphMatch(std::shared_ptr<const GraphMatch> match) { match_ = std::move(match); }
  // The latest steps of a run in training, of which the newest is shown. first: something else was shown before.
  void setLiveTrace(std::shared_ptr<const Trace> trace, bool first);
  // The button that follows a run in training: whether it is offered, and pressed.
  void setFollow(bool offered, bool pressed);
  // What the empty view says, for instance why nothing can be captured; an empty button text hides the button.
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);

  std::optional<SpanRef> selectedSpan() const { return selectedSpan_; }
  TimelineCanvas* canvas() const { return canvas_; }
  RangePanel* rangePanel() const { return range_; }
  NoteBook* noteBook() const { return notes_; }
  TimelineLegend* legend() const { return legend_; }
  MessageBar* messageBar() const { return bar_; }
  QString heading() const;  // "Step 418 · 205.1 ms · slower than the median by 0.4 ms"
  QString note() const;     // what is missing from the capture
  // A row for each span in view (in the range, if one is selected), tab-separated with a heading line.
  QString spansTable() const;
  bool preparing() const;       // a large trace is being indexed
  // That the file is cut off, for the top of the window: what is not there must not be read as idle. None where it is whole.
  std::optional<Message> endMessage() const;
  QString droppedText() const;  // a line for each reason why records are missing, or are not as the file has them

 public Q_SLOTS:
  void find(const QString& text);  // "Find this layer's others"
  void findOthers();               // of the selected span
  void nextStep();
  void previousStep();
  void goToStep(std::int64_t step);
  void setColors(stepscope::TimelineColors colors);
  void showKeys();
  void undo();
  void redo();

 Q_SIGNALS:
  void captureRequested();
  void spanSelected(std::optional<stepscope::SpanRef> span);  // clicked; a group of ops or nothing is no span
  void followRequested(bool follow);
  void moved();  // the user looks at a part by himself
  void saveTraceRequested();  // as a file of another format

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* buildHeader();
  void buildTools(QWidget* header, class QHBoxLayout* layout);
  void connectCanvas();
  void connectState();
  void rebuildModel();
  void showModel(std::shared_ptr<const TimelineModel> model);
  void showStep(int index, bool zoom);
  void onSpanClicked(TimelineHit hit);
  void showArrows();
  void onNodeSelected(int node);
  int tracedSelection() const;  // the trace's number of the node that is selected
  void search(const QString& text);
  TimeRange absolute(double from, double to) const;
  void updateHeading();
  void updateNote();
  void updateMatchCount();
  void updateHistoryButtons();
  void showDropped();

  Selection* selection_;
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TimelineModel> model_;
  std::shared_ptr<const GraphMatch> match_;
  JobSlot modelJob_;
  std::optional<SpanRef> selectedSpan_;
  int step_ = -1;  // index into the model's steps
  bool selecting_ = false, moving_ = false, fresh_ = false;

  QStackedLayout* stack_;
  EmptyState* empty_;
  QString emptyTexts_[3];
  QWidget* content_;
  MessageBar* bar_;
  ElidedLabel* heading_;
  QLabel *note_, *matches_;
  QToolButton *back_, *forward_, *previous_, *next_, *fit_, *layers_, *followButton_, *notesButton_;
  QLineEdit *stepEdit_, *search_;
  QComboBox* colors_;
  QMenu* notesMenu_;
  TimelineOverview* overview_;
  TimelineCanvas* canvas_;
  TimelineLegend* legend_;
  RangePanel* range_;
  NoteBook* notes_;
  QTimer searchTimer_;
  int overviewGesture_ = 0;
};

void showTraceIn(TimelineView* view, ShownTrace& trace);
QWidget* makeTimelineView(const ViewContext& context);

}  // namespace stepscope
