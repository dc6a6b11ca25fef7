// Which trace the window shows, and where: a capture of the run, its last steps live, or a file that was opened. Every view that shows a
// part of a trace follows the selected range.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "profiler/analysis/step_breakdown.h"
#include "profiler/trace/trace.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"
#include "views/session/trace_opener.h"

class QWidget;

namespace stepscope {

class CurvesView;
class FlameView;
class GpuView;
class GraphView;
struct GraphMatch;
class Inspector;
class MemoryView;
class ProgressStrip;
class Selection;
class Session;
class TimelineView;

class TraceDesk : public QObject {
  Q_OBJECT
 public:
  struct Views {
    TimelineView* timeline;
    MemoryView* memory;
    GraphView* graph;
    CurvesView* curves;
    GpuView* gpu;
    FlameView* flame;
    Inspector* inspector;
    ProgressStrip* strip;
  };
  TraceDesk(Session* session, Selection* selection, const Views& views, QObject* parent);

  void open(const QString& path) { open(QStringList{path}); }  // a file; opened() or failed() follows
  void open(const QStringList& paths);                         // the ranks of one training, as one trace
  TraceOpener* opener() const { return opener_; }
  QStringList openedPaths() const { return asked_; }  // of the last opening, all of them
  QString openedPath() const { return openedPath_; }  // of the file that is shown; empty: the run's own
  // The trace that is shown, as Chrome JSON (.json, .json.gz), our own file (.sstrace) or its spans as CSV (.csv); saved() follows.
  void saveTraceTo(const QString& path);
  void setTimelineVisible(bool visible);  // the live steps are asked for only while somebody looks

 Q_SIGNALS:
  void opened(const QString& path);
  void left();  // the file is no longer what is shown
  void failed(const stepscope::Message& message);
  void saved(const stepscope::Message& message);  // done, or why not

 private:
  void show(std::shared_ptr<const Trace> trace, const QString& notesPath);
  void showCapture();
  void leaveFile();
  void showRange();
  void joinGraphs();  // which node of the trace is which of the plan
  void updateFollowing();
  void saveTrace();

  Session* session_;
  Selection* selection_;
  Views views_;
  TraceOpener* opener_;
  QStringList asked_;
  QString openedPath_;
  std::shared_ptr<const StepBreakdown> openedBreakdown_;  // of that file; null where it has no steps
  std::shared_ptr<const GraphMatch> match_;
  bool timelineVisible_ = false;
  JobSlot saveJob_;
  QTimer rangeTimer_;  // the views follow a moment after the last change of the range
};

}  // namespace stepscope
