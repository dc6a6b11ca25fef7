#include "views/runs/runs_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>
#include <utility>

#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/icons.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/table_file.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/runs/column_chooser.h"
#include "views/runs/filter_box.h"
#include "views/runs/grouped_rows.h"
#include "views/runs/inline_editor.h"
#include "views/runs/pinned_columns.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_proxy.h"
#include "views/runs/runs_store.h"

namespace stepscope {

namespace {

// Runs that were stopped or interrupted, failed, or could not be saved can be resumed, unless they were imported from TensorBoard.
bool resumable(const RunInfo& run) {
  return run.model != "TensorBoard" && (run.status == RunStatus::Stopped || run.status == RunStatus::Interrupted || run.status == RunStatus::Failed ||
                                        run.status == RunStatus::Unsaved);
}

// While the name of a row is edited, changes of the row (frequent in a training) must not overwrite the typed text.
class NameDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override {
    if (!editor->isVisible()) QStyledItemDelegate::setEditorData(editor, index);
  }
};

void fillBin(QMenu* menu, RunsStore* store, QWidget* parent) {
  menu->clear();
  const std::vector<RunInfo>& binned = store->binned();
  if (binned.empty()) {
    menu->addAction(tr("Nothing in it"))->setEnabled(false);
    return;
  }
  constexpr std::size_t kListed = 20;
  for (std::size_t i = 0; i < std::min(kListed, binned.size()); ++i)
    menu->addAction(tr("Restore %1").arg(shownName(text(binned[i].name))), store,
                    [store, run = binned[i].id, name = text(binned[i].name)] { store->restore(run, name); });
  menu->addSeparator();
  menu->addAction(tr("Empty the Bin..."), store, [store, parent, count = binned.size()] {
    const auto answer = QMessageBox::question(
        parent, tr("Empty the bin"), tr("%1 deleted runs are removed permanently, with their curves and notes. This cannot be undone.").arg(count),
        QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer == QMessageBox::Yes) store->emptyBin();
  });
}

}  // namespace

RunsView::RunsView(RunsModel* model, RunsStore* store, Selection* selection, QWidget* parent)
    : QWidget(parent),
      model_(model),
      store_(store),
      selection_(selection),
      sorted_(new RunsProxy(model, this)),
      grouped_(new GroupedRows(model, sorted_, this)),
      view_(new QTableView),
      filter_(new FilterBox(model)),
      editor_(new InlineEditor),
      chooser_(new ColumnChooser),
      compare_(new QPushButton(tr("Show curves"))),
      resume_(new QPushButton(tr("Resume"))),
      report_(new QPushButton(tr("Report"))),
      more_(new QPushButton(tr("More ▾"))),
      viewsButton_(new QPushButton(tr("Views ▾"))),
      columnsButton_(new QPushButton(tr("Columns ▾"))),
      count_(new QLabel),
      bar_(new MessageBar),
      empty_(new EmptyState(tr("No runs yet"),
                            tr("Every run is kept here with its settings, metrics and duration. Select two or more to compare them."), tr("Train"))),
      stack_(new QStackedWidget),
      saving_(new QTimer(this)) {
  makeTable();
  makeActions();
  makeMenus();
  connect(filter_, &FilterBox::filterChanged, this, [this](const RunFilter& filter) {
    grouped_->change([&] { sorted_->setFilter(filter); });
    selectionChanged();
    viewChanged();
  });
  connect(view_, &QTableView::activated, this, [this](const QModelIndex& index) {
    if (index.column() != RunsModel::Name || view_->selectionModel()->selectedRows().size() > 1) Q_EMIT showRequested(selectedRuns());
  });
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::selectionChanged);
  connect(store_, &RunsStore::rowsChanged, model_, &RunsModel::apply);
  connect(store_, &RunsStore::viewsLoaded, this, &RunsView::takeViews);
  connect(model_, &RunsModel::renameRequested, store_, &RunsStore::rename);
  connect(model_, &RunsModel::factsChanged, filter_, &FilterBox::check);  // an unknown name may be known now
  connect(model_, &RunsModel::factsChanged, this, &RunsView::selectionChanged);
  connect(empty_, &EmptyState::activated, this, &RunsView::trainRequested);
  connect(store_, &RunsStore::message, bar_, &MessageBar::showMessage);
  connect(store_, &RunsStore::removed, this, [this](qint64, const QString& name) {
    Message note;
    note.level = Message::Level::Info;
    note.what = tr("%1 is in the bin").arg(name);
    note.button = tr("Undo");
    note.action = [this] { store_->undoStack()->undo(); };
    bar_->showMessage(note);
  });
  saving_->setSingleShot(true);
  saving_->setInterval(800);
  connect(saving_, &QTimer::timeout, this, [this] {
    views_.last = state();
    store_->setViews(textOf(views_));
  });

  auto* head = new QHBoxLayout;
  head->addWidget(filter_, 1);
  for (QWidget* widget :
       {static_cast<QWidget*>(count_), static_cast<QWidget*>(viewsButton_), static_cast<QWidget*>(columnsButton_), static_cast<QWidget*>(compare_),
        static_cast<QWidget*>(resume_), static_cast<QWidget*>(report_), static_cast<QWidget*>(more_)})
    head->addWidget(widget, 0, Qt::AlignTop);
  count_->setProperty("role", "dim");
  count_->setContentsMargins(4, 5, 4, 0);
  auto* card = new Card(tr("Runs"), tr("Ctrl or Shift selects several; Shift and a click on a heading sorts by one more"));
  card->addToHeader(pictureButton({card, QStringLiteral("runs"), [this] { return shownTable(false); }}, card));
  card->body()->addLayout(head);
  card->body()->addWidget(editor_);
  card->body()->addWidget(view_, 1);
  auto* page = new QWidget;
  auto* pageLayout = new QVBoxLayout(page);
  pageLayout->setContentsMargins(12, 12, 12, 12);
  pageLayout->addWidget(card);
  stack_->addWidget(empty_);
  stack_->addWidget(page);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  above_ = aboveCards(bar_);
  layout->addLayout(above_);
  layout->addWidget(stack_, 1);
  selectionChanged();
}

