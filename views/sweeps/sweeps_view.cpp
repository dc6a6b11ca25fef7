#include "views/sweeps/sweeps_view.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/project/switches.h"
#include "views/common/card.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/sweeps/plan_editor.h"
#include "views/sweeps/sweeps_model.h"
#include "views/words/engine_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope {

namespace {

constexpr int kPlanMs = 300;  // after the last key press

// The switches that were changed in the window but not in the file. A sweep uses the project's present switches.
Overrides turnedInTheWindow(const Project& project) {
  Overrides overrides;
  const Project file = loadProject(project.file);
  for (const SwitchDef& def : switchDefs())
    if (const std::int64_t value = def.get(project.switches); value != def.get(file.switches))
      overrides.emplace_back("switches." + def.key, valueText(def, value));
  return overrides;
}

}  // namespace

SweepsView::SweepsView(Session* session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new SweepsModel(this)),
      bar_(new MessageBar),
      sentence_(new QLabel),
      of_(new QLabel),
      problem_(new QLabel),
      planCard_(new Card(tr("Plan"))),
      queueCard_(new Card(tr("Queue"))),
      editor_(new PlanEditor),
      table_(new QTableView),
      start_(new QPushButton(tr("Start"))),
      pause_(new QPushButton(tr("Pause After This Run"))),
      stop_(new QPushButton(tr("Stop"))),
      up_(new QPushButton(tr("Up"))),
      down_(new QPushButton(tr("Down"))),
      skip_(new QPushButton(tr("Skip"))),
      show_(new QPushButton(tr("Show in Runs"))),
      open_(new QPushButton(tr("Open Project..."))),
      later_(new QTimer(this)) {
  sentence_->setWordWrap(true);
  sentence_->setFont(textFont(20, QFont::DemiBold));
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  of_->setWordWrap(true);
  of_->setProperty("role", "dim");
  problem_->setWordWrap(true);
  problem_->setProperty("role", "bad");
  problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);

  planCard_->body()->addWidget(editor_, 1);
  planCard_->body()->addWidget(problem_);
  planCard_->setMinimumWidth(300);

  table_->setModel(model_);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setAlternatingRowColors(true);
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(28);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setSectionResizeMode(SweepsModel::Name, QHeaderView::Stretch);
  const int widths[] = {40, 0, 84, 140, 80, 80, 84};
  for (int column = 0; column < SweepsModel::ColumnCount; ++column)
    if (widths[column] > 0) table_->setColumnWidth(column, widths[column]);
  table_->setAccessibleName(tr("Runs of the sweep"));
  start_->setProperty("primary", true);
  start_->setToolTip(tr("Trains the runs that wait, one after the other"));
  pause_->setCheckable(true);
  pause_->setToolTip(tr("The run in training ends as planned; the next one waits for Start"));
  stop_->setToolTip(tr("Saves a checkpoint and ends the run; the others wait"));
  up_->setToolTip(tr("Trains the selected runs earlier"));
  down_->setToolTip(tr("Trains the selected runs later"));
  skip_->setToolTip(tr("Skips the selected runs, or includes them again"));
  show_->setToolTip(tr("Shows the selected runs, or the whole group, in the table of runs"));
  auto* buttons = new QHBoxLayout;
  for (QPushButton* button : {start_, pause_, stop_}) buttons->addWidget(button);
  buttons->addStretch(1);
  auto* order = new QHBoxLayout;
  for (QPushButton* button : {up_, down_, skip_}) order->addWidget(button);
  order->addStretch(1);
  order->addWidget(show_);
  queueCard_->addToHeader(pictureButton({table_, QStringLiteral("sweep"), [this] { return model_->table(); }}, queueCard_));
  queueCard_->body()->addLayout(buttons);
  queueCard_->body()->addWidget(table_, 1);
  queueCard_->body()->addLayout(order);

  auto* both = new QSplitter(Qt::Horizontal);
  both->addWidget(planCard_);
  both->addWidget(queueCard_);
  both->setSizes({440, 700});
  both->setChildrenCollapsible(false);
  both->setHandleWidth(10);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  layout->addWidget(bar_);
  layout->addWidget(sentence_);
  layout->addWidget(of_);
  auto* openLine = new QHBoxLayout;
  openLine->addWidget(open_);
  openLine->addStretch(1);
  layout->addLayout(openLine);
  layout->addWidget(both, 1);

  later_->setSingleShot(true);
  later_->setInterval(kPlanMs);
  connect(later_, &QTimer::timeout, this, &SweepsView::makeQueue);
  connect(editor_, &PlanEditor::edited, this, [this] {
    touched_ = true;
    lookForKept_ = false;
    planLater();
  });
  connect(model_, &SweepsModel::changed, this, &SweepsView::update);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SweepsView::updateButtons);
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
    if (const RunId run = model_->runs()[static_cast<std::size_t>(index.row())].run; run > 0) Q_EMIT runsRequested({run});
  });
  connect(start_, &QPushButton::clicked, this, &SweepsView::startQueue);
  connect(pause_, &QPushButton::clicked, this, [this](bool on) {
    if (SweepQueue* queue = model_->queue()) queue->pauseAfterRun(on);
    model_->poll();
  });
  connect(stop_, &QPushButton::clicked, this, &SweepsView::stop);
  connect(up_, &QPushButton::clicked, this, [this] { moveSelected(-1); });
  connect(down_, &QPushButton::clicked, this, [this] { moveSelected(1); });
  connect(skip_, &QPushButton::clicked, this, &SweepsView::skipSelected);
  connect(show_, &QPushButton::clicked, this, &SweepsView::showRuns);
  connect(open_, &QPushButton::clicked, this, &SweepsView::projectRequested);
  connect(session_, &Session::projectChanged, this, [this] { takeProject(true); });
  connect(session_, &Session::reloaded, this, [this] { takeProject(false); });
  connect(session_, &Session::switchesChanged, this, [this] {
    if (!begun()) planLater();
  });
  connect(session_, &Session::trainingChanged, this, &SweepsView::updateButtons);
  takeProject(true);
}

