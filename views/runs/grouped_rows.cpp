#include "views/runs/grouped_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/task.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

GroupedRows::GroupedRows(RunsModel* model, RunsProxy* rows, QObject* parent) : QAbstractProxyModel(parent), model_(model), sorted_(rows) {
  setSourceModel(rows);
  read();
  connect(rows, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
  connect(rows, &QAbstractItemModel::modelReset, this, [this] {
    read();
    endResetModel();
  });
  // Without groups rows are inserted and removed one by one, so that an editor and the selection stay.
  const auto before = [this](bool insert) {
    return [this, insert](const QModelIndex&, int first, int last) {
      if (quiet_) return;
      if (grouped()) beginResetModel();
      else if (insert) beginInsertRows({}, first, last);
      else beginRemoveRows({}, first, last);
    };
  };
  const auto after = [this](bool insert) {
    return [this, insert] {
      if (quiet_) return;
      read();
      if (grouped()) endResetModel();
      else if (insert) endInsertRows();
      else endRemoveRows();
    };
  };
  connect(rows, &QAbstractItemModel::rowsAboutToBeInserted, this, before(true));
  connect(rows, &QAbstractItemModel::rowsInserted, this, after(true));
  connect(rows, &QAbstractItemModel::rowsAboutToBeRemoved, this, before(false));
  connect(rows, &QAbstractItemModel::rowsRemoved, this, after(false));
  connect(rows, &QAbstractItemModel::columnsAboutToBeInserted, this,
          [this](const QModelIndex&, int first, int last) { beginInsertColumns({}, first, last); });
  connect(rows, &QAbstractItemModel::columnsInserted, this, [this] { endInsertColumns(); });
  connect(rows, &QAbstractItemModel::columnsAboutToBeRemoved, this,
          [this](const QModelIndex&, int first, int last) { beginRemoveColumns({}, first, last); });
  connect(rows, &QAbstractItemModel::columnsRemoved, this, [this] { endRemoveColumns(); });
  connect(rows, &QAbstractItemModel::layoutChanged, this, &GroupedRows::follow);
  connect(rows, &QAbstractItemModel::headerDataChanged, this, &QAbstractItemModel::headerDataChanged);
  connect(rows, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
    if (quiet_) return;
    if (grouped()) {
      follow();
      if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    } else {
      Q_EMIT dataChanged(index(first.row(), first.column()), index(last.row(), last.column()));
    }
  });
}

void GroupedRows::change(const std::function<void()>& what) {
  if (!grouped()) return what();
  beginResetModel();
  quiet_ = true;
  what();
  quiet_ = false;
  read();
  endResetModel();
}

bool GroupedRows::grouped() const {
  return sorted_->group() >= 0 && sorted_->group() < sorted_->columnCount();
}

void GroupedRows::read() {
  rows_.clear();
  groups_.clear();
  const int count = sorted_->rowCount();
  place_.assign(static_cast<std::size_t>(count), -1);
  const auto add = [this](int row, int group) {
    place_[static_cast<std::size_t>(row)] = static_cast<int>(rows_.size());
    rows_.push_back({row, group, sorted_->index(row, 0).data(RunsModel::RunIdRole).toLongLong()});
  };
  if (!grouped()) {
    for (int row = 0; row < count; ++row) add(row, -1);
    return;
  }
  for (int row = 0; row < count;) {
    const auto [from, to] = sorted_->groupAt(row);
    const int number = static_cast<int>(groups_.size());
    groups_.push_back({from, to, sorted_->index(from, sorted_->group()).data().toString()});
    rows_.push_back({-1, number, 0});
    if (!closed_.contains(groups_.back().key))
      for (int one = from; one <= to; ++one) add(one, number);
    row = to + 1;
  }
}

