// The displayed trace: a capture of the run, its last steps live, or an opened file. Views that show a part of a trace subscribe to it, and ask it
// for another. Testable without a window.
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <optional>
#include <utility>

#include "profiler/analysis/step_breakdown.h"
#include "profiler/trace/trace.h"
#include "views/common/graph_match.h"
#include "views/session/trace_opener.h"

namespace stepscope {

class Selection;
class Session;

class ShownTrace : public QObject {
  Q_OBJECT
 public:
  // Both must outlive this object.
  ShownTrace(Session& session, Selection& selection, QObject* parent = nullptr);

  const std::shared_ptr<const Trace>& trace() const { return trace_; }       // null: none
  const QString& file() const { return file_; }                              // the opened file; empty: the trace belongs to the run
  QString notesPath() const;                                                 // where its notes are stored; empty: nowhere
  const QStringList& openedFiles() const { return asked_; }                  // all files of the last opening
  const std::shared_ptr<const GraphMatch>& match() const { return match_; }  // between the trace and the plan
  // Breakdown of the selected range, or of all steps. Null: there is none.
  const std::shared_ptr<const StepBreakdown>& breakdown() const { return breakdown_; }
  const QString& breakdownNote() const { return breakdownNote_; }
  // The nodes of the plan that ran in the selected range; nothing if no range is selected, or the trace is of another graph.
  const std::optional<std::pair<NodeId, NodeId>>& planNodes() const { return planNodes_; }
  TraceOpener* opener() const { return opener_; }

  bool live() const { return live_; }                  // the last steps of the run in training
  bool following() const { return live_ && follow_; }  // and it is updated with them
  bool followWanted() const { return followAsked_; }   // the user asked for it, but no live steps have come yet
  bool canFollow() const { return canFollow_; }        // a run in training has steps to follow

  // Shows the live steps if they are being followed, if no trace is displayed, or if the user asked to follow.
  void showLive(std::shared_ptr<const Trace> trace);
  void show(std::shared_ptr<const Trace> trace);
  void setCanFollow(bool can);

 public Q_SLOTS:
  void open(const QStringList& paths);  // several files are the ranks of one training, as one trace; opened() or failed() follows
  void follow(bool on);                 // the user wants it
  void stopFollowing();                 // the user moved the view or selected something in it
  void setWatched(bool watched);        // live steps are requested only while a view shows them
  void leave();                         // back from the opened file to the trace of the run, if there is one
  void find(const QString& text);       // in the timeline, which comes to the front

 Q_SIGNALS:
  void changed();                // another trace
  void liveChanged(bool first);  // live steps are displayed; `first`: something else was displayed before
  void matchChanged();           // another plan
  void followChanged();
  void breakdownChanged();
  void rangeShown();  // a moment after the selected range changed
  void opened(const QString& path);
  void left();  // the file is not displayed any more
  void failed(const stepscope::Message& message);
  void spanSelected(std::optional<stepscope::SpanRef> span);  // in the timeline; none: the click hit nothing
  void othersRequested();                                     // spans like the selected one
  void findRequested(const QString& text);

 private:
  void showCapture();
  void leaveFile();
  void showRange();
  void setBreakdown(std::shared_ptr<const StepBreakdown> breakdown, const QString& note = {});
  void updateFollowing();

  Session& session_;
  Selection& selection_;
  TraceOpener* opener_;
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const GraphMatch> match_;
  std::shared_ptr<const StepBreakdown> breakdown_, ofFile_;  // ofFile_: null if its trace has no steps
  std::optional<std::pair<NodeId, NodeId>> planNodes_;
  QStringList asked_;
  QString file_, breakdownNote_;
  bool live_ = false, follow_ = true, followAsked_ = false, canFollow_ = false, watched_ = false;
  QTimer rangeTimer_;  // views are updated a moment after the last change of the range
};

}  // namespace stepscope
