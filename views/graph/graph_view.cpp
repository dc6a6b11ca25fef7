#include "views/graph/graph_view.h"

#include <functional>
#include <sstream>

#include "core/base/csv_writer.h"
#include "views/common/elided_label.h"
#include "views/common/empty_state.h"
#include "views/common/graph_match.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/session/empty_texts.h"
#include "views/session/session.h"
#include "views/session/shown_trace.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace stepscope {
namespace {

const QString kDot = QStringLiteral(" · ");
constexpr int kOpenAll = 40;  // a tree with up to this many rows is opened completely

// Draws a bar below the number: the layer's part of the step.
class ShareDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const double share = index.data(GraphModel::ShareRole).toDouble();
    if (share <= 0) return;
    const QRectF line(option.rect.left() + 6, option.rect.bottom() - 3, option.rect.width() - 12, 2);
    painter->fillRect(line, tokens().line);
    painter->fillRect(QRectF(line.left(), line.top(), line.width() * std::min(share, 1.0), line.height()), tokens().accent);
  }
};

}  // namespace

GraphView::GraphView(Selection* selection, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      stack_(new QStackedLayout(this)),
      empty_(new EmptyState(tr("No graph yet"), tr("The layers of the training step appear here, with what each of them costs."), {}, this)),
      content_(new QWidget(this)),
      bar_(new MessageBar),
      model_(new GraphModel(this)),
      sorted_(new QSortFilterProxyModel(this)),
      tree_(new QTreeView) {
  connect(empty_, &EmptyState::activated, this, &GraphView::planRequested);
  stack_->addWidget(empty_);
  stack_->addWidget(content_);
  auto* layout = new QVBoxLayout(content_);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->setSpacing(8);

  sorted_->setSourceModel(model_);
  sorted_->setSortRole(GraphModel::SortRole);
  sorted_->setFilterRole(GraphModel::FilterRole);
  sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  sorted_->setRecursiveFilteringEnabled(true);
  tree_->setModel(sorted_);
  tree_->setObjectName(QStringLiteral("layerTree"));
  tree_->setAccessibleName(tr("Layers of the training step"));
  tree_->setSortingEnabled(true);
  tree_->sortByColumn(GraphModel::Layer, Qt::AscendingOrder);
  tree_->setAlternatingRowColors(true);
  tree_->setUniformRowHeights(true);
  tree_->setSelectionBehavior(QAbstractItemView::SelectRows);
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree_->setItemDelegateForColumn(GraphModel::Share, new ShareDelegate(tree_));
  tree_->header()->setStretchLastSection(false);
  const int widths[] = {156, 160, 116, 108, 92, 116, 84, 92, 84};
  for (int column = 0; column < GraphModel::ColumnCount; ++column) tree_->setColumnWidth(column, widths[column]);
  tree_->header()->setSectionResizeMode(GraphModel::Ops, QHeaderView::Stretch);
  tree_->header()->setMinimumSectionSize(60);
  tree_->setExpandsOnDoubleClick(false);  // a double click goes to the timeline; arrow keys and triangles expand
  connect(tree_, &QTreeView::doubleClicked, this, &GraphView::activate);
  for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
    auto* enter = new QShortcut(QKeySequence(key), tree_, nullptr, nullptr, Qt::WidgetShortcut);
    connect(enter, &QShortcut::activated, this, [this] { activate(tree_->currentIndex()); });
  }
  connect(tree_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &GraphView::onRowChanged);
  auto* copy = new QAction(tr("Copy as Table"), tree_);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(table()); });
  auto* expand = new QAction(tr("Open All"), tree_);
  connect(expand, &QAction::triggered, tree_, &QTreeView::expandAll);
  auto* collapse = new QAction(tr("Close All"), tree_);
  connect(collapse, &QAction::triggered, tree_, &QTreeView::collapseAll);
  auto* show = new QAction(tr("Show in Timeline"), tree_);
  connect(show, &QAction::triggered, this, [this] { activate(tree_->currentIndex()); });
  auto* save = new QAction(tr("Save as CSV..."), tree_);
  connect(save, &QAction::triggered, this, &GraphView::askAndSaveCsv);
  tree_->addActions({show, expand, collapse, copy, save});
  tree_->setContextMenuPolicy(Qt::ActionsContextMenu);

  layout->addWidget(bar_);
  buildHeader(layout);
  auto* card = new QFrame(content_);
  card->setProperty("card", true);
  auto* cardLayout = new QVBoxLayout(card);
  cardLayout->setContentsMargins(1, 1, 1, 1);
  cardLayout->addWidget(tree_);
  layout->addWidget(card, 1);

  connect(selection_, &Selection::nodeChanged, this, &GraphView::onNodeSelected);
  setFocusProxy(tree_);
  setCapture(nullptr);
  stack_->setCurrentWidget(empty_);
}

