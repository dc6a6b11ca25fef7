#include "views/graph/graph_model.h"

#include <QColor>
#include <QFont>
#include <functional>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

bool isNumber(int column) {
  return column >= GraphModel::Parameters;
}

QString byPhase(const ByPhase& values, const std::function<QString(std::int64_t)>& format) {
  QStringList parts;
  for (std::size_t p = 0; p < kPhases; ++p)
    if (values[p] > 0) parts << engineText(nameOf(static_cast<Phase>(p))) + QLatin1Char(' ') + format(values[p]);
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

GraphModel::GraphModel(QObject* parent) : QAbstractItemModel(parent) {
  setTree(layerTree({}));
}

void GraphModel::setTree(LayerTree tree) {
  beginResetModel();
  tree_ = std::move(tree);
  place_.assign(tree_.rows.size(), 0);
  for (const LayerRow& row : tree_.rows)
    for (std::size_t i = 0; i < row.children.size(); ++i) place_[static_cast<std::size_t>(row.children[i])] = static_cast<int>(i);
  endResetModel();
}

void GraphModel::setTimes(const Trace& trace) {
  addTimes(tree_, trace);
  showTimes();
}

void GraphModel::setTimes(const Trace& trace, TimeRange range) {
  addTimes(tree_, trace, range.begin, range.end);
  showTimes();
}

void GraphModel::showTimes() {
  // Only the data change, so that rows stay open or selected.
  for (std::size_t i = 0; i < tree_.rows.size(); ++i)
    if (const auto& children = tree_.rows[i].children; !children.empty())
      Q_EMIT dataChanged(indexOfRow(children.front(), Time), indexOfRow(children.back(), Share));
  Q_EMIT headerDataChanged(Qt::Horizontal, Time, Share);
}

const LayerRow& GraphModel::row(const QModelIndex& index) const {
  return tree_.rows[index.isValid() ? static_cast<std::size_t>(index.internalId()) : 0];
}

QModelIndex GraphModel::indexOfRow(int row, int column) const {
  return row <= 0 ? QModelIndex() : createIndex(place_[static_cast<std::size_t>(row)], column, static_cast<quintptr>(row));
}

QModelIndex GraphModel::indexOf(std::string_view scope) const {
  return indexOfRow(tree_.find(scope), Layer);
}

QModelIndex GraphModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return indexOfRow(this->row(parent).children[static_cast<std::size_t>(row)], column);
}

QModelIndex GraphModel::parent(const QModelIndex& child) const {
  return child.isValid() ? indexOfRow(row(child).parent, Layer) : QModelIndex();
}

int GraphModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(row(parent).children.size());
}

int GraphModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QString GraphModel::text(const LayerRow& row, int column) const {
  switch (column) {
    case Layer: return stepscope::text(row.name);
    case Ops: return row.ops.empty() ? counted(row.layers, tr("layer"), tr("layers")) : stepscope::text(row.ops);
    case Output: return row.output.empty() ? QString() : stepscope::text(toString(row.output));
    case Parameters: return formatCount(row.parameters);
    case Flops: return formatSi(static_cast<double>(row.layerFlops()), QStringLiteral("FLOP"));
    case Bytes: return formatBytes(row.bytesMoved());
    case Memory: return formatBytes(row.memoryBytes);
    case Time: return tree_.steps > 0 ? formatMs(tree_.msPerStep(row)) : QStringLiteral("—");
    case Share: return tree_.steps > 0 ? formatPercent(tree_.share(row)) : QStringLiteral("—");
    default: return {};
  }
}

QString GraphModel::tooltip(const LayerRow& row, int column) const {
  switch (column) {
    case Layer: return row.scope.empty() ? tr("Ops that belong to no layer") : stepscope::text(row.scope);
    case Flops: return byPhase(row.flops, [](std::int64_t flops) { return formatSi(static_cast<double>(flops), QStringLiteral("FLOP")); });
    case Bytes: return byPhase(row.bytes, [](std::int64_t bytes) { return formatBytes(bytes); });
    case Memory: return tr("%1, of which %2 are kept for the backward pass").arg(formatBytes(row.memoryBytes), formatBytes(row.savedBytes));
    default: return text(row, column);
  }
}

QVariant GraphModel::sortKey(int rowIndex, int column) const {
  const LayerRow& row = tree_.rows[static_cast<std::size_t>(rowIndex)];
  switch (column) {
    case Layer: return place_[static_cast<std::size_t>(rowIndex)];
    case Output: return row.output.empty() ? qint64{0} : static_cast<qint64>(numel(row.output));
    case Parameters: return static_cast<qint64>(row.parameters);
    case Flops: return static_cast<qint64>(row.layerFlops());
    case Bytes: return static_cast<qint64>(row.bytesMoved());
    case Memory: return static_cast<qint64>(row.memoryBytes);
    case Time:
    case Share: return static_cast<qint64>(row.ns);
    default: return text(row, column);
  }
}

QVariant GraphModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const LayerRow& at = row(index);
  switch (role) {
    case Qt::DisplayRole: return text(at, index.column());
    case Qt::ToolTipRole: return tooltip(at, index.column());
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole: return index.column() == Output ? QVariant(monospaceFont(11)) : QVariant();
    case Qt::ForegroundRole: return index.column() == Ops && at.ops.empty() ? QVariant(tokens().dim) : QVariant();
    case SortRole: return sortKey(static_cast<int>(index.internalId()), index.column());
    case FilterRole: return QString(stepscope::text(at.scope) + QLatin1Char(' ') + stepscope::text(at.ops));
    case ShareRole: return tree_.share(at);
    default: return {};
  }
}

QVariant GraphModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
  const bool tip = role == Qt::ToolTipRole;
  if (role != Qt::DisplayRole && !tip) return {};
  switch (section) {
    case Layer: return tip ? tr("Layer, in the order of the step") : tr("layer");
    case Ops: return tip ? tr("Ops of the layer's forward pass") : tr("ops");
    case Output: return tip ? tr("Shape of what the forward pass makes last") : tr("output");
    case Parameters: return tip ? tr("Trained numbers; a weight that layers share is counted where it is read first") : tr("parameters");
    case Flops: return tip ? tr("Arithmetic of one step: forward, recompute and backward; a multiply-add is two") : tr("FLOPs");
    case Bytes: return tip ? tr("Bytes that the ops of one step read and write, the optimizer's included") : tr("bytes moved");
    case Memory: return tip ? tr("Predicted: values of forward ops that stay in memory after the op") : tr("memory");
    case Time:
      if (tree_.ofRange)
        return tip ? tr("Time of the selected range of %1 in the layer's ops, the optimizer's included").arg(formatNs(tree_.stepNs)) : tr("in range");
      return tip ? tr("Mean time of a captured step in the layer's ops, the optimizer's included") : tr("time / step");
    case Share:
      if (tree_.ofRange) return tip ? tr("Share of the selected range of %1").arg(formatNs(tree_.stepNs)) : tr("share");
      return tip ? tr("Share of the captured steps") : tr("share");
    default: return {};
  }
}

}  // namespace stepscope