// Reads the rows again after they were sorted or changed. If their number stays, the selection moves with them; else the model is reset.
void GroupedRows::follow() {
  if (quiet_) return;
  const std::vector<Row> before = rows_;
  const std::vector<Group> groupsBefore = groups_;
  std::vector<Row> next;
  read();
  if (rows_ == before) return;
  if (rows_.size() != before.size()) {
    next = std::exchange(rows_, before);
    beginResetModel();
    rows_ = std::move(next);
    endResetModel();
    return;
  }
  next = std::exchange(rows_, before);
  Q_EMIT layoutAboutToBeChanged();
  rows_ = std::move(next);
  QModelIndexList from = persistentIndexList(), to;
  for (const QModelIndex& one : from) {
    const Row& was = before[static_cast<std::size_t>(one.row())];
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
      if (was.source >= 0) return row.source >= 0 && row.run == was.run;
      return row.source < 0 && groups_[static_cast<std::size_t>(row.group)].key == groupsBefore[static_cast<std::size_t>(was.group)].key;
    });
    to << (found == rows_.end() ? QModelIndex() : index(static_cast<int>(found - rows_.begin()), one.column()));
  }
  changePersistentIndexList(from, to);
  Q_EMIT layoutChanged();
}

std::vector<RunId> GroupedRows::runsOf(int row) const {
  if (row < 0 || row >= rowCount()) return {};
  const Row& one = rows_[static_cast<std::size_t>(row)];
  if (one.source >= 0) return {one.run};
  std::vector<RunId> runs;
  const Group& group = groups_[static_cast<std::size_t>(one.group)];
  for (int at = group.from; at <= group.to; ++at) runs.push_back(sorted_->index(at, 0).data(RunsModel::RunIdRole).toLongLong());
  return runs;
}

bool GroupedRows::closed(int heading) const {
  return isHeading(heading) && closed_.contains(groups_[static_cast<std::size_t>(rows_[static_cast<std::size_t>(heading)].group)].key);
}

void GroupedRows::setClosed(int heading, bool closed) {
  if (!isHeading(heading) || this->closed(heading) == closed) return;
  const Group& group = groups_[static_cast<std::size_t>(rows_[static_cast<std::size_t>(heading)].group)];
  const int count = group.to - group.from + 1;
  if (closed) {
    closed_.insert(group.key);
    beginRemoveRows({}, heading + 1, heading + count);
    read();
    endRemoveRows();
  } else {
    closed_.remove(group.key);
    beginInsertRows({}, heading + 1, heading + count);
    read();
    endInsertRows();
  }
  Q_EMIT dataChanged(index(heading, 0), index(heading, columnCount() - 1));
  Q_EMIT closedChanged();
}

void GroupedRows::setClosedGroups(QSet<QString> groups) {
  if (groups == closed_) return;
  if (!grouped()) {
    closed_ = std::move(groups);
    return;
  }
  beginResetModel();
  closed_ = std::move(groups);
  read();
  endResetModel();
}

void GroupedRows::setAllClosed(bool closed) {
  for (int row = rowCount() - 1; row >= 0; --row) setClosed(row, closed);
}

QModelIndex GroupedRows::mapToSource(const QModelIndex& index) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const int source = rows_[static_cast<std::size_t>(index.row())].source;
  return source < 0 ? QModelIndex() : sorted_->index(source, index.column());
}

QModelIndex GroupedRows::mapFromSource(const QModelIndex& index) const {
  if (!index.isValid() || index.row() >= static_cast<int>(place_.size())) return {};
  const int row = place_[static_cast<std::size_t>(index.row())];
  return row < 0 ? QModelIndex() : this->index(row, index.column());
}

QModelIndex GroupedRows::index(int row, int column, const QModelIndex& parent) const {
  return parent.isValid() || row < 0 || row >= rowCount() || column < 0 || column >= columnCount() ? QModelIndex() : createIndex(row, column);
}

QModelIndex GroupedRows::parent(const QModelIndex&) const {
  return {};
}

int GroupedRows::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int GroupedRows::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : sorted_->columnCount();
}

