// Connects the Curves tab to the run in training, the displayed runs, and the window.
#include "views/common/empty_state.h"
#include "views/common/text.h"
#include "views/curves/breakdown_card.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/session/empty_texts.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

namespace stepscope {
namespace {

void feed(CurvesModel& model, const ViewContext& c) {
  QObject::connect(&c.session, &Session::projectChanged, &model, &CurvesModel::clear);
  QObject::connect(&c.session, &Session::started, &model, &CurvesModel::begin);
  QObject::connect(&c.session, &Session::stepsArrived, &model, &CurvesModel::addSteps);
  QObject::connect(&c.session, &Session::epochArrived, &model, &CurvesModel::addEpoch);
  QObject::connect(&c.session, &Session::markerArrived, &model, &CurvesModel::addMarker);
  QObject::connect(&c.session, &Session::switchRowsChanged, &model, [&model, c] { model.setSwitchRows(c.session.switchRows()); });
  QObject::connect(&c.run, &ShownRun::liveWanted, &model, &CurvesModel::showLive);
}

void showEmptyTexts(const ViewContext& c, CurvesView* view) {
  const bool training = c.session.training();
  if (c.session.project())
    view->emptyState()->setTexts(
        training ? tr("Preparing the run") : tr("No curves yet"),
        training ? tr("The data is opened, the step is planned and kernels are timed. Curves appear with the first step.")
                 : tr("Loss, accuracy, learning rate and throughput appear here while a run trains, and for every run that is kept."),
        training ? QString() : tr("Train"));
  else
    view->emptyState()->setTexts(tr("No project is open"),
                                 tr("A project file says which model to train on what. Open one with Ctrl+O, drop one here, or make one "
                                    "with Ctrl+N."),
                                 c.example.isEmpty() ? tr("Open Project...") : tr("Open the example"));
}

// Offers the run before the displayed one for a comparison, unless the displayed run is in training.
void offerPrevious(const ViewContext& c, CurvesView* view) {
  const auto& shown = c.curves.runs();
  const RunInfo* run = shown.size() == 1 ? c.run.find(shown.front()->id) : nullptr;
  const RunInfo* before = nullptr;
  for (const RunInfo& one : c.run.known())
    if (run && one.id < run->id && one.step > 0 && (!before || one.id > before->id)) before = &one;
  const bool ended = run && run->status != RunStatus::Running;
  view->setPrevious(ended && before ? before->id : 0, before ? text(before->name) : QString());
}

}  // namespace

QWidget* makeCurvesView(const ViewContext& c) {
  feed(c.curves, c);
  auto* view = new CurvesView(&c.curves, &c.selection);
  c.undo.add(view->zooms(), view);
  QObject::connect(view, &CurvesView::trainRequested, view,
                   [c] { c.session.project() ? Q_EMIT c.window.trainRequested() : Q_EMIT c.window.projectRequested(c.example); });
  QObject::connect(view, &CurvesView::liveRequested, &c.run, &ShownRun::showHome);
  QObject::connect(view, &CurvesView::compareRequested, &c.run, &ShownRun::comparisonRequested);
  QObject::connect(view, &CurvesView::runShown, view, [c, view] { offerPrevious(c, view); });
  // The connection is queued, so that this runs after all other listeners.
  QObject::connect(
      &c.run, &ShownRun::knownChanged, view, [c, view] { offerPrevious(c, view); }, Qt::QueuedConnection);
  QObject::connect(&c.run, &ShownRun::curvesRequested, view, [c] { Q_EMIT c.window.viewRequested(QStringLiteral("curves")); });
  QObject::connect(&c.window, &WindowRequests::fitRequested, view, &CurvesView::fit);
  QObject::connect(&c.trace, &ShownTrace::breakdownChanged, view,
                   [c, view] { view->breakdown()->setBreakdown(c.trace.breakdown(), c.trace.breakdownNote()); });
  QObject::connect(view->breakdown(), &BreakdownCard::layerActivated, view, [c](const QString& layer) {
    if (!layer.isEmpty()) c.trace.find(QStringLiteral("layer:") + layer);
  });
  whenSessionChanges(c, view, [c, view] { showEmptyTexts(c, view); });
  return view;
}

}  // namespace stepscope
