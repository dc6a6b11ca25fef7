#include "views/memory/memory_view.h"

#include <algorithm>

#include "views/common/card.h"
#include "views/common/elided_label.h"
#include "views/common/empty_state.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/table_file.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/memory/alive_table_model.h"
#include "views/memory/memory_chart.h"
#include "views/session/empty_texts.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope {
namespace {

const QString kDot = QStringLiteral(" · ");

QString swatch(Category category, const QString& text) {
  return QStringLiteral("<span style=\"color:%1\">■</span> %2").arg(categoryColor(category).name(), text.toHtmlEscaped());
}

QString roleName(Role role) {
  switch (role) {
    case Role::Input: return MemoryView::tr("inputs");
    case Role::Scalar: return MemoryView::tr("scalars");
    case Role::Parameter: return MemoryView::tr("parameters");
    case Role::Frozen: return MemoryView::tr("frozen parameters");
    case Role::Buffer: return MemoryView::tr("buffers");
    case Role::OptimizerState: return MemoryView::tr("optimizer state");
    case Role::Activation: return MemoryView::tr("activations");
    case Role::Gradient: return MemoryView::tr("gradients");
    case Role::Workspace: return MemoryView::tr("workspace");
  }
  return {};
}

}  // namespace

MemoryView::MemoryView(Selection* selection, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      stack_(new QStackedLayout(this)),
      empty_(new EmptyState(tr("No memory plan yet"),
                            tr("This view shows how a training step uses memory, op by op, and where the peak is. Opening a project plans it."), {},
                            this)),
      content_(new QWidget(this)) {
  connect(empty_, &EmptyState::activated, this, &MemoryView::planRequested);
  stack_->addWidget(empty_);
  stack_->addWidget(content_);

  auto* header = new QFrame(content_);
  header->setProperty("card", true);
  auto* headerLayout = new QHBoxLayout(header);
  headerLayout->setContentsMargins(14, 6, 8, 6);
  heading_ = new ElidedLabel({}, header);
  heading_->setProperty("role", "heading");
  saving_ = new ElidedLabel({}, header);
  saving_->setProperty("role", "dim");
  saving_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  toPeak_ = new QToolButton(header);
  toPeak_->setProperty("button", true);
  toPeak_->setText(tr("peak"));
  toPeak_->setToolTip(tr("Select the op at which the most memory is in use (P)"));
  headerLayout->addWidget(heading_, 2);
  headerLayout->addWidget(saving_, 1);
  headerLayout->addSpacing(8);
  headerLayout->addWidget(toPeak_);

  auto* planCard = new QFrame(content_);
  planCard->setProperty("card", true);
  auto* planLayout = new QVBoxLayout(planCard);
  planLayout->setContentsMargins(1, 8, 1, 1);
  planLayout->setSpacing(2);
  auto* legendLines = new QVBoxLayout;
  legendLines->setContentsMargins(14, 0, 12, 4);
  legendLines->setSpacing(2);
  legend_ = new QLabel(planCard);
  legend_->setProperty("role", "dim");
  legend_->setTextFormat(Qt::RichText);
  state_ = new QLabel(planCard);
  state_->setProperty("role", "dim");
  state_->setTextFormat(Qt::RichText);
  for (QLabel* label : {legend_, state_}) {
    label->setWordWrap(true);  // otherwise it would widen the window
    legendLines->addWidget(label);
  }
  chart_ = new MemoryChart(planCard);
  planLayout->addLayout(legendLines);
  planLayout->addWidget(chart_, 1);
  headerLayout->addWidget(
      pictureButton({planCard, QStringLiteral("memory plan"), [this] { return model_ ? model_->toTable() : QString(); }}, header));

  aliveCard_ = new Card(tr("Alive"), {}, content_);
  alive_ = new AliveTableModel(this);
  table_ = new QTableView(aliveCard_);
  table_->setModel(alive_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(AliveTableModel::Bytes, Qt::DescendingOrder);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setAlternatingRowColors(true);
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setMinimumHeight(90);
  table_->setAccessibleName(tr("Values alive at the selected op"));
  const int widths[] = {210, 92, 120, 58, 84, 70, 120};
  for (int column = 0; column < AliveTableModel::MadeBy; ++column) table_->setColumnWidth(column, widths[column]);
  auto* copy = new QAction(tr("Copy as Table"), table_);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(alive_->toTable()); });
  table_->addAction(copy);
  auto* save = new QAction(tr("Save Table as CSV..."), table_);
  connect(save, &QAction::triggered, this, [this] { saveTableAs(table_, alive_->toTable(), QStringLiteral("alive values")); });
  table_->addAction(save);
  aliveCard_->addToHeader(pictureButton({aliveCard_, QStringLiteral("alive values"), [this] { return alive_->toTable(); }}, aliveCard_));
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
  aliveCard_->body()->addWidget(table_, 1);

  auto* splitter = new QSplitter(Qt::Vertical, content_);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(8);
  splitter->addWidget(planCard);
  splitter->addWidget(aliveCard_);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({420, 180});
  auto* layout = new QVBoxLayout(content_);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->setSpacing(8);
  layout->addWidget(header);
  layout->addWidget(splitter, 1);

  connect(toPeak_, &QToolButton::clicked, this, [this] {
    if (model_ && model_->peakNode() != kNone) selection_->setNode(model_->peakNode());
  });
  connect(chart_, &MemoryChart::nodeClicked, this, [this](int node) {
    chart_->setSelectedSlot(std::nullopt);
    selection_->setNode(node);
  });
  connect(chart_, &MemoryChart::slotClicked, this, [this](int slot, int node) {
    selection_->setNode(node);
    selection_->setTensor(model_->plan().slots[slot].value);
  });
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    if (!selecting_ && current.isValid()) selection_->setTensor(model_->plan().slots[alive_->slotAt(current.row())].value);
  });
  connect(selection_, &Selection::nodeChanged, this, &MemoryView::onNodeSelected);
  connect(selection_, &Selection::tensorChanged, this, &MemoryView::onTensorSelected);
  setFocusProxy(chart_);
  stack_->setCurrentWidget(empty_);
}