void GraphView::buildHeader(QVBoxLayout* layout) {
  auto* header = new QFrame(content_);
  header->setProperty("card", true);
  auto* line = new QHBoxLayout(header);
  line->setContentsMargins(14, 6, 8, 6);
  heading_ = new ElidedLabel({}, header);
  heading_->setProperty("role", "heading");
  heading_->setTip(tr("Layers whose ops run in the step: an activation that is fused into the op before it is not a layer of its own"));
  note_ = new ElidedLabel({}, header);
  note_->setProperty("role", "dim");
  filter_ = new QLineEdit(header);
  filter_->setObjectName(QStringLiteral("layerFilter"));
  filter_->setPlaceholderText(tr("Layer or op"));
  filter_->setToolTip(tr("Shows the layers whose name or ops contain this (Ctrl+F)"));
  filter_->setAccessibleName(tr("Filter of layers"));
  filter_->setClearButtonEnabled(true);
  filter_->setFixedWidth(150);
  connect(filter_, &QLineEdit::textChanged, this, &GraphView::setFilter);
  connect(filter_, &QLineEdit::returnPressed, tree_, [this] { tree_->setFocus(); });
  auto* find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
  connect(find, &QShortcut::activated, filter_, [this] {
    filter_->setFocus();
    filter_->selectAll();
  });
  auto* csv = new QToolButton(header);
  csv->setProperty("button", true);
  csv->setText(tr("CSV..."));
  csv->setToolTip(tr("Saves all layers as comma-separated values"));
  connect(csv, &QToolButton::clicked, this, &GraphView::askAndSaveCsv);
  line->addWidget(heading_);
  line->addSpacing(8);
  line->addWidget(note_, 1);
  line->addWidget(filter_);
  line->addWidget(csv);
  line->addWidget(pictureButton({tree_, QStringLiteral("layers"), [this] { return table(); }}, header));
  layout->addWidget(header);
}

void GraphView::setEmptyTexts(const QString& title, const QString& sentence, const QString& button) {
  empty_->setTexts(title, sentence, button);
}

void GraphView::setPlan(std::shared_ptr<const PlanView> plan) {
  const bool seen = plan && !plan->graph.nodes().empty();
  const bool first = !plan_;
  const std::set<std::string> opened = openScopes();
  const std::string current = model_->row(sorted_->mapToSource(tree_->currentIndex())).scope;
  plan_ = seen ? std::move(plan) : nullptr;
  {
    const QScopedValueRollback guard(selecting_, true);
    model_->setTree(layerTree(plan_ ? *plan_ : PlanView()));
    updateTimes();
    if (!filter_->text().isEmpty() || (first && model_->tree().rows.size() <= kOpenAll)) tree_->expandAll();
    else open(opened);
    if (const QModelIndex index = model_->indexOf(current); index.isValid()) tree_->setCurrentIndex(sorted_->mapFromSource(index));
  }
  onNodeSelected(selection_->node());
  updateTexts();
  stack_->setCurrentWidget(plan_ ? content_ : static_cast<QWidget*>(empty_));
}