SweepsView::~SweepsView() = default;

bool SweepsView::active() const {
  return model_->active();
}

QString SweepsView::sentence() const {
  return sentence_->text();
}

QString SweepsView::problem() const {
  return problem_->text();
}

bool SweepsView::planning() const {
  return later_->isActive() || job_.busy();
}

void SweepsView::takeProject(bool other) {
  const auto& project = session_->project();
  editor_->setProject(project ? &*project : nullptr);
  if (other) {
    touched_ = false;
    lookForKept_ = true;
    model_->setQueue(nullptr);
    bar_->dismiss();
  }
  if (begun()) return;  // its results stay visible until the plan changes
  if (project && !touched_) editor_->setPlan(planOf(project->sweep));
  planLater();
}

bool SweepsView::begun() const {
  return active() || std::any_of(model_->runs().begin(), model_->runs().end(), [](const SweepRun& run) { return run.run > 0; });
}

// While the queue trains, the plan cannot change.
void SweepsView::planLater() {
  if (active()) return;
  later_->start();
  update();
}

void SweepsView::makeQueue() {
  if (!session_->project() || active()) return update();
  const SweepPlan plan = editor_->plan();
  const bool nothing = plan.kind == SweepKind::List ? plan.list.trimmed().isEmpty() : plan.rows.empty();
  const bool look = std::exchange(lookForKept_, false);
  if (nothing && !look) {
    job_.cancel();
    problem_->clear();
    return model_->setQueue(nullptr);
  }
  SweepOptions options;
  options.device = session_->device();
  job_.start([this, plan, options, nothing, look, project = *session_->project()](const std::atomic<bool>&) -> std::function<void()> {
    QString problem;
    try {
      auto queue = std::make_shared<std::unique_ptr<SweepQueue>>(look ? SweepQueue::kept(project.file, options) : nullptr);
      if (!*queue && !nothing) *queue = std::make_unique<SweepQueue>(project.file, turnedInTheWindow(project), runsOf(specOf(plan)), options);
      return [this, queue] {
        if (active()) return;
        problem_->clear();
        model_->setQueue(std::move(*queue));
      };
    } catch (const Error& error) {
      problem = plainText(messageOf(error));
    } catch (const std::exception& error) {
      problem = engineText(error);
    }
    return [this, problem] {
      if (active()) return;
      problem_->setText(problem);
      model_->setQueue(nullptr);
    };
  });
  update();
}

void SweepsView::update() {
  const bool open = session_->project().has_value(), now = active();
  const auto& runs = model_->runs();
  const int all = static_cast<int>(runs.size());
  const int waiting = model_->count(SweepRunState::Waiting), skipped = model_->count(SweepRunState::Skipped);
  const int finished = model_->count(SweepRunState::Finished), failed = model_->count(SweepRunState::Failed),
            stopped = model_->count(SweepRunState::Stopped);
  open_->setVisible(!open);
  planCard_->setEnabled(open && !now);
  problem_->setVisible(!problem_->text().isEmpty());
  QStringList parts;
  const auto part = [&](int count, const QString& what) {
    if (count > 0) parts << QStringLiteral("%1 %2").arg(formatCount(count), what);
  };
  if (!open) {
    sentence_->setText(tr("No project is open"));
    of_->setText(tr("A sweep trains a project several times, with other switches or settings."));
  } else if (all == 0) {
    sentence_->setText(tr("No sweep is planned"));
    of_->setText(tr("Add a switch or a setting with its values; each combination becomes a run of the queue."));
  } else {
    const auto current = std::find_if(
        runs.begin(), runs.end(), [](const SweepRun& run) { return run.state == SweepRunState::Preparing || run.state == SweepRunState::Running; });
    part(finished, tr("finished"));
    part(failed, tr("failed"));
    part(stopped, tr("stopped"));
    part(waiting, tr("waiting"));
    part(skipped, tr("skipped"));
    if (current != runs.end()) {
      sentence_->setText(tr("Run %1 of %2 trains: %3").arg(current - runs.begin() + 1).arg(all).arg(text(current->name)));
      if (!current->message.empty() && current->state == SweepRunState::Preparing) parts << engineText(current->message);
      if (model_->pausing()) parts << tr("pauses after this run");
    } else if (finished + failed + stopped == 0) {
      sentence_->setText(tr("%1 planned, one after the other").arg(counted(all, tr("run"), tr("runs"))));
    } else {
      sentence_->setText(waiting > 0 ? tr("The queue rests: %1 of %2 done").arg(finished).arg(all)
                                     : tr("%1 of %2 done").arg(finished).arg(counted(all, tr("run"), tr("runs"))));
      // The best run by the metric of the task.
      const SweepRun* best = nullptr;
      for (const SweepRun& run : runs)
        if (std::isfinite(run.bestValidation) && infoOf(run.task).best.isBetter(run.bestValidation, best ? best->bestValidation : kNaN)) best = &run;
      if (best)
        parts << tr("best %1 %2: %3")
                     .arg(engineText(infoOf(best->task).best.title), formatMetric(infoOf(best->task).best, best->bestValidation), text(best->name));
    }
    if (SweepQueue* queue = model_->queue()) parts << tr("group \"%1\"").arg(text(queue->group()));
    of_->setText(parts.join(QStringLiteral(" · ")));
  }
  queueCard_->setNote(all > 0 ? counted(all, tr("run"), tr("runs")) : QString());
  updateButtons();
  if (std::exchange(wasActive_, now) != now) Q_EMIT activeChanged(now);
}

