// What the Flame tab shows of the trace on display, and what it asks for.
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/flame/flame_view.h"
#include "views/session/empty_texts.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

namespace stepscope {

QWidget* makeFlameView(const ViewContext& c) {
  auto* view = new FlameView(&c.selection);
  c.undo.add(c.selection.ranges()->history(), view);
  QObject::connect(&c.trace, &ShownTrace::changed, view, [c, view] { view->setTrace(c.trace.trace()); });
  QObject::connect(view, &FlameView::found, &c.trace, &ShownTrace::find);
  QObject::connect(view, &FlameView::captureRequested, &c.window, &WindowRequests::recordRequested);
  keepCaptureTexts(c, view, tr("What nests in what appears here, summed: phases, layers and ops of the captured steps, or the calls of any trace."));
  return view;
}

}  // namespace stepscope
