// Connects the Histograms tab to the displayed run, and turns on histograms in a project.
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/histograms/histograms_view.h"
#include "views/session/empty_texts.h"
#include "views/session/session.h"
#include "views/session/setting_change.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

namespace stepscope {
namespace {

bool keepsHistograms(const Session& session) {
  return session.project() && (session.project()->train.histograms.everySteps > 0 || session.project()->train.histograms.everyEpochs > 0);
}

// The empty view's button: opens a project, makes the next runs keep histograms, or trains such a run.
void keepHistograms(const ViewContext& c) {
  if (!c.session.project()) return Q_EMIT c.window.projectRequested({});
  if (keepsHistograms(c.session)) return Q_EMIT c.window.trainRequested();
  c.session.keepHistograms(1);
  const auto say = [&window = c.window](const Message& message) { Q_EMIT window.message(message); };
  say(changedForThisSession(tr("The next run keeps histograms of every epoch"), QString::fromStdString(c.session.project()->file),
                            QStringLiteral("train.histograms.every_epochs"), QStringLiteral("1"), say));
}

void showEmptyTexts(const ViewContext& c, HistogramsView* view) {
  const bool open = c.session.project().has_value(), kept = keepsHistograms(c.session);
  view->setEmptyTexts(kept ? tr("No histograms yet") : tr("No histograms kept"),
                      kept   ? tr("The weights of each layer and their gradients appear here with the first histograms that the next run keeps.")
                      : open ? tr("Weights and gradients of each layer appear here, over the steps of a run that keeps them.\n"
                                  "The keys every_epochs and every_steps of [train.histograms] ask for it.")
                             : tr("The weights of each layer and their gradients appear here, over the steps of a run that keeps histograms."),
                      !open                  ? tr("Open Project...")
                      : c.session.training() ? QString()
                      : kept                 ? tr("Train")
                                             : tr("Keep Them Every Epoch"));
}

}  // namespace

QWidget* makeHistogramsView(const ViewContext& c) {
  auto* view = new HistogramsView;
  QObject::connect(&c.run, &ShownRun::firstChanged, view, [c, view] {
    view->setRun(c.session.project() ? QString::fromStdString(c.session.project()->storePath()) : QString(), c.run.first(), c.run.firstName());
  });
  QObject::connect(&c.run, &ShownRun::knownChanged, view, [c, view] {
    if (c.session.training()) view->refresh();
  });
  QObject::connect(&c.selection, &Selection::nodeChanged, view, [c, view](int node) {
    const auto plan = c.session.plan();
    if (plan && node >= 0 && NodeId(node) < plan->graph.nodes().size()) view->chooseLayer(QString::fromStdString(plan->graph.node(node).scope));
  });
  QObject::connect(view, &HistogramsView::keepRequested, view, [c] { keepHistograms(c); });
  const auto update = [c, view] { showEmptyTexts(c, view); };
  for (const auto signal : {&Session::settingsChanged, &Session::reloaded}) QObject::connect(&c.session, signal, view, update);
  whenSessionChanges(c, view, update);
  return view;
}

}  // namespace stepscope
