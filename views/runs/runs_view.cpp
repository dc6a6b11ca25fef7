#include "views/runs/runs_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/icons.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/table_file.h"
#include "views/common/units.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"

namespace stepscope {

namespace {

// A row matches when every word of the filter stands in its name, status or model. Unknown numbers sort below all known ones.
class RunsProxy : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void setWords(const QStringList& words) {
    words_ = words;
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    QString text;
    for (const int column : {RunsModel::Name, RunsModel::Status, RunsModel::Model})
      text += sourceModel()->index(row, column, parent).data().toString() + QLatin1Char(' ');
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
  }
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
    const QVariant a = left.data(RunsModel::SortRole), b = right.data(RunsModel::SortRole);
    if (a.typeId() == QMetaType::Double && b.typeId() == QMetaType::Double) {
      const double x = a.toDouble(), y = b.toDouble();
      if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && !std::isnan(y);
      return x < y;
    }
    return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
  }

 private:
  QStringList words_;
};

bool resumable(const RunInfo& run) {
  return run.status == RunStatus::Stopped || run.status == RunStatus::Interrupted || run.status == RunStatus::Failed;
}

}  // namespace

RunsView::RunsView(RunsModel* model, RunsStore* store, Selection* selection, QWidget* parent)
    : QWidget(parent),
      model_(model),
      store_(store),
      selection_(selection),
      sorted_(new RunsProxy(this)),
      view_(new QTableView),
      filter_(new QLineEdit),
      compare_(new QPushButton(tr("Show curves"))),
      resume_(new QPushButton(tr("Resume"))),
      report_(new QPushButton(tr("Report"))),
      more_(new QPushButton(tr("More ▾"))),
      count_(new QLabel),
      bar_(new MessageBar),
      empty_(new EmptyState(tr("No runs yet"),
                            tr("Every run is kept here with its configuration, final metrics and duration. Select two or more to lay their "
                               "curves on top of one another."),
                            tr("Train"))),
      stack_(new QStackedWidget) {
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(RunsModel::SortRole);
  view_->setModel(sorted_);
  view_->setSortingEnabled(true);
  view_->sortByColumn(RunsModel::Created, Qt::DescendingOrder);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
  view_->setAlternatingRowColors(true);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setContextMenuPolicy(Qt::ActionsContextMenu);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(28);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setSectionsMovable(true);
  view_->horizontalHeader()->setStretchLastSection(true);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setAccessibleName(tr("Runs"));
  const int widths[] = {104, 86, 82, 64, 74, 84, 80, 80, 122, 92, 110};
  for (int column = 0; column < RunsModel::Created; ++column) view_->setColumnWidth(column, widths[column]);

  filter_->setPlaceholderText(tr("Filter by name, status or model"));
  filter_->setClearButtonEnabled(true);
  filter_->setFixedWidth(260);
  filter_->setAccessibleName(tr("Filter runs"));
  connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
    static_cast<RunsProxy*>(sorted_)->setWords(text.split(QLatin1Char(' '), Qt::SkipEmptyParts));
    selectionChanged();
  });

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
  renameAction_ = action(tr("Rename"), Qt::Key_F2, [this] { renameSelected(); });
  removeAction_ = action(tr("Delete"), QKeySequence::Delete, [this] { removeSelected(); });
  action(tr("Copy as Table"), QKeySequence::Copy, [this] { QApplication::clipboard()->setText(model_->table()); });
  action(tr("Save Table as CSV..."), {}, [this] { saveTableAs(this, model_->table(), QStringLiteral("runs")); });
  view_->addActions(actions_);
  connect(compare_, &QPushButton::clicked, this, show);
  connect(resume_, &QPushButton::clicked, this, resume);
  connect(report_, &QPushButton::clicked, this, report);
  auto* menu = new QMenu(more_);
  menu->addActions(actions_.mid(3));
  more_->setMenu(menu);
  compare_->setProperty("primary", true);
  compare_->setToolTip(tr("Shows the curves of the selected run; of two or more, on top of one another (Enter)"));
  resume_->setToolTip(tr("Continues the selected run from its last checkpoint with the same losses as an unbroken run"));
  report_->setToolTip(tr("Writes the run as one HTML page and opens it in the browser"));

  connect(view_, &QTableView::activated, this, [this](const QModelIndex& index) {
    if (index.column() != RunsModel::Name || view_->selectionModel()->selectedRows().size() > 1) Q_EMIT showRequested(selectedRuns());
  });
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::selectionChanged);
  connect(model_, &RunsModel::renameRequested, store_, &RunsStore::rename);
  connect(model_, &QAbstractItemModel::dataChanged, this, &RunsView::selectionChanged);
  connect(model_, &QAbstractItemModel::rowsInserted, this, &RunsView::selectionChanged);
  connect(model_, &QAbstractItemModel::rowsRemoved, this, &RunsView::selectionChanged);
  connect(model_, &QAbstractItemModel::modelReset, this, &RunsView::selectionChanged);
  connect(empty_, &EmptyState::activated, this, &RunsView::trainRequested);
  connect(store_, &RunsStore::message, bar_, &MessageBar::showMessage);
  connect(store_, &RunsStore::removed, this, [this](qint64, const QString& name) {
    Message note;
    note.level = Message::Level::Info;
    note.what = tr("%1 is in the trash").arg(name);
    note.button = tr("Undo");
    note.action = [this] { store_->undoStack()->undo(); };
    bar_->showMessage(note);
  });

  auto* head = new QHBoxLayout;
  head->addWidget(filter_);
  head->addWidget(count_);
  head->addStretch(1);
  head->addWidget(compare_);
  head->addWidget(resume_);
  head->addWidget(report_);
  head->addWidget(more_);
  count_->setProperty("role", "dim");
  auto* card = new Card(tr("Runs"), tr("Ctrl or Shift selects several"));
  card->addToHeader(pictureButton({card, QStringLiteral("runs"), [this] { return model_->table(); }}, card));
  card->body()->addLayout(head);
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
  auto* holder = new QVBoxLayout;
  holder->setContentsMargins(12, 0, 12, 0);
  holder->addWidget(bar_);
  layout->addLayout(holder);
  layout->addWidget(stack_, 1);
  selectionChanged();
}

