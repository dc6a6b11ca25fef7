// The Graph tab's plan and times, and the layers that it leads to.
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/graph/graph_view.h"
#include "views/session/empty_texts.h"
#include "views/session/session.h"
#include "views/session/shown_trace.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

namespace stepscope {

QWidget* makeGraphView(const ViewContext& c) {
  auto* view = new GraphView(&c.selection);
  QObject::connect(&c.session, &Session::planChanged, view, [c, view] { view->setPlan(c.session.plan()); });
  QObject::connect(&c.session, &Session::captured, view, [c, view] { view->setCapture(c.session.trace()); });
  QObject::connect(&c.trace, &ShownTrace::rangeShown, view, [c, view] { view->setRange(c.trace.trace(), c.selection.timeRange()); });
  QObject::connect(view, &GraphView::planRequested, &c.window, &WindowRequests::planRequested);
  QObject::connect(view, &GraphView::layerActivated, view, [c](const QString& scope, int node) {
    c.trace.find(QStringLiteral("layer:") + scope);
    if (node >= 0) c.selection.setNode(node);
  });
  keepPlanTexts(c, view, tr("The step cannot be built"), tr("No graph yet"),
                tr("The layers of the training step appear here, with parameters, arithmetic, memory and, after a capture, time."));
  return view;
}

}  // namespace stepscope
