// The Sweeps tab in its window: its queue trains instead of the session, and its runs are shown in the table.
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/sweeps/sweeps_view.h"

namespace stepscope {

QWidget* makeSweepsView(const ViewContext& c) {
  auto* view = new SweepsView(&c.session);
  QObject::connect(view, &SweepsView::activeChanged, &c.session, &Session::setQueueTrains);
  QObject::connect(view, &SweepsView::runsRequested, &c.run, &ShownRun::tableRequested);
  QObject::connect(view, &SweepsView::projectRequested, view, [c] { Q_EMIT c.window.projectRequested({}); });
  QObject::connect(&c.window, &WindowRequests::queueStopRequested, view, &SweepsView::stop);
  return view;
}

}  // namespace stepscope
