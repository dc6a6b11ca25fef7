// The Memory tab's plan, range and measured peak, and what its empty page says.
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/memory/memory_view.h"
#include "views/session/empty_texts.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

namespace stepscope {

QWidget* makeMemoryView(const ViewContext& c) {
  auto* view = new MemoryView(&c.selection);
  c.undo.add(c.selection.ranges()->history(), view);
  QObject::connect(&c.session, &Session::planChanged, view, [c, view] { view->setPlan(c.session.plan()); });
  QObject::connect(&c.trace, &ShownTrace::rangeShown, view, [c, view] { view->setNodeRange(c.trace.planNodes()); });
  QObject::connect(&c.session, &Session::ended, view, [c, view](const EndEvent& end) {
    // What is resident of the plan that ran last, which is the one that is shown; the run's own peak may be of an earlier one.
    if (const auto& rows = c.session.switchRows(); !rows.empty() && rows.back().measuredPeakBytes > 0 && end.run == c.session.run())
      view->setMeasuredPeak(rows.back().measuredPeakBytes);
  });
  QObject::connect(view, &MemoryView::planRequested, &c.window, &WindowRequests::planRequested);
  keepPlanTexts(c, view, tr("The step cannot be planned"), tr("No plan yet"),
                tr("The memory plan of the training step appears here, op by op, with what is alive at each."));
  return view;
}

}  // namespace stepscope