void GraphView::setCheck(const std::vector<ModelFinding>& findings) {
  if (findings.empty()) return bar_->dismiss();
  QStringList sentences, cures;
  for (const ModelFinding& finding : findings) {
    if (sentences.size() >= 3) break;  // the bar has room for a few sentences only
    sentences << engineText(finding.sentence);
    cures << text(finding.layer) + QStringLiteral(": ") + engineText(finding.cure);
  }
  Message message;
  message.level = Message::Level::Warning;
  message.what = sentences.join(blankAfterStop());
  message.cure = cures.join(QStringLiteral("; "));
  bar_->showMessage(message);
}

void GraphView::setCapture(std::shared_ptr<const Trace> capture) {
  capture_ = std::move(capture);
  updateTimes();
  updateTexts();
}

void GraphView::setRange(std::shared_ptr<const Trace> trace, TimeRange range) {
  if (!trace || range.empty()) {
    trace = nullptr;
    range = {};
  }
  if (trace == rangeTrace_ && range == range_) return;
  rangeTrace_ = std::move(trace);
  range_ = range;
  updateTimes();
  updateTexts();
}

void GraphView::updateTimes() {
  const auto ofRange = matchGraphs(rangeTrace_.get(), plan_.get());
  const bool range = rangeTrace_ && ofRange->kind != GraphMatch::Kind::Nothing;
  const auto match = range ? ofRange : matchGraphs(capture_.get(), plan_.get());
  otherTimes_ = match->otherText();
  if (range && match->same()) model_->setTimes(*rangeTrace_, range_);
  else model_->setTimes(capture_ && !range && match->same() ? *capture_ : Trace());
  const bool timed = model_->tree().steps > 0;
  for (const int column : {GraphModel::Time, GraphModel::Share}) tree_->setColumnHidden(column, !timed);
  // Sorted by a hidden column, the order would make no sense.
  if (!timed && sorted_->sortColumn() >= GraphModel::Time) tree_->sortByColumn(GraphModel::Layer, Qt::AscendingOrder);
}

QString GraphView::heading() const {
  return heading_->text();
}
QString GraphView::note() const {
  return note_->text();
}

void GraphView::updateTexts() {
  const LayerTree& tree = model_->tree();
  const LayerRow& root = tree.root();
  heading_->setText(counted(root.layers, tr("layer"), tr("layers")) + kDot + counted(root.parameters, tr("parameter"), tr("parameters")) + kDot +
                    tr("%1 a step").arg(formatSi(static_cast<double>(root.layerFlops()), QStringLiteral("FLOP"))));
  if (tree.steps == 0) {
    note_->setText(otherTimes_.isEmpty() ? tr("Times appear once steps are captured: press C while training.") : otherTimes_ + tr(": not shown"));
    note_->setTip({});
    return;
  }
  QString text = tree.ofRange ? tr("%1 of the selected range of %2 in layers").arg(formatMs(tree.msPerStep(root)), formatNs(tree.stepNs))
                              : tr("%1 of %2 in layers").arg(formatMs(tree.msPerStep(root)), formatNs(tree.stepNs / tree.steps)) + kDot +
                                    counted(tree.steps, tr("captured step"), tr("captured steps"));
  if (tree.otherNs > 0)
    text += kDot + (tree.ofRange ? tr("%1 in layers that this plan does not have") : tr("%1 a step in layers that this plan does not have"))
                       .arg(formatNs(tree.otherNs / tree.steps));
  note_->setText(text);
  note_->setTip(tr("A double click on a layer shows its spans in the timeline."));
}

std::set<std::string> GraphView::openScopes() const {
  std::set<std::string> scopes;
  for (const LayerRow& row : model_->tree().rows)
    if (!row.children.empty() && tree_->isExpanded(sorted_->mapFromSource(model_->indexOf(row.scope)))) scopes.insert(row.scope);
  return scopes;
}

void GraphView::open(const std::set<std::string>& scopes) {
  tree_->collapseAll();
  for (const std::string& scope : scopes)
    if (const QModelIndex index = model_->indexOf(scope); index.isValid()) tree_->expand(sorted_->mapFromSource(index));
}

