// What the views hear of the session and the store, and what they ask of them.
#include <QAction>
#include <QDockWidget>
#include <QMenu>

#include "app/desktop/checkpoints_desk.h"
#include "app/desktop/compare_desk.h"
#include "app/desktop/example_project.h"
#include "app/desktop/exchange_desk.h"
#include "app/desktop/main_window.h"
#include "app/desktop/run_bar.h"
#include "views/common/range_state.h"
#include "views/common/selection.h"
#include "views/curves/breakdown_card.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/flame/flame_view.h"
#include "views/gpu/gpu_view.h"
#include "views/graph/graph_view.h"
#include "views/histograms/histograms_view.h"
#include "views/inspector/inspector.h"
#include "views/memory/memory_view.h"
#include "views/predictions/predictions_view.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/sweeps/sweeps_view.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_view.h"

namespace stepscope {

void MainWindow::connectSession() {
  connect(session_, &Session::projectChanged, this, [this] {
    const Project& project = *session_->project();
    resetForProject();
    switchesModel_->setProject(project);
    project_->setProject(&project);
    runBar_->setProjectName(QString::fromStdString(project.name));
    showRunName();
    setWindowTitle(tr("%1 — Stepscope").arg(QString::fromStdString(project.name)));
    updateState();
  });
  connect(session_, &Session::projectFileChanged, this, &MainWindow::showFileChanged);
  connect(session_, &Session::reloaded, this, &MainWindow::takeReloaded);
  connect(project_, &ProjectPanel::focusReturned, this, [this] { tabs_->currentWidget()->setFocus(); });
  connect(session_, &Session::factsPending, project_, &ProjectPanel::setPending);
  connect(session_, &Session::factsChanged, this, [this] {
    project_->setFacts(&*session_->facts());
    switchesModel_->setInput(session_->facts()->input, session_->facts()->validationSamples > 0, session_->facts()->trainSamples);
  });
  connect(session_, &Session::trainingChanged, this, [this](bool training) {
    project_->setTraining(training);
    firstRuns_ = false;  // the run that was watched stays as it is; loading it again would clear what was selected
    updateState();
    showRunName();
    if (!training) askPeaks();
    if (!training && closing_) close();
  });
  connect(session_, &Session::stateChanged, this, &MainWindow::updateState);
  connect(session_, &Session::started, this, [this](const StartEvent& start) {
    shownRuns_ = {start.run};
    showHistogramsOf(start.run, start.runName);
    curvesModel_->begin(start);
    if (start.firstStep > 0) store_->loadHistory(start.run);
    runBar_->setRunName(QString::fromStdString(start.runName));
    store_->poll();
  });
  connect(session_, &Session::stepsArrived, curvesModel_, &CurvesModel::addSteps);
  connect(session_, &Session::epochArrived, curvesModel_, &CurvesModel::addEpoch);
  connect(session_, &Session::markerArrived, curvesModel_, &CurvesModel::addMarker);
  connect(session_, &Session::planChanged, this, [this] {
    inspector_->setPlan(session_->plan());
    memory_->setPlan(session_->plan());
    graph_->setPlan(session_->plan());
    project_->setProblem(session_->planProblem() ? plainText(*session_->planProblem()) : QString());
    updateMemory();
    updateState();
  });
  connect(session_, &Session::ended, this, [this](const EndEvent& end) {
    // What is resident of the plan that ran last, which is the one that is shown; the run's own peak may be of an earlier one.
    if (const auto& rows = session_->switchRows(); !rows.empty() && rows.back().measuredPeakBytes > 0 && end.run == session_->run())
      memory_->setMeasuredPeak(rows.back().measuredPeakBytes);
    store_->poll();
  });
  connect(session_, &Session::settingsChanged, this, [this] {
    project_->setProject(&*session_->project());
    if (session_->facts()) project_->setFacts(&*session_->facts());
    updateState();
  });
  connect(histograms_, &HistogramsView::keepRequested, this, &MainWindow::keepHistograms);
  connect(selection_, &Selection::nodeChanged, this, [this](int node) {
    const auto plan = session_->plan();
    if (plan && node >= 0 && static_cast<std::size_t>(node) < plan->graph.nodes().size())
      histograms_->chooseLayer(QString::fromStdString(plan->graph.node(node).scope));
  });
  connect(session_, &Session::switchRowsChanged, this, [this] {
    project_->setSwitchRows(session_->switchRows());
    curvesModel_->setSwitchRows(session_->switchRows());
    switchesModel_->askAgain();
  });
  connect(session_, &Session::switchesChanged, this, [this] { switchesModel_->setApplied(session_->project()->switches); });
  connect(session_, &Session::message, this, &MainWindow::sayOfRun);
  connect(project_, &ProjectPanel::applyRequested, session_, &Session::setSwitches);
  connect(switchesModel_, &SwitchesModel::predictionChanged, this, &MainWindow::updateMemory);
  connect(curves_, &CurvesView::trainRequested, this, [this] {
    if (session_->project())
      train();
    else if (const QString example = exampleProject(); !example.isEmpty())
      openProject(example);
    else
      actions_->openProject->trigger();
  });
  connect(sweeps_, &SweepsView::activeChanged, this, [this](bool active) {
    store_->poll();
    if (!active && closing_) close();
  });
  connect(sweeps_, &SweepsView::runsRequested, this, &MainWindow::showInRuns);
  connect(sweeps_, &SweepsView::projectRequested, actions_->openProject, &QAction::trigger);
  connect(predictions_, &PredictionsView::trainRequested, this, [this] {
    session_->project() ? train() : actions_->openProject->trigger();
  });
  connect(timeline_, &TimelineView::captureRequested, this, [this] {
    if (session_->training())
      session_->capture();
    else if (session_->project())
      train();
    else
      actions_->openTrace->trigger();
  });
  connect(memory_, &MemoryView::planRequested, this, [this] {
    if (session_->planProblem())
      openProject(QString::fromStdString(session_->project()->file));  // it may have been mended since
    else if (session_->project())
      session_->planNow();
    else
      actions_->openProject->trigger();
  });
  connect(graph_, &GraphView::planRequested, memory_, &MemoryView::planRequested);
  connect(session_, &Session::captured, graph_, [this] { graph_->setCapture(session_->trace()); });
  connect(graph_, &GraphView::layerActivated, this, [this](const QString& scope, int node) {
    showTab(timeline_);
    timeline_->find(QStringLiteral("layer:") + scope);
    if (node >= 0) selection_->setNode(node);
  });
  connect(curves_->breakdown(), &BreakdownCard::layerActivated, this, [this](const QString& layer) {
    if (layer.isEmpty()) return;
    showTab(timeline_);
    timeline_->find(QStringLiteral("layer:") + layer);
  });
  connect(gpu_, &GpuView::kernelActivated, this, [this](const QString& name) {
    showTab(timeline_);
    timeline_->find(name);
  });
  connect(flame_, &FlameView::found, this, [this](const QString& name) {
    showTab(timeline_);
    timeline_->find(name);
  });
  connect(flame_, &FlameView::captureRequested, timeline_, &TimelineView::captureRequested);
  connect(gpu_, &GpuView::rangeActivated, this, [this](TimeRange range) {
    showTab(timeline_);
    selection_->ranges()->setSelected(range);
    selection_->ranges()->setSeen(range);
  });
  connect(runBar_->deviceMenu(), &QMenu::aboutToShow, this, &MainWindow::fillDeviceMenu);
  connect(session_, &Session::polled, inspector_, &Inspector::refreshRun);
  // Empty it would only take room.
  connect(inspector_, &Inspector::emptied, this, [this] {
    if (!inspectorDock_->isFloating()) inspectorDock_->hide();
  });
  connect(inspector_, &Inspector::described, this, [this] {
    if (inspectorWanted_ && !inspectorDock_->isVisible()) inspectorDock_->show();
  });
  connect(inspectorDock_->toggleViewAction(), &QAction::triggered, this, [this](bool visible) { inspectorWanted_ = visible; });
}

void MainWindow::connectStore() {
  connect(store_, &RunsStore::runsChanged, this, [this](const std::vector<RunInfo>& runs) {  // the table has them by rowsChanged()
    updateState();
    if (session_->training()) histograms_->refresh();
    predictions_->refresh();
    if (firstRuns_ && !runs.empty()) {
      firstRuns_ = false;
      if (!session_->training()) {
        showRuns({runs.front().id});
      }
    }
    showRunName();
    followShown();
    inspector_->refreshRun();
  });
  connect(exchange_, &ExchangeDesk::showRequested, this, &MainWindow::showTab);
  connect(exchange_, &ExchangeDesk::message, this, &MainWindow::say);
  connect(exchange_, &ExchangeDesk::projectWanted, actions_->openProject, &QAction::trigger);
  connect(store_, &RunsStore::historyLoaded, curvesModel_, &CurvesModel::addHistory);
  connect(runs_, &RunsView::trainRequested, this, &MainWindow::train);
  connect(runs_, &RunsView::resumeRequested, this, &MainWindow::resumeRun);
  connect(runs_, &RunsView::reportRequested, this, &MainWindow::openReport);
  connect(runs_, &RunsView::checkpointsRequested, checkpoints_, &CheckpointsDesk::open);
  connect(checkpoints_, &CheckpointsDesk::resumeRequested, this, &MainWindow::resumeRun);
  connect(checkpoints_, &CheckpointsDesk::forkBegun, this, [this] {
    bar_->dismiss();
    showTab(curves_);
  });
  connect(runs_, &RunsView::showRequested, this, [this](const std::vector<RunId>& runs) {
    if (runs.empty()) return;
    showRuns(runs);
    if (runs.size() == 1) return showTab(curves_);
    comparison_->compare({runs.rbegin(), runs.rend()});  // the table is newest first, a baseline is the oldest
  });
  connect(comparison_, &CompareDesk::showRequested, this, &MainWindow::showTab);
  connect(comparison_, &CompareDesk::runShown, this, [this] { showRunName(); });
  connect(comparison_, &CompareDesk::curvesRequested, this, [this](const std::vector<RunId>& runs) {
    showRuns(runs);
    showTab(curves_);
  });
  const auto back = [this] {
    if (session_->training() && curvesModel_->live()) {
      shownRuns_ = {session_->run()};
      curvesModel_->showLive();
      if (const RunInfo* run = runsModel_->find(session_->run())) showHistogramsOf(run->id, run->name);
      showRunName();
    } else if (!runsModel_->runs().empty()) {
      showRuns({runsModel_->runs().front().id});
    }
  };
  connect(curves_, &CurvesView::liveRequested, this, back);
  connect(runBar_, &RunBar::backRequested, this, back);
}

}  // namespace stepscope
