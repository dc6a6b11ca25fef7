// The Timeline tab: captured steps or an opened trace. It has a heading with the step compared with the median, a search field, the overview, the
// lanes and the statistics of a selected range. All views share the visible and the selected range (RangeState).
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

class QStackedLayout;

namespace stepscope {

struct ViewContext;
class EmptyState;
class NoteBook;
class RangePanel;
class ShownTrace;
class Selection;
struct GraphMatch;
class TimelineCanvas;
class TimelineHeader;
class TimelineLegend;
class TimelineOverview;

class TimelineView : public QWidget {
  Q_OBJECT
 public:
  // `selection`: used by all views; must outlive this widget.
  explicit TimelineView(Selection* selection, QWidget* parent = nullptr);
  ~TimelineView() override;

  // Null: nothing captured. `notesPath`: the file of its notes; empty: they are kept only while the trace is displayed.
  void setTrace(std::shared_ptr<const Trace> trace, const QString& notesPath = {});
  std::shared_ptr<const Trace> trace() const { return trace_; }
  // How nodes of the displayed trace and of the plan match, so that all views select the same node. Null: both number their nodes alike.
  void setGraphMatch(std::shared_ptr<const GraphMatch> match) { match_ = std::move(match); }
  // The latest steps of a run in training; the newest one is shown. `first`: something else was displayed before.
  void setLiveTrace(std::shared_ptr<const Trace> trace, bool first);
  // Texts of the empty view, for instance why nothing can be captured; an empty button text hides the button.
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);

  std::optional<SpanRef> selectedSpan() const { return selectedSpan_; }
  TimelineCanvas* canvas() const { return canvas_; }
  RangePanel* rangePanel() const { return range_; }
  NoteBook* noteBook() const { return notes_; }
  TimelineLegend* legend() const { return legend_; }
  TimelineHeader* header() const { return header_; }
  MessageBar* messageBar() const { return bar_; }
  QString heading() const;  // "Step 418 · 205.1 ms · slower than the median by 0.4 ms"
  QString note() const;     // what is missing in the capture
  // One row per span in the view (in the range, if one is selected), tab-separated with a heading line.
  QString spansTable() const;
  bool preparing() const;  // a large trace is being indexed

 public Q_SLOTS:
  void find(const QString& text);  // searches as if the user had typed `text`, and shows the first match
  void findOthers();               // finds the spans of the selected span's layer or, without one, with its name
  void moveStep(int by);
  void goToStep(std::int64_t step);
  void showKeys();
  void moveInHistory(int by);  // -1: back

 Q_SIGNALS:
  void captureRequested();
  void spanSelected(std::optional<stepscope::SpanRef> span);  // none: a group of ops or an empty place was clicked, or the trace changed
  void followRequested(bool follow);
  void moved();               // the user moves the view, selects something or begins a note
  void saveTraceRequested();  // as a file of another format

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void connectHeader();
  void connectCanvas();
  void connectState();
  void rebuildModel();
  void showModel(std::shared_ptr<const TimelineModel> model);
  void showStep(int index, bool zoom);
  void onSpanClicked(TimelineHit hit);
  void showArrows();
  void onNodeSelected(int node);
  int tracedSelection() const;  // the number of the selected node in the trace
  void search(const QString& text);
  void stepMatch(int by);
  TimeRange absolute(double from, double to) const;
  void updateHeading();
  void updateHistoryButtons();

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
  TimelineHeader* header_;
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