MemoryView::~MemoryView() = default;

void MemoryView::setEmptyTexts(const QString& title, const QString& sentence, const QString& button) {
  empty_->setTexts(title, sentence, button);
}

void MemoryView::setPlan(std::shared_ptr<const PlanView> plan) {
  if (plan && model_ && plan.get() == &model_->view()) return;
  const bool seen = plan && !plan->plan.slots.empty();
  model_ = seen ? std::make_shared<const MemoryModel>(std::move(plan)) : nullptr;
  measured_ = 0;
  chart_->setModel(model_);
  stack_->setCurrentWidget(seen ? content_ : static_cast<QWidget*>(empty_));
  updateHeading();
  updateState();
  if (!model_) {
    alive_->show(nullptr, kNone);
    return;
  }
  onNodeSelected(selection_->node());
  onTensorSelected(selection_->tensor());
}

void MemoryView::setMeasuredPeak(std::int64_t bytes) {
  measured_ = bytes;
  updateHeading();
}

void MemoryView::setNodeRange(std::optional<std::pair<NodeId, NodeId>> nodes) {
  // A capture of another plan has other node numbers; a range outside this plan is ignored.
  if (nodes && (!model_ || nodes->second >= model_->nodeCount())) nodes.reset();
  chart_->setNodeRange(nodes);
  if (!model_) return;
  const NodeId node = selection_->node();
  if (node >= 0 && node < model_->nodeCount()) return;
  NodeId shown = model_->peakNode();
  if (nodes) {
    const std::vector<std::int64_t>& alive = model_->plan().liveBytes;
    const auto first = alive.begin() + std::min<std::ptrdiff_t>(nodes->first, static_cast<std::ptrdiff_t>(alive.size()));
    const auto last = alive.begin() + std::min<std::ptrdiff_t>(nodes->second + 1, static_cast<std::ptrdiff_t>(alive.size()));
    if (first != last) shown = static_cast<NodeId>(std::max_element(first, last) - alive.begin());
  }
  showNode(shown);
}

QString MemoryView::heading() const {
  return heading_->text();
}
QString MemoryView::saving() const {
  return saving_->text();
}