void SweepsView::updateButtons() {
  const bool now = active();
  bool unbegun = false, anySkipped = false;
  for (const int id : selectedIds()) {
    const SweepRun& run = model_->runs()[static_cast<std::size_t>(model_->rowOf(id))];
    unbegun = unbegun || run.state == SweepRunState::Waiting || run.state == SweepRunState::Skipped;
    anySkipped = anySkipped || run.state == SweepRunState::Skipped;
  }
  start_->setEnabled(model_->count(SweepRunState::Waiting) > 0 && (!now || model_->pausing()) && !planning());
  start_->setText(model_->count(SweepRunState::Finished) + model_->count(SweepRunState::Stopped) > 0 ? tr("Continue") : tr("Start"));
  pause_->setEnabled(now);
  pause_->setChecked(now && model_->pausing());
  stop_->setEnabled(now);
  up_->setEnabled(unbegun);
  down_->setEnabled(unbegun);
  skip_->setEnabled(unbegun);
  skip_->setText(anySkipped ? tr("Take Back In") : tr("Skip"));
  show_->setEnabled(std::any_of(model_->runs().begin(), model_->runs().end(), [](const SweepRun& run) { return run.run > 0; }));
}

void SweepsView::startQueue() {
  SweepQueue* queue = model_->queue();
  if (!queue) return;
  if (session_->training()) {
    Message message;
    message.level = Message::Level::Warning;
    message.what = tr("A run is training");
    message.cure = tr("Two at once would slow each other down. Start the sweep when it has ended");
    return bar_->showMessage(message);
  }
  bar_->dismiss();
  queue->start();
  model_->poll();
}

void SweepsView::stop() {
  if (SweepQueue* queue = model_->queue()) queue->stop();
  model_->poll();
}

std::vector<int> SweepsView::selectedIds() const {
  std::vector<int> ids;
  QModelIndexList rows = table_->selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  for (const QModelIndex& row : rows)
    if (row.row() < static_cast<int>(model_->runs().size())) ids.push_back(model_->runs()[static_cast<std::size_t>(row.row())].id);
  return ids;
}

void SweepsView::moveSelected(int by) {
  std::vector<int> ids = selectedIds();
  if (by > 0) std::reverse(ids.begin(), ids.end());  // so that the order of selected neighbours stays
  for (const int id : ids)
    if (SweepQueue* queue = model_->queue()) queue->move(id, by);
  model_->poll();
}

void SweepsView::skipSelected() {
  const bool back = skip_->text() == tr("Take Back In");
  for (const int id : selectedIds())
    if (SweepQueue* queue = model_->queue()) queue->skip(id, !back);
  model_->poll();
}

// Shows the selected runs that have begun, else all of the sweep.
void SweepsView::showRuns() {
  std::vector<RunId> runs;
  for (const int id : selectedIds())
    if (const RunId run = model_->runs()[static_cast<std::size_t>(model_->rowOf(id))].run; run > 0) runs.push_back(run);
  if (runs.empty())
    for (const SweepRun& run : model_->runs())
      if (run.run > 0) runs.push_back(run.run);
  Q_EMIT runsRequested(runs);
}

// Connects the Sweeps tab: its queue trains instead of the session, and its runs are shown in the table.
QWidget* makeSweepsView(const ViewContext& c) {
  auto* view = new SweepsView(&c.session);
  QObject::connect(view, &SweepsView::activeChanged, &c.session, &Session::setQueueTrains);
  QObject::connect(view, &SweepsView::runsRequested, &c.run, &ShownRun::tableRequested);
  QObject::connect(view, &SweepsView::projectRequested, view, [c] { Q_EMIT c.window.projectRequested({}); });
  QObject::connect(&c.window, &WindowRequests::queueStopRequested, view, &SweepsView::stop);
  return view;
}

}  // namespace stepscope
