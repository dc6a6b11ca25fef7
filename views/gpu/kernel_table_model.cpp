#include "views/gpu/kernel_table_model.h"

#include <algorithm>

#include "views/common/kernel_name.h"
#include "views/common/units.h"

namespace stepscope {

KernelTableModel::KernelTableModel(QObject* parent)
    : ColumnsModel({{tr("kernel"), Left, tr("The name in the GPU's profiler")},
                    {tr("calls"), Right, tr("How often it ran")},
                    {tr("total"), Right, tr("The time of all its calls")},
                    {tr("share"), Right, tr("Fraction of the time of all kernels")},
                    {tr("mean"), Right, tr("Total over calls")},
                    {tr("occupancy"), Right,
                     tr("Warps resident on a multiprocessor over the most that it can hold: estimated from grid, block, registers and shared memory, "
                        "weighted by time")},
                    {tr("blocks / SM"), Right, tr("Blocks of a launch for each multiprocessor; below 1 some have nothing to do")},
                    {tr("arithmetic"), Right, tr("The FLOPs of the layers that it runs, over its time")},
                    {tr("memory"), Right, tr("The bytes of their operands, moved once, over its time")},
                    {tr("roofline"), Right, tr("What the slower of arithmetic and memory would take at the GPU's measured peaks, over its time")},
                    {tr("layer that costs most"), Left, tr("The layer whose calls of this kernel take the most time")}},
                   parent) {}

void KernelTableModel::setRows(std::vector<KernelRow> rows, const GpuPeak& peak) {
  beginResetModel();
  rows_ = std::move(rows);
  peak_ = peak;
  constexpr int kMost = 52;  // number of characters that fit in the column
  QStringList full, names;
  for (const KernelRow& row : rows_) {
    full << QString::fromStdString(row.name);
    names << shortKernelName(full.back());
  }
  names = elidedApart(names, kMost);
  shown_.clear();
  for (qsizetype i = 0; i < full.size(); ++i) shown_.insert(full[i], names[i]);
  endResetModel();
  sort(sortColumn_, sortOrder_);
}

int KernelTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

double KernelTableModel::valueOf(const KernelRow& row, int column) const {
  switch (column) {
    case Calls: return static_cast<double>(row.calls);
    case Total: return static_cast<double>(row.totalNs);
    case Share: return row.share;
    case Mean: return row.meanNs();
    case Occupancy: return row.occupancy;
    case Blocks: return row.blocksPerMultiprocessor;
    case Flops: return row.flops > 0 ? row.flopsPerSecond() : -1;
    case Bandwidth: return row.bytes > 0 ? row.bytesPerSecond() : -1;
    case Roofline: {
      const double share = rooflineShare(row, peak_);
      return share > 0 ? share : -1;
    }
    default: return -1;
  }
}

QString KernelTableModel::textOf(const KernelRow& row, int column) const {
  if (column == Name) return QString::fromStdString(row.name);
  if (column == Layer) return QString::fromStdString(row.costliestLayer);
  const double value = valueOf(row, column);
  if (value < 0) return QStringLiteral("—");
  switch (column) {
    case Calls: return formatCount(row.calls);
    case Total:
    case Mean: return formatMs(value * 1e-6);
    case Share:
    case Occupancy: return formatPercent(value);
    case Blocks: return formatNumber(value, 3);
    case Flops: return formatSi(value, QStringLiteral("FLOP/s"));
    case Bandwidth: return formatSi(value, QStringLiteral("B/s"));
    case Roofline: return formatPercent(value) + (boundByMemory(row, peak_) ? tr(" of memory") : tr(" of arithmetic"));
    default: return {};
  }
}

QVariant KernelTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || static_cast<std::size_t>(index.row()) >= rows_.size()) return {};
  const KernelRow& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole && index.column() == Name) return shown_.value(QString::fromStdString(row.name));
  if (role == Qt::DisplayRole) return textOf(row, index.column());
  if (role == Qt::TextAlignmentRole) return alignment(index.column());
  if (role != Qt::ToolTipRole) return {};
  if (index.column() == Name)
    return QString::fromStdString(row.name) + (row.tensorCores ? tr("\nIts name says that it uses tensor cores.") : QString());
  if (index.column() == Occupancy && row.registers >= 0)
    return tr("%1 registers a thread, %2 of shared memory a block").arg(row.registers).arg(formatBytes(std::max<std::int64_t>(row.sharedBytes, 0)));
  if (index.column() == Mean) return tr("From %1 to %2").arg(formatNs(row.shortestNs), formatNs(row.longestNs));
  if (index.column() == Roofline && row.bytes > 0) return tr("%1 FLOP a byte").arg(formatNumber(row.intensity(), 3));
  return {};
}

void KernelTableModel::sort(int column, Qt::SortOrder order) {
  sortColumn_ = column;
  sortOrder_ = order;
  Q_EMIT layoutAboutToBeChanged();
  std::stable_sort(rows_.begin(), rows_.end(), [&](const KernelRow& a, const KernelRow& b) {
    if (isLeft(column)) {
      const std::string &ta = column == Name ? a.name : a.costliestLayer, &tb = column == Name ? b.name : b.costliestLayer;
      return order == Qt::AscendingOrder ? ta < tb : tb < ta;
    }
    const double va = valueOf(a, column), vb = valueOf(b, column);
    return order == Qt::AscendingOrder ? va < vb : vb < va;
  });
  Q_EMIT layoutChanged();
}

QString KernelTableModel::toTable() const {
  QString table = titles();
  for (const KernelRow& row : rows_) {
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column) cells << textOf(row, column).simplified();
    table += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return table;
}

}  // namespace stepscope
