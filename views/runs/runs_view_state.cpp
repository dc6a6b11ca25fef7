// The display settings of the table (columns, sorting, groups): how the user changes them, and how they are stored.
#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <algorithm>

#include "views/common/text.h"
#include "views/runs/filter_box.h"
#include "views/runs/grouped_rows.h"
#include "views/runs/inline_editor.h"
#include "views/runs/pinned_columns.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_proxy.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"

namespace stepscope {

RunsViewState RunsView::state() const {
  RunsViewState state;
  const QHeaderView* header = view_->horizontalHeader();
  for (int place = 0; place < header->count(); ++place) {
    const int column = header->logicalIndex(place);
    if (!header->isSectionHidden(column)) state.columns.push_back({model_->columnName(column), header->sectionSize(column)});
  }
  state.pinned = pinned_->count();
  for (const RunsProxy::Key& key : sorted_->keys())
    if (key.column < model_->columnCount()) state.keys.push_back({model_->columnName(key.column), key.order == Qt::DescendingOrder});
  if (sorted_->group() >= 0 && sorted_->group() < model_->columnCount()) {
    state.group = model_->columnName(sorted_->group());
    state.closed = grouped_->closedGroups().values();
    state.closed.sort();
  }
  state.filter = filter()->text();
  state.archived = sorted_->archivedShown();
  return state;
}

void RunsView::setState(const RunsViewState& state) {
  loading_ = true;
  QHeaderView* header = view_->horizontalHeader();
  std::vector<std::string> names;
  for (const RunsViewState::Column& column : state.columns) names.push_back(column.name);
  sorted_->setGroup(-1);
  model_->setChosen(names);
  if (!names.empty()) {
    int place = 0;
    for (const RunsViewState::Column& column : state.columns) {
      const int section = model_->columnOf(column.name);
      if (section < 0) continue;
      header->moveSection(header->visualIndex(section), place++);
      if (column.width > 0) header->resizeSection(section, column.width);
    }
    for (int section = 0; section < header->count(); ++section)
      header->setSectionHidden(section, std::find(names.begin(), names.end(), model_->columnName(section)) == names.end());
  }
  std::vector<RunsProxy::Key> keys;
  for (const RunsViewState::Key& key : state.keys)
    if (const int column = model_->columnOf(key.column); column >= 0)
      keys.push_back({column, key.descending ? Qt::DescendingOrder : Qt::AscendingOrder});
  if (keys.empty()) keys.push_back({RunsModel::Created, Qt::DescendingOrder});
  header->setSortIndicator(keys.front().column, keys.front().order);
  sorted_->setKeys(std::move(keys));
  const int group = state.group.empty() ? -1 : model_->columnOf(state.group);
  grouped_->setClosedGroups({state.closed.begin(), state.closed.end()});
  sorted_->setGroup(group);
  sorted_->setArchivedShown(state.archived);
  filter_->setText(state.filter);
  pinned_->setCount(state.pinned);
  loading_ = false;
}

void RunsView::setColumnShown(const std::string& name, bool shown) {
  QHeaderView* header = view_->horizontalHeader();
  int column = model_->columnOf(name);
  if (column < 0 && shown) {
    // The sections of the header are built again; setState() keeps the widths of the other columns.
    RunsViewState now = state();
    now.columns.push_back({name, 0});
    setState(now);
    column = model_->columnOf(name);
  }
  if (column < 0) return;
  header->setSectionHidden(column, !shown);
  pinned_->setCount(pinned_->count());
  viewChanged();
}

void RunsView::setGroup(const std::string& column) {
  if (!column.empty() && model_->columnOf(column) < 0) setColumnShown(column, true);
  const int section = column.empty() ? -1 : model_->columnOf(column);
  if (section != sorted_->group()) grouped_->setClosedGroups({});  // groups of another column are other groups, even if the values are equal
  sorted_->setGroup(section);
  // Headings have longer texts than runs, so columns are widened to fit them.
  constexpr int kWidest = 240;
  if (section >= 0)
    for (int column = 0; column < RunsModel::Created; ++column) {
      if (view_->isColumnHidden(column)) continue;
      const int was = view_->columnWidth(column);
      view_->resizeColumnToContents(column);
      view_->setColumnWidth(column, std::max(was, std::min(kWidest, view_->columnWidth(column))));
    }
  pinned_->setCount(pinned_->count());
  viewChanged();
}

void RunsView::headerClicked(int section) {
  QHeaderView* header = view_->horizontalHeader();
  if (QApplication::keyboardModifiers() & Qt::ShiftModifier) {
    sorted_->addKey(section);
    header->setSortIndicator(sorted_->keys().front().column, sorted_->keys().front().order);
    return;
  }
  const auto& keys = sorted_->keys();
  const bool again = !keys.empty() && keys.front().column == section && keys.front().order == Qt::AscendingOrder;
  view_->sortByColumn(section, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void RunsView::headerMenu(const QPoint& at) {
  QHeaderView* header = view_->horizontalHeader();
  const int section = header->logicalIndexAt(at);
  if (section < 0) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Sort Ascending"), this, [this, section] { view_->sortByColumn(section, Qt::AscendingOrder); });
  menu->addAction(tr("Sort Descending"), this, [this, section] { view_->sortByColumn(section, Qt::DescendingOrder); });
  menu->addAction(tr("Sort by This Next"), this, [this, section] { sorted_->addKey(section); });
  menu->addSeparator();
  const bool grouped = sorted_->group() == section;
  menu->addAction(grouped ? tr("No Groups") : tr("Group by This"), this,
                  [this, section, grouped] { setGroup(grouped ? std::string() : model_->columnName(section)); });
  if (sorted_->group() >= 0) {
    menu->addAction(tr("Close All Groups"), this, [this] { grouped_->setAllClosed(true); });
    menu->addAction(tr("Open All Groups"), this, [this] { grouped_->setAllClosed(false); });
  }
  const int place = header->visualIndex(section) + 1;
  menu->addAction(tr("Pin up to Here"), this, [this, place] {
    pinned_->setCount(place);
    viewChanged();
  });
  if (pinned_->count() > 0)
    menu->addAction(tr("Unpin"), this, [this] {
      pinned_->setCount(0);
      viewChanged();
    });
  menu->addSeparator();
  menu->addAction(tr("Hide Column"), this, [this, section] { setColumnShown(model_->columnName(section), false); })
      ->setEnabled(header->count() - header->hiddenSectionCount() > 1);
  QAction* archived = menu->addAction(tr("Show Archived Runs"), this, [this](bool on) {
    grouped_->change([&] { sorted_->setArchivedShown(on); });
    selectionChanged();
    viewChanged();
  });
  archived->setCheckable(true);
  archived->setChecked(sorted_->archivedShown());
  menu->popup(header->viewport()->mapToGlobal(at));
}

void RunsView::viewChanged() {
  if (!loading_ && loaded_) saving_->start();
}

void RunsView::takeViews(const QString& text) {
  loaded_ = false;
  views_ = savedViewsOf(text);
  if (!views_.last.columns.empty()) setState(views_.last);
  loaded_ = true;
  selectionChanged();
}

void RunsView::saveView(const QString& name) {
  views_.named[name] = state();
  views_.last = state();
  store_->setViews(textOf(views_));
}

void RunsView::openView(const QString& name) {
  const auto found = views_.named.find(name);
  if (found == views_.named.end()) return;
  setState(found->second);
  selectionChanged();
  viewChanged();
}

void RunsView::fillViews() {
  viewsMenu_->clear();
  for (const auto& [name, state] : views_.named) viewsMenu_->addAction(name, this, [this, name = name] { openView(name); });
  if (!views_.named.empty()) viewsMenu_->addSeparator();
  viewsMenu_->addAction(tr("Save This View As..."), this, [this] {
    editor_->ask(tr("Name of the view"), tr("View %1").arg(views_.named.size() + 1), false, [this](const QString& name) {
      if (!name.trimmed().isEmpty()) saveView(name.trimmed());
    });
  });
  viewsMenu_->addAction(tr("As It Comes"), this, [this] {
    RunsViewState plain;
    for (int column = 0; column < RunsModel::ColumnCount; ++column) plain.columns.push_back({model_->columnName(column), 0});
    setState(plain);
    selectionChanged();
    viewChanged();
  });
  if (views_.named.empty()) return;
  QMenu* remove = viewsMenu_->addMenu(tr("Remove"));
  for (const auto& [name, state] : views_.named)
    remove->addAction(name, this, [this, name = name] {
      views_.named.erase(name);
      store_->setViews(textOf(views_));
    });
}

}  // namespace stepscope
