// The trace that is on display: a capture of the run, its last steps live, or a file that was opened. Views that show a part of a trace
// subscribe to it, and ask it for another. Testable without a window.
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
  // Both outlive it.
  ShownTrace(Session& session, Selection& selection, QObject* parent = nullptr);

  const std::shared_ptr<const Trace>& trace() const { return trace_; }       // null: none
  const QString& file() const { return file_; }                              // that was opened; empty: the trace is the run's own
  QString notesPath() const;                                                 // where its notes are kept; empty: nowhere
  const QStringList& openedFiles() const { return asked_; }                  // of the last opening, all of them
  const std::shared_ptr<const GraphMatch>& match() const { return match_; }  // of the trace and the plan
  // Breakdown of the selected range, or else of all steps. Null: there are none.
  const std::shared_ptr<const StepBreakdown>& breakdown() const { return breakdown_; }
  const QString& breakdownNote() const { return breakdownNote_; }
  // The nodes of the plan that ran in the selected range; nothing where no range is selected, or the trace is of another graph.
  const std::optional<std::pair<NodeId, NodeId>>& planNodes() const { return planNodes_; }
  TraceOpener* opener() const { return opener_; }

  bool live() const { return live_; }                  // the last steps of the run in training
  bool following() const { return live_ && follow_; }  // and it goes on with them
  bool followWanted() const { return followAsked_; }   // the user asked for it, and no live steps have come yet
  bool canFollow() const { return canFollow_; }        // a run in training has steps to follow

  // Takes the steps where nothing else is looked at: with following, without a trace, or where the user asked to follow.
  void showLive(std::shared_ptr<const Trace> trace);
  void show(std::shared_ptr<const Trace> trace);
  void setCanFollow(bool can);

 public Q_SLOTS:
  void open(const QStringList& paths);  // several are the ranks of one training, as one trace; opened() or failed() follows
  void follow(bool on);                 // the user wants it
  void stopFollowing();                 // the user looks at a part by himself
  void setWatched(bool watched);        // live steps are asked for only while somebody looks at them
  void find(const QString& text);       // in the timeline, which comes to the front

 Q_SIGNALS:
  void changed();                // another trace
  void liveChanged(bool first);  // the next live steps, or the first ones
  void matchChanged();           // another plan
  void followChanged();
  void breakdownChanged();
  void rangeShown();  // a moment after the selected range changed
  void opened(const QString& path);
  void left();  // the file is no longer what is shown
  void failed(const stepscope::Message& message);
  void spanSelected(std::optional<stepscope::SpanRef> span);  // in the timeline; none: the click met nothing
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
  std::shared_ptr<const StepBreakdown> breakdown_, ofFile_;  // ofFile_: null where its trace has no steps
  std::optional<std::pair<NodeId, NodeId>> planNodes_;
  QStringList asked_;
  QString file_, breakdownNote_;
  bool live_ = false, follow_ = true, followAsked_ = false, canFollow_ = false, watched_ = false;
  QTimer rangeTimer_;  // views follow a moment after the last change of the range
};

}  // namespace stepscope
