#include "views/common/columns_model.h"

#include <QStringList>

namespace stepscope {

ColumnsModel::ColumnsModel(std::vector<Column> columns, QObject* parent) : QAbstractTableModel(parent), columns_(std::move(columns)) {}

int ColumnsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant ColumnsModel::alignment(int column) const {
  return static_cast<int>((isLeft(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QVariant ColumnsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const Column& column = columns_[static_cast<std::size_t>(section)];
  if (role == Qt::TextAlignmentRole) return alignment(section);
  if (role == Qt::DisplayRole) return column.title;
  return role == Qt::ToolTipRole && !column.tip.isEmpty() ? QVariant(column.tip) : QVariant();
}

QString ColumnsModel::titles() const {
  QStringList line;
  for (const Column& column : columns_) line << column.title;
  return line.join(QLatin1Char('\t')) + QLatin1Char('\n');
}

}  // namespace stepscope