std::vector<RunId> RunsView::selectedRuns() const {
  std::vector<RunId> runs;
  QModelIndexList rows = view_->selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  for (const QModelIndex& row : rows) runs.push_back(row.data(RunsModel::RunIdRole).toLongLong());
  return runs;
}

void RunsView::selectRuns(const std::vector<RunId>& runs) {
  QItemSelection selection;
  for (const RunId run : runs) {
    const QModelIndex index = sorted_->mapFromSource(model_->index(model_->rowOf(run), 0));
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
  removeAction_->setEnabled(!runs.empty());
  actions_[0]->setEnabled(!runs.empty());
  actions_[1]->setEnabled(resume_->isEnabled());
  actions_[2]->setEnabled(one != nullptr);
  const int shown = sorted_->rowCount(), all = model_->rowCount();
  count_->setText(shown == all ? counted(all, tr("run"), tr("runs")) : tr("%1 of %2 runs").arg(shown).arg(all));
  if (one) selection_->setRun(one->id);
}

void RunsView::renameSelected() {
  const QModelIndexList rows = view_->selectionModel()->selectedRows();
  if (rows.size() == 1) view_->edit(rows[0].siblingAtColumn(RunsModel::Name));
}

void RunsView::removeSelected() {
  for (const RunId run : selectedRuns()) {
    const RunInfo* info = model_->find(run);
    if (!info) continue;
    if (info->status == RunStatus::Running) {
      Message refusal;
      refusal.level = Message::Level::Warning;
      refusal.what = tr("%1 is still training").arg(QString::fromStdString(info->name));
      refusal.cure = tr("Stop it before you delete it");
      bar_->showMessage(refusal);
      continue;
    }
    store_->remove(run, QString::fromStdString(info->name));
  }
}

}  // namespace stepscope