std::vector<int> GroupedRows::modelRows(const Group& group) const {
  std::vector<int> rows;
  for (int at = group.from; at <= group.to; ++at) rows.push_back(sorted_->mapToSource(sorted_->index(at, 0)).row());
  return rows;
}

QVariant GroupedRows::headerData(int section, Qt::Orientation orientation, int role) const {
  return orientation == Qt::Horizontal ? sorted_->headerData(section, orientation, role) : QVariant();
}

Qt::ItemFlags GroupedRows::flags(const QModelIndex& index) const {
  return isHeading(index.row()) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : QAbstractProxyModel::flags(index);
}

void GroupedRows::sort(int column, Qt::SortOrder order) {
  sorted_->sort(column, order);
}

QVariant GroupedRows::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (!isHeading(index.row())) return QAbstractProxyModel::data(index, role);
  return heading(groups_[static_cast<std::size_t>(rows_[static_cast<std::size_t>(index.row())].group)], index.column(), role);
}

// A cell of the group's heading. For numbers: mean, sample standard deviation and best value of the column in the group.
QVariant GroupedRows::heading(const Group& group, int column, int role) const {
  if (role == Qt::BackgroundRole) return tokens().raised;
  if (role == Qt::FontRole) return textFont(12, QFont::DemiBold);
  if (role == Qt::TextAlignmentRole) return sorted_->index(group.from, column).data(role);
  if (role == RunsModel::RunIdRole) return qint64{0};
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const std::vector<int> rows = modelRows(group);
  const auto count = static_cast<std::int64_t>(rows.size());
  if (column == RunsModel::Name) {
    if (role == Qt::ToolTipRole) return closed_.contains(group.key) ? tr("A click opens the group") : tr("A click closes the group");
    return QStringLiteral("%1 %2 · %3")
        .arg(closed_.contains(group.key) ? QStringLiteral("▸") : QStringLiteral("▾"), group.key, counted(count, tr("run"), tr("runs")));
  }
  if (column == RunsModel::Created) return role == Qt::DisplayRole ? sorted_->index(group.from, column).data() : QVariant();
  std::vector<double> values;
  for (const int row : rows)
    if (const double value = model_->figure(row, column); std::isfinite(value)) values.push_back(value);
  if (values.empty()) {  // texts: the common value, or each text with the number of runs that have it
    std::map<QString, int> texts;
    for (const int row : rows) ++texts[model_->index(row, column).data().toString()];
    if (texts.size() == 1) return role == Qt::DisplayRole ? texts.begin()->first : QVariant();
    QStringList parts;
    for (const auto& [words, times] : texts)
      if (!words.isEmpty()) parts << QStringLiteral("%1 %2").arg(times).arg(words);
    return parts.join(QStringLiteral(", "));
  }
  double mean = 0, square = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) square += (value - mean) * (value - mean);
  const double deviation = values.size() > 1 ? std::sqrt(square / static_cast<double>(values.size() - 1)) : kNaN;
  const auto shown = [&](double value) { return model_->figureText(rows.front(), column, value); };
  const std::optional<bool> larger = model_->largerIsBetter(rows.front(), column);
  const double best = larger && !*larger ? *std::min_element(values.begin(), values.end()) : *std::max_element(values.begin(), values.end());
  if (role == Qt::ToolTipRole) {
    QString told = tr("mean of %1").arg(counted(static_cast<std::int64_t>(values.size()), tr("run"), tr("runs")));
    if (!std::isnan(deviation)) told += tr(", ± one standard deviation");
    return told + (larger ? tr("; best %1").arg(shown(best)) : tr("; greatest %1").arg(shown(best)));
  }
  QString text = shown(mean);
  if (deviation > 0) text += QStringLiteral(" ± ") + shown(deviation);
  if (larger && values.size() > 1) text += tr(", best %1").arg(shown(best));
  return text;
}

}  // namespace stepscope
