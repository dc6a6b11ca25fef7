// Connects the Timeline tab to the displayed trace: its notes, the followed steps, and requests of other views to find something.
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/session/empty_texts.h"
#include "views/session/session.h"
#include "views/session/shown_trace.h"
#include "views/session/trace_saver.h"
#include "views/session/undo_stacks.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/timeline/timeline_header.h"
#include "views/timeline/timeline_texts.h"
#include "views/timeline/timeline_view.h"

namespace stepscope {

void showTraceIn(TimelineView* view, ShownTrace& trace) {
  QObject::connect(&trace, &ShownTrace::changed, view, [&trace, view] {
    view->setGraphMatch(trace.match());
    view->setTrace(trace.trace(), trace.notesPath());
  });
  QObject::connect(&trace, &ShownTrace::liveChanged, view, [&trace, view](bool first) {
    view->setGraphMatch(trace.match());
    view->setLiveTrace(trace.trace(), first);
  });
  QObject::connect(&trace, &ShownTrace::matchChanged, view, [&trace, view] { view->setGraphMatch(trace.match()); });
  QObject::connect(&trace, &ShownTrace::followChanged, view,
                   [&trace, view] { view->header()->setFollow(trace.canFollow(), trace.following() || trace.followWanted()); });
  QObject::connect(view, &TimelineView::followRequested, &trace, &ShownTrace::follow);
  QObject::connect(view, &TimelineView::moved, &trace, &ShownTrace::stopFollowing);
  QObject::connect(view, &TimelineView::spanSelected, &trace, &ShownTrace::spanSelected);
}

QWidget* makeTimelineView(const ViewContext& c) {
  auto* view = new TimelineView(&c.selection);
  c.undo.add(c.selection.ranges()->history(), view);
  showTraceIn(view, c.trace);
  QObject::connect(&c.trace, &ShownTrace::opened, view, [c, view] {
    if (!view->trace()) return;
    if (const auto cut = endMessage(*view->trace())) Q_EMIT c.window.message(*cut);
  });
  QObject::connect(&c.window, &WindowRequests::viewShown, &c.trace,
                   [c](const QString& name) { c.trace.setWatched(name == QLatin1String("timeline")); });
  const auto toFront = [c] { Q_EMIT c.window.viewRequested(QStringLiteral("timeline")); };
  QObject::connect(&c.trace, &ShownTrace::findRequested, view, [view, toFront](const QString& text) {
    toFront();
    view->find(text);
  });
  QObject::connect(&c.trace, &ShownTrace::othersRequested, view, [view, toFront] {
    view->findOthers();
    toFront();
  });
  auto* saver = new TraceSaver(c.trace, view);
  QObject::connect(view, &TimelineView::saveTraceRequested, saver, &TraceSaver::ask);
  QObject::connect(saver, &TraceSaver::saved, view->messageBar(), &MessageBar::showMessage);
  QObject::connect(view, &TimelineView::captureRequested, &c.window, &WindowRequests::recordRequested);
  QObject::connect(&c.session, &Session::projectChanged, view->messageBar(), &MessageBar::dismiss);
  keepCaptureTexts(c, view,
                   tr("Every op of some steps of a run appears here: each run captures them once, and C captures more.\n"
                      "A trace of another profiler opens with Ctrl+Shift+O, or is dropped here."));
  return view;
}

}  // namespace stepscope
