#include "views/runs/runs_proxy.h"

#include <algorithm>

namespace stepscope {

RunsProxy::RunsProxy(RunsModel* model, QObject* parent) : QSortFilterProxyModel(parent), model_(model) {
  setSourceModel(model);
  setSortRole(RunsModel::SortRole);
}

void RunsProxy::setFilter(RunFilter filter) {
  filter_ = std::move(filter);
  namesArchived_ = filter_.text().find("archived") != std::string::npos;
  invalidateFilter();
}

void RunsProxy::setArchivedShown(bool shown) {
  archivedShown_ = shown;
  invalidateFilter();
}

void RunsProxy::sort(int column, Qt::SortOrder order) {
  keys_ = {{column, order}};
  QSortFilterProxyModel::sort(column, order);
  Q_EMIT keysChanged();
}

// Sorts by the present keys. QSortFilterProxyModel::sort does nothing if column and order are the same, so invalidate() is needed then.
void RunsProxy::sortAgain() {
  const Key first = keys_.empty() ? Key{RunsModel::Created, Qt::DescendingOrder} : keys_.front();
  if (sortColumn() == first.column && sortOrder() == first.order) {
    invalidate();
  } else {
    QSortFilterProxyModel::sort(first.column, first.order);
  }
  Q_EMIT keysChanged();
}

void RunsProxy::setKeys(std::vector<Key> keys) {
  keys_ = std::move(keys);
  sortAgain();
}

void RunsProxy::addKey(int column) {
  const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.column == column; });
  if (found != keys_.end()) {
    found->order = found->order == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
  } else {
    keys_.push_back({column, Qt::AscendingOrder});
  }
  sortAgain();
}

void RunsProxy::setGroup(int column) {
  group_ = column;
  sortAgain();
}

bool RunsProxy::filterAcceptsRow(int row, const QModelIndex&) const {
  if (!archivedShown_ && !namesArchived_ && model_->runs()[static_cast<std::size_t>(row)].archived) return false;
  return filter_.matches(model_->facts(row));
}

bool RunsProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  // QSortFilterProxyModel reverses the result if the first key is descending. Therefore the keys of the other direction are reversed here, and the
  // group too, which is always ascending.
  const Qt::SortOrder first = sortOrder();
  if (group_ >= 0 && group_ < model_->columnCount())
    if (const int order = model_->compare(left.row(), right.row(), group_); order != 0) return first == Qt::AscendingOrder ? order < 0 : order > 0;
  for (const Key& key : keys_) {
    if (key.column >= model_->columnCount()) continue;
    const int order = model_->compare(left.row(), right.row(), key.column);
    if (order != 0) return key.order == first ? order < 0 : order > 0;
  }
  // Runs that are equal in every key: newest first, in both directions.
  return first == Qt::AscendingOrder ? left.row() < right.row() : left.row() > right.row();
}

std::pair<int, int> RunsProxy::groupAt(int row) const {
  const auto same = [&](int other) { return model_->compare(mapToSource(index(row, 0)).row(), mapToSource(index(other, 0)).row(), group_) == 0; };
  int from = row, to = row;
  while (from > 0 && same(from - 1)) --from;
  while (to + 1 < rowCount() && same(to + 1)) ++to;
  return {from, to};
}

QVariant RunsProxy::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const QVariant heading = QSortFilterProxyModel::headerData(section, orientation, role);
  if (role != Qt::DisplayRole || keys_.size() < 2) return heading;
  // Appends arrow and number to the titles of the second and later keys; Qt's own arrow marks only the first key.
  for (std::size_t i = 1; i < keys_.size(); ++i)
    if (keys_[i].column == section)
      return QStringLiteral("%1 %2%3")
          .arg(heading.toString(), keys_[i].order == Qt::AscendingOrder ? QStringLiteral("▲") : QStringLiteral("▼"))
          .arg(i + 1);
  return heading;
}

}  // namespace stepscope