// The header can emit signals while it is destroyed; then this object no longer exists, so they are disconnected first.
RunsView::~RunsView() {
  view_->horizontalHeader()->disconnect(this);
}

void RunsView::makeTable() {
  view_->setModel(grouped_);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
  view_->setAlternatingRowColors(true);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setContextMenuPolicy(Qt::ActionsContextMenu);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(28);
  view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setAccessibleName(tr("Runs"));
  view_->setItemDelegateForColumn(RunsModel::Name, new NameDelegate(view_));
  QHeaderView* header = view_->horizontalHeader();
  header->setHighlightSections(false);
  header->setSectionsMovable(true);
  header->setSectionsClickable(true);
  header->setSortIndicatorShown(true);
  header->setStretchLastSection(true);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  const int widths[] = {104, 86, 82, 64, 74, 84, 80, 80, 122, 92, 110};
  for (int column = 0; column < RunsModel::Created; ++column) view_->setColumnWidth(column, widths[column]);
  view_->sortByColumn(RunsModel::Created, Qt::DescendingOrder);
  pinned_ = new PinnedColumns(view_);
  connect(header, &QHeaderView::sectionClicked, this, &RunsView::headerClicked);
  connect(header, &QHeaderView::customContextMenuRequested, this, &RunsView::headerMenu);
  connect(header, &QHeaderView::sectionMoved, this, &RunsView::viewChanged);
  connect(header, &QHeaderView::sectionResized, this, &RunsView::viewChanged);
  connect(sorted_, &RunsProxy::keysChanged, this, &RunsView::viewChanged);
  connect(grouped_, &GroupedRows::closedChanged, this, &RunsView::viewChanged);
  const auto toggle = [this](const QModelIndex& index) {
    if (index.column() == RunsModel::Name && grouped_->isHeading(index.row())) grouped_->setClosed(index.row(), !grouped_->closed(index.row()));
  };
  connect(view_, &QTableView::clicked, this, toggle);
  connect(pinned_, &QTableView::clicked, this, toggle);
  // A reset of the model loses the selection; it is restored after the reset.
  connect(grouped_, &QAbstractItemModel::modelAboutToBeReset, this, [this] { kept_ = selectedRuns(); });
  connect(grouped_, &QAbstractItemModel::modelReset, this, [this] {
    if (!kept_.empty()) selectRuns(std::exchange(kept_, {}));
  });
}

void RunsView::makeActions() {
  const auto action = [this](const QString& text, const QKeySequence& keys, auto slot) {
    auto* result = new QAction(text, this);
    if (!keys.isEmpty()) {
      result->setShortcut(keys);
      result->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    }
    connect(result, &QAction::triggered, this, slot);
    actions_ << result;
    return result;
  };
  const auto show = [this] { Q_EMIT showRequested(selectedRuns()); };
  const auto resume = [this] {
    if (const auto runs = selectedRuns(); runs.size() == 1) Q_EMIT resumeRequested(runs[0]);
  };
  const auto report = [this] {
    if (const auto runs = selectedRuns(); runs.size() == 1) Q_EMIT reportRequested(runs[0]);
  };
  action(tr("Show Curves"), {}, show);
  action(tr("Resume Run"), {}, resume);
  action(tr("Open Report in Browser"), {}, report);
  exportMenu_ = new QMenu(this);
  action(tr("Export Run"), {}, [] {})->setMenu(exportMenu_);
  renameAction_ = action(tr("Rename"), Qt::Key_F2, [this] { renameSelected(); });
  tagAction_ = action(tr("Tags..."), {}, [this] { tagSelected(); });
  noteAction_ = action(tr("Note..."), {}, [this] { noteSelected(); });
  starAction_ = action(tr("Star"), {}, [this] { starSelected(); });
  archiveAction_ = action(tr("Archive"), {}, [this] { archiveSelected(); });
  checkpointsAction_ = action(tr("Checkpoints..."), {}, [this] {
    if (const auto runs = selectedRuns(); runs.size() == 1) Q_EMIT checkpointsRequested(runs[0]);
  });
  removeAction_ = action(tr("Delete"), QKeySequence::Delete, [this] { removeSelected(); });
  action(tr("Copy as Table"), QKeySequence::Copy, [this] { copyTable(); });
  action(tr("Save Table as CSV..."), {}, [this] { saveTableAs(this, shownTable(false), QStringLiteral("runs")); });
  view_->addActions(actions_);
  connect(compare_, &QPushButton::clicked, this, show);
  connect(resume_, &QPushButton::clicked, this, resume);
  connect(report_, &QPushButton::clicked, this, report);
  compare_->setProperty("primary", true);
  compare_->setToolTip(tr("Shows the curves of the selected run; of two or more, on top of one another (Enter)"));
  resume_->setToolTip(tr("Continues the selected run from its last checkpoint with the same losses as an unbroken run"));
  report_->setToolTip(tr("Writes the run as one HTML page and opens it in the browser"));
}

