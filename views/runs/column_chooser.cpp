#include "views/runs/column_chooser.h"

#include <QLineEdit>
#include <QListView>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "views/common/text.h"

namespace stepscope {

namespace {
constexpr int kColumn = Qt::UserRole;  // role of an item: the untranslated name of its column
}

ColumnChooser::ColumnChooser(QWidget* parent)
    : QWidget(parent), items_(new QStandardItemModel(this)), found_(new QSortFilterProxyModel(this)), search_(new QLineEdit), list_(new QListView) {
  found_->setSourceModel(items_);
  found_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  list_->setModel(found_);
  list_->setUniformItemSizes(true);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setAccessibleName(tr("Columns"));
  search_->setPlaceholderText(tr("Find a column"));
  search_->setAccessibleName(tr("Find a column"));
  search_->setClearButtonEnabled(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(search_);
  layout->addWidget(list_);
  setMinimumSize(300, 340);
  connect(search_, &QLineEdit::textChanged, found_, &QSortFilterProxyModel::setFilterFixedString);
  connect(items_, &QStandardItemModel::itemChanged, this,
          [this](const QStandardItem* item) { Q_EMIT toggled(item->data(kColumn).toString(), item->checkState() == Qt::Checked); });
}

void ColumnChooser::fill(const FactColumns& columns, const std::vector<std::string>& always, const std::vector<std::string>& shown) {
  const QSignalBlocker blocker(items_);
  items_->clear();
  const std::set<std::string> checked(shown.begin(), shown.end());
  std::set<std::string> added;
  const auto add = [&](const std::string& name) {
    if (!added.insert(name).second) return;
    auto* item = new QStandardItem(shownName(text(name)));
    item->setData(text(name), kColumn);
    item->setCheckable(true);
    item->setCheckState(checked.contains(name) ? Qt::Checked : Qt::Unchecked);
    items_->appendRow(item);
  };
  for (const std::string& name : shown) add(name);
  for (const std::string& name : always) add(name);
  for (const FactGroup group : {FactGroup::Run, FactGroup::Metric, FactGroup::Setting, FactGroup::Final}) {
    std::vector<std::string> names;
    for (const FactColumn& column : columns.all())
      if (column.group == group) names.push_back(column.name);
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) add(name);
  }
  found_->invalidate();
}

}  // namespace stepscope