void MemoryView::updateHeading() {
  if (!model_) return;
  const std::int64_t predicted = model_->view().predictedPeakBytes;
  QString text = tr("Peak %1 planned").arg(formatBytes(predicted));
  if (measured_ > 0) {
    text += kDot + tr("%1 resident").arg(formatBytes(measured_));
    const std::int64_t difference = measured_ - predicted;
    if (difference == 0) text += QStringLiteral(", ") + tr("equal");
    else text += QStringLiteral(", ") + (difference > 0 ? tr("%1 more than that") : tr("%1 less than that")).arg(formatBytes(std::abs(difference)));
  }
  if (model_->view().batchSize > 0) text += kDot + tr("batch %1").arg(model_->view().batchSize);
  heading_->setText(text);
  heading_->setTip(tr(
      "Planned: the step's tensors, and what stays from step to step, as they are placed. Resident: what the operating system held of that memory when the run "
      "ended, counted in pages, or what was taken from the GPU."));
  const MemoryPlan& plan = model_->plan();
  QString saved = tr("sharing saved %1 of %2").arg(formatBytes(model_->savedBytes()), formatBytes(plan.sumBytes));
  if (model_->lostBytes() > 0) saved += kDot + tr("%1 lost between tensors").arg(formatBytes(model_->lostBytes()));
  saving_->setText(saved);
  saving_->setTip(tr("Without sharing, the tensors of a step would take %1; the plan lets tensors that are never alive together take turns "
                     "and needs %2.")
                      .arg(formatBytes(plan.sumBytes), formatBytes(plan.stepBytes)));
}

void MemoryView::updateState() {
  if (!model_) return;
  QStringList kept;
  for (const StateShare& share : model_->state()) kept << tr("%1 %2").arg(roleName(share.role), formatBytes(share.bytes));
  state_->setText(QStringLiteral("<span style=\"color:%1\">■</span> ").arg(tokens().dim.name()) +
                  tr("kept from step to step: %1").arg(kept.isEmpty() ? tr("nothing") : kept.join(kDot)));
  QStringList legend;
  for (const StateShare& share : model_->peakByRole())
    legend << swatch(categoryOf(share.role), tr("%1 %2").arg(roleName(share.role), formatBytes(share.bytes)));
  legend_->setText(tr("at the peak:") + QStringLiteral("&nbsp; ") + legend.join(QStringLiteral(" &nbsp; ")));
}

void MemoryView::changeEvent(QEvent* event) {
  if (isThemeChange(event)) updateState();  // its swatches contain colours
  QWidget::changeEvent(event);
}

void MemoryView::showNode(NodeId node) {
  const QScopedValueRollback guard(selecting_, true);
  alive_->show(model_, node);
  aliveCard_->setHeading(tr("Alive while %1 runs").arg(model_->nodeTitle(node)));
  aliveCard_->setNote(tr("%1 of %2 tensors · %3").arg(alive_->rowCount()).arg(model_->stepSlots().size()).arg(formatBytes(alive_->totalBytes())));
}

void MemoryView::onNodeSelected(int node) {
  if (!model_) return;
  const bool known = node >= 0 && node < model_->nodeCount();
  chart_->setSelectedNode(known ? NodeId(node) : kNone);
  // Without a selection the peak is shown.
  showNode(known ? NodeId(node) : model_->peakNode());
  onTensorSelected(selection_->tensor());
}

void MemoryView::onTensorSelected(int tensor) {
  if (!model_) return;
  std::optional<SlotId> slot;
  if (const ValueId value = tensor; value >= 0 && value < model_->plan().slotOf.size()) {
    const SlotId of = model_->plan().slotOf[value];
    if (of != kNone && !model_->plan().slots[of].persistent) slot = of;
  }
  chart_->setSelectedSlot(slot);
  const int row = slot ? alive_->rowOf(*slot) : -1;
  const QScopedValueRollback guard(selecting_, true);
  if (row >= 0) table_->selectRow(row);
  else table_->clearSelection();
}

// Connects the Memory tab to the plan, the range and the measured peak, and sets the texts of its empty page.
QWidget* makeMemoryView(const ViewContext& c) {
  auto* view = new MemoryView(&c.selection);
  c.undo.add(c.selection.ranges()->history(), view);
  QObject::connect(&c.session, &Session::planChanged, view, [c, view] { view->setPlan(c.session.plan()); });
  QObject::connect(&c.trace, &ShownTrace::rangeShown, view, [c, view] { view->setNodeRange(c.trace.planNodes()); });
  QObject::connect(&c.session, &Session::ended, view, [c, view](const EndEvent& end) {
    // The resident memory of the last plan that ran, which is the displayed one; the run's own peak may belong to an earlier plan.
    if (const auto& rows = c.session.switchRows(); !rows.empty() && rows.back().measuredPeakBytes > 0 && end.run == c.session.run())
      view->setMeasuredPeak(rows.back().measuredPeakBytes);
  });
  QObject::connect(view, &MemoryView::planRequested, &c.window, &WindowRequests::planRequested);
  keepPlanTexts(c, view, tr("The step cannot be planned"), tr("No plan yet"),
                tr("The memory plan of the training step appears here, op by op, with what is alive at each."));
  return view;
}

}  // namespace stepscope
