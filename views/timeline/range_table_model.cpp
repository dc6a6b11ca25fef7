#include "views/timeline/range_table_model.h"

#include <QColor>
#include <algorithm>

#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

RangeTableModel::RangeTableModel(QObject* parent)
    : ColumnsModel({{tr("name"), Left},
                    {tr("count"), Right, tr("Spans that run within the range, also those that it cuts")},
                    {tr("total"), Right, tr("Their time within the range")},
                    {tr("self"), Right, tr("Their time within the range minus that of the spans nested in them")},
                    {tr("share of self"), Right,
                     tr("Self time over the self time of all rows: the time of all threads and streams in spans, waits among them, is 100 %")},
                    {tr("mean"), Right, tr("Total over count")},
                    {tr("shortest"), Right, tr("The shortest of them in full")},
                    {tr("longest"), Right, tr("The longest of them in full")}},
                   parent) {}

void RangeTableModel::setStatistics(RangeStatistics statistics, RangeGrouping grouping) {
  beginResetModel();
  statistics_ = std::move(statistics);
  grouping_ = grouping;
  setTitle(Name, grouping == RangeGrouping::Name ? tr("name") : grouping == RangeGrouping::Category ? tr("category") : tr("layer"));
  self_ = 0;
  for (const RangeEntry& entry : statistics_.entries) self_ += entry.selfNs;
  endResetModel();
  sort(sortColumn_, sortOrder_);
}

int RangeTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(statistics_.entries.size());
}

double RangeTableModel::valueOf(const RangeEntry& entry, int column) const {
  switch (column) {
    case Count: return static_cast<double>(entry.count);
    case Total: return static_cast<double>(entry.totalNs);
    case Self: return static_cast<double>(entry.selfNs);
    case Share: return self_ > 0 ? static_cast<double>(entry.selfNs) / static_cast<double>(self_) : 0;
    case Mean: return entry.meanNs();
    case Shortest: return static_cast<double>(entry.shortestNs);
    case Longest: return static_cast<double>(entry.longestNs);
    default: return 0;
  }
}

QString RangeTableModel::nameOf(const RangeEntry& entry) const {
  if (entry.name.empty()) return grouping_ == RangeGrouping::Layer ? tr("(no layer)") : tr("(no name)");
  return QString::fromStdString(entry.name);
}

QVariant RangeTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || static_cast<std::size_t>(index.row()) >= statistics_.entries.size()) return {};
  const RangeEntry& entry = statistics_.entries[static_cast<std::size_t>(index.row())];
  const double value = valueOf(entry, index.column());
  if (role == Qt::DisplayRole) {
    switch (index.column()) {
      case Name: return nameOf(entry);
      case Count: return formatCount(entry.count);
      case Share: return formatPercent(value);
      default: return formatMs(value * 1e-6);
    }
  }
  if (role == Qt::ToolTipRole && index.column() == Name) return nameOf(entry);
  if (role == Qt::DecorationRole && index.column() == Name)
    return entry.category == Category::Other ? kindColor(entry.kind) : categoryColor(entry.category);
  if (role == Qt::TextAlignmentRole) return alignment(index.column());
  return {};
}

void RangeTableModel::sort(int column, Qt::SortOrder order) {
  sortColumn_ = column;
  sortOrder_ = order;
  Q_EMIT layoutAboutToBeChanged();
  std::stable_sort(statistics_.entries.begin(), statistics_.entries.end(), [&](const RangeEntry& a, const RangeEntry& b) {
    if (column == Name) return order == Qt::AscendingOrder ? a.name < b.name : b.name < a.name;
    const double va = valueOf(a, column), vb = valueOf(b, column);
    return order == Qt::AscendingOrder ? va < vb : vb < va;
  });
  Q_EMIT layoutChanged();
}

QString RangeTableModel::toTable() const {
  QStringList head;
  for (int column = 0; column < ColumnCount; ++column) {
    QString name = headerData(column, Qt::Horizontal).toString();
    if (column == Share) name += QStringLiteral(" %");
    if (column == Total || column == Self || column >= Mean) name += QStringLiteral(" ms");
    head << name;
  }
  QString table = head.join(QLatin1Char('\t')) + QLatin1Char('\n');
  for (const RangeEntry& entry : statistics_.entries) {
    QStringList cells{nameOf(entry).simplified(), QString::number(entry.count)};
    for (int column = Total; column < ColumnCount; ++column)
      cells << (column == Share ? QString::number(valueOf(entry, column) * 100, 'f', 3) : QString::number(valueOf(entry, column) * 1e-6, 'f', 6));
    table += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return table;
}

}  // namespace stepscope
