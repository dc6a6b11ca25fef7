#include "views/checkpoints/checkpoints_model.h"

#include <QDateTime>
#include <QTableView>

#include "core/base/task.h"
#include "core/models/metrics.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

QString validatedText(const CheckpointScore& score) {
  if (!score.known()) return QStringLiteral("–");
  if (score.metric == "val_loss") return CheckpointsModel::tr("loss %1").arg(formatNumber(score.value));
  if (const MetricDef* def = findMetric(score.metric))
    return QStringLiteral("%1 %2").arg(engineText(def->metric.title), formatMetric(def->metric, score.value));
  return QStringLiteral("%1 %2").arg(text(score.metric), formatNumber(score.value));
}

}  // namespace

void CheckpointsModel::setRows(std::vector<CheckpointRow> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

std::uint64_t CheckpointsModel::bytes() const {
  std::uint64_t bytes = 0;
  for (const CheckpointRow& row : rows_) bytes += row.info.bytes;
  return bytes;
}

QString CheckpointsModel::table() const {
  QStringList lines;
  for (int row = -1; row < rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column)
      cells << (row < 0 ? headerData(column, Qt::Horizontal, Qt::DisplayRole) : data(index(row, column), Qt::DisplayRole)).toString();
    lines << cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int CheckpointsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CheckpointsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant CheckpointsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const CheckpointRow& row = rows_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  if (role == Qt::TextAlignmentRole && (column == Step || column == Epochs || column == Size)) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) return row.info.problem.empty() ? text(row.info.path) : tr("Not whole: %1").arg(engineText(row.info.problem));
  if (role != Qt::DisplayRole) return {};
  const auto count = [](std::int64_t value) { return value < 0 ? QStringLiteral("–") : formatCount(value); };
  switch (column) {
    case Run: return text(row.runName);
    case Name: return text(row.info.name);
    case Step: return count(row.info.step);
    case Epochs: return count(row.info.epoch);
    case Validated: return validatedText(row.info.score);
    case Size: return formatBytes(static_cast<std::int64_t>(row.info.bytes));
    case Saved:
      return row.info.savedMs > 0 ? QDateTime::fromMSecsSinceEpoch(row.info.savedMs).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
                                  : QStringLiteral("–");
    case Remark: return row.info.problem.empty() || !row.remark.isEmpty() ? row.remark : tr("not whole");
    default: return {};
  }
}

void setColumnWidths(QTableView* table) {
  constexpr int kWidths[] = {120, 116, 84, 76, 150, 92, 164};
  for (int column = 0; column < CheckpointsModel::Remark; ++column) table->setColumnWidth(column, kWidths[column]);
}

QVariant CheckpointsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString names[] = {tr("Run"), tr("Checkpoint"), tr("Step"), tr("Epochs"), tr("Validated"), tr("Size"), tr("Saved"), QString()};
  return section >= 0 && section < ColumnCount ? names[section] : QVariant();
}

}  // namespace stepscope