void RunsView::makeMenus() {
  auto* menu = new QMenu(more_);
  menu->addActions(actions_.mid(3));
  QMenu* bin = menu->addMenu(tr("Bin"));
  connect(bin, &QMenu::aboutToShow, this, [this, bin] { fillBin(bin, store_, this); });
  more_->setMenu(menu);
  viewsMenu_ = new QMenu(viewsButton_);
  connect(viewsMenu_, &QMenu::aboutToShow, this, &RunsView::fillViews);
  viewsButton_->setMenu(viewsMenu_);
  viewsButton_->setToolTip(tr("Columns, sorting, groups and filter, kept under a name with the project"));
  auto* columns = new QMenu(columnsButton_);
  auto* holder = new QWidgetAction(columns);
  holder->setDefaultWidget(chooser_);
  columns->addAction(holder);
  connect(columns, &QMenu::aboutToShow, this, [this] {
    std::vector<std::string> always, shown;
    for (int column = 0; column < RunsModel::ColumnCount; ++column) always.push_back(model_->columnName(column));
    for (const RunsViewState::Column& column : state().columns) shown.push_back(column.name);
    chooser_->fill(model_->factColumns(), always, shown);
  });
  columnsButton_->setMenu(columns);
  columnsButton_->setToolTip(tr("Which metrics, settings and figures of the runs are shown"));
  connect(chooser_, &ColumnChooser::toggled, this, [this](const QString& name, bool shown) { setColumnShown(name.toStdString(), shown); });
}

void RunsView::addAbove(QWidget* strip) {
  above_->addWidget(strip);
}

QAction* RunsView::addExport(const QString& title, const QString& help) {
  QAction* action = exportMenu_->addAction(title);
  action->setStatusTip(help);
  action->setToolTip(help);
  return action;
}

QLineEdit* RunsView::filter() const {
  return filter_->edit();
}

std::vector<RunId> RunsView::selectedRuns() const {
  std::vector<RunId> runs;
  QModelIndexList rows = view_->selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  for (const QModelIndex& row : rows)
    for (const RunId run : grouped_->runsOf(row.row()))
      if (std::find(runs.begin(), runs.end(), run) == runs.end()) runs.push_back(run);
  return runs;
}

void RunsView::selectRuns(const std::vector<RunId>& runs) {
  QItemSelection selection;
  for (const RunId run : runs) {
    QModelIndex index = grouped_->mapFromSource(sorted_->mapFromSource(model_->index(model_->rowOf(run), 0)));
    if (index.isValid()) selection.select(index, index);
  }
  view_->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RunsView::selectionChanged() {
  const std::vector<RunId> runs = selectedRuns();
  stack_->setCurrentIndex(model_->rowCount() == 0 ? 0 : 1);
  const RunInfo* one = runs.size() == 1 ? model_->find(runs[0]) : nullptr;
  compare_->setText(runs.size() > 1 ? tr("Compare %1 runs").arg(runs.size()) : tr("Show curves"));
  compare_->setEnabled(!runs.empty());
  resume_->setEnabled(one && resumable(*one));
  report_->setEnabled(one != nullptr);
  renameAction_->setEnabled(one != nullptr);
  for (QAction* ofSome : {removeAction_, tagAction_, starAction_, archiveAction_}) ofSome->setEnabled(!runs.empty());
  noteAction_->setEnabled(one != nullptr);
  checkpointsAction_->setEnabled(one != nullptr);
  actions_[0]->setEnabled(!runs.empty());
  actions_[1]->setEnabled(resume_->isEnabled());
  actions_[2]->setEnabled(one != nullptr);
  exportMenu_->setEnabled(one != nullptr);
  exportMenu_->menuAction()->setEnabled(one != nullptr);
  const int shown = sorted_->rowCount(), all = model_->rowCount();
  count_->setText(shown == all ? counted(all, tr("run"), tr("runs")) : tr("%1 of %2 runs").arg(shown).arg(all));
  if (one) selection_->setRun(one->id);
}

}  // namespace stepscope
