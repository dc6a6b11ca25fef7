// Whose predictions the tab shows.
#include "views/predictions/predictions_view.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

namespace stepscope {

QWidget* makePredictionsView(const ViewContext& c) {
  auto* view = new PredictionsView;
  QObject::connect(&c.run, &ShownRun::firstChanged, view, [c, view] {
    view->setRun(c.session.project() ? QString::fromStdString(c.session.project()->storePath()) : QString(), c.run.first());
  });
  QObject::connect(&c.run, &ShownRun::knownChanged, view, &PredictionsView::refresh);
  QObject::connect(&c.session, &Session::projectChanged, view, [view] { view->setProjectOpen(true); });
  QObject::connect(view, &PredictionsView::trainRequested, view,
                   [c] { c.session.project() ? Q_EMIT c.window.trainRequested() : Q_EMIT c.window.projectRequested({}); });
  view->setProjectOpen(c.session.project().has_value());
  return view;
}

}  // namespace stepscope
