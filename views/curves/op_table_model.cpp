#include "views/curves/op_table_model.h"

#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

OpTableModel::OpTableModel(QObject* parent)
    : ColumnsModel({{tr("op"), Left},
                    {tr("calls / step"), Right},
                    {tr("time / step"), Right},
                    {tr("share"), Right},
                    {tr("arithmetic"), Right},
                    {tr("memory"), Right},
                    {tr("layer that costs most"), Left}},
                   parent) {}

void OpTableModel::setBreakdown(std::shared_ptr<const StepBreakdown> breakdown) {
  beginResetModel();
  breakdown_ = std::move(breakdown);
  endResetModel();
}

int OpTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !breakdown_ ? 0 : static_cast<int>(breakdown_->ops.size());
}

QVariant OpTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const OpTime& op = breakdown_->ops[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) return alignment(index.column());
  if (role == CategoryRole) return static_cast<int>(op.category);
  if (role == Qt::DecorationRole && index.column() == Op) return categoryColor(op.category);
  if (role == Qt::ToolTipRole && index.column() == Op) return engineText(nameOf(op.category));
  if (role == SortRole) {
    switch (index.column()) {
      case Op: return QString::fromStdString(op.title);
      case Calls: return op.callsPerStep;
      case Time: return op.msPerStep;
      case Share: return op.share;
      case Flops: return op.gflops;
      case Bandwidth: return op.gigabytesPerSecond;
      case Layer: return QString::fromStdString(op.costliestLayer);
    }
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Op: return QString::fromStdString(op.title);
    case Calls: return formatNumber(op.callsPerStep);
    case Time: return formatMs(op.msPerStep);
    case Share: return formatPercent(op.share);
    case Flops: return op.gflops > 0 ? formatSi(op.gflops * 1e9, QStringLiteral("FLOP/s")) : QStringLiteral("—");
    case Bandwidth: return op.gigabytesPerSecond > 0 ? formatSi(op.gigabytesPerSecond * 1e9, QStringLiteral("B/s")) : QStringLiteral("—");
    case Layer: return QString::fromStdString(op.costliestLayer);
  }
  return {};
}

QString OpTableModel::table() const {
  QString text = tr("op\tcategory\tcalls per step\tms per step\tshare\tGFLOP/s\tGB/s\tlayer that costs most\n");
  if (!breakdown_) return text;
  for (const OpTime& op : breakdown_->ops)
    text += QStringLiteral("%1\t%2\t%3\t%4\t%5\t%6\t%7\t%8\n")
                .arg(QString::fromStdString(op.title), engineText(nameOf(op.category)))
                .arg(op.callsPerStep)
                .arg(op.msPerStep)
                .arg(op.share)
                .arg(op.gflops)
                .arg(op.gigabytesPerSecond)
                .arg(QString::fromStdString(op.costliestLayer));
  return text;
}

}  // namespace stepscope