void GraphView::setFilter(const QString& text) {
  const bool began = sorted_->filterRegularExpression().pattern().isEmpty();
  if (began && !text.isEmpty()) openBefore_ = openScopes();
  sorted_->setFilterFixedString(text.trimmed());
  if (!text.trimmed().isEmpty()) tree_->expandAll();  // matches are deep in the tree
  else open(openBefore_);
}

void GraphView::onNodeSelected(int node) {
  if (selecting_ || !plan_ || node < 0 || NodeId(node) >= plan_->graph.nodes().size()) return;
  const QScopedValueRollback guard(selecting_, true);
  const QModelIndex index = sorted_->mapFromSource(model_->indexOf(plan_->graph.node(node).scope));
  if (index.isValid()) tree_->setCurrentIndex(index);
}

void GraphView::onRowChanged(const QModelIndex& index) {
  if (selecting_ || !index.isValid()) return;
  const NodeId node = model_->row(sorted_->mapToSource(index)).firstNode;
  if (node == kNone) return;  // the row stands for several layers
  const QScopedValueRollback guard(selecting_, true);
  selection_->setNode(node);
}

void GraphView::activate(const QModelIndex& index) {
  if (!index.isValid()) return;
  const LayerRow& row = model_->row(sorted_->mapToSource(index));
  if (row.scope.empty()) return;  // the timeline cannot search for ops without a layer
  Q_EMIT layerActivated(QString::fromStdString(row.scope), row.firstNode);
}

std::vector<std::vector<std::string>> GraphView::cells() const {
  std::vector<std::vector<std::string>> table = tableOf(model_->tree());
  const QString names =
      tr("layer\tops\toutput\tparameters\tforward FLOP\trecompute FLOP\tbackward FLOP\tbytes moved\tmemory bytes\tkept for backward bytes") +
      QLatin1Char('\t') + (model_->tree().ofRange ? tr("ms in range") : tr("ms per step")) + QLatin1Char('\t') + tr("share");
  table.front().clear();
  for (const QString& name : names.split(QLatin1Char('\t'))) table.front().push_back(name.toStdString());
  return table;
}

QString GraphView::table() const {
  QString text;
  for (const std::vector<std::string>& line : cells()) {
    QStringList cells;
    for (const std::string& cell : line) cells << QString::fromStdString(cell);
    text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

bool GraphView::saveCsv(const QString& path) {
  std::ostringstream csv;
  CsvWriter writer(csv);
  for (const std::vector<std::string>& line : cells()) {
    for (const std::string& cell : line) writer.field(cell);
    writer.endRow();
  }
  QSaveFile file(path);
  const bool ok = file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(csv.str())) >= 0 && file.commit();
  Message message;
  message.level = ok ? Message::Level::Info : Message::Level::Error;
  message.what = ok ? tr("The table is saved") : tr("The table cannot be written: %1").arg(file.errorString());
  message.where = path;
  if (!ok) message.cure = tr("Choose a folder that you may write to");
  bar_->showMessage(message);
  return ok;
}

void GraphView::askAndSaveCsv() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Save Table"), QStringLiteral("layers.csv"), tr("Comma-separated values (*.csv)"));
  if (!path.isEmpty()) saveCsv(path);
}

// Connects the Graph tab to the plan, to times, and to the timeline.
QWidget* makeGraphView(const ViewContext& c) {
  auto* view = new GraphView(&c.selection);
  QObject::connect(&c.session, &Session::planChanged, view, [c, view] { view->setPlan(c.session.plan()); });
  // Faults of the model are shown as soon as its data are known.
  auto* check = new JobSlot(view);
  QObject::connect(&c.session, &Session::factsChanged, view, [c, view, check] {
    if (!c.session.project() || !c.session.facts()) return view->setCheck({});
    check->start([view, model = c.session.project()->model, input = c.session.facts()->input](const std::atomic<bool>&) -> std::function<void()> {
      std::vector<ModelFinding> findings;
      try {
        findings = checkModel(buildModel(model, input, 2, true), !model.name.empty());
      } catch (const std::exception&) {  // the planning of the step reports why it cannot be built
      }
      return [view, findings] { view->setCheck(findings); };
    });
  });
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
