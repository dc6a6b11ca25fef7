#include "views/memory/alive_table_model.h"

#include <QPixmap>
#include <algorithm>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

AliveTableModel::AliveTableModel(QObject* parent)
    : ColumnsModel({{tr("value"), Left},
                    {tr("role"), Left},
                    {tr("shape"), Left},
                    {tr("type"), Left},
                    {tr("size"), Right},
                    {tr("share"), Right},
                    {tr("alive"), Left},
                    {tr("made by"), Left}},
                   parent) {}

void AliveTableModel::show(std::shared_ptr<const MemoryModel> model, NodeId node) {
  beginResetModel();
  model_ = std::move(model);
  node_ = node;
  rows_ = model_ && node != kNone ? model_->aliveAt(node) : std::vector<SlotId>();
  total_ = 0;
  for (const SlotId slot : rows_) total_ += model_->plan().slots[slot].bytes;
  sortRows();
  endResetModel();
}

int AliveTableModel::rowOf(SlotId slot) const {
  const auto at = std::find(rows_.begin(), rows_.end(), slot);
  return at == rows_.end() ? -1 : static_cast<int>(at - rows_.begin());
}

int AliveTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
QString AliveTableModel::text(SlotId index, int column) const {
  const MemorySlot& slot = model_->plan().slots[index];
  const Value& value = model_->graph().value(slot.value);
  switch (column) {
    case Name: return stepscope::text(value.name);
    case RoleColumn: return engineText(nameOf(value.role));
    case ShapeColumn: return stepscope::text(toString(value.shape));
    case Type: return stepscope::text(nameOf(value.dtype));
    case Bytes: return formatBytes(slot.bytes);
    case Share: return total_ > 0 ? formatPercent(static_cast<double>(slot.bytes) / static_cast<double>(total_)) : QString();
    case Alive: return model_->lifetime(index);
    case MadeBy: return value.producer == kNone ? tr("the host") : model_->nodeTitle(value.producer);
    default: return {};
  }
}

QVariant AliveTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const SlotId slot = slotAt(index.row());
  switch (role) {
    case Qt::DisplayRole: return text(slot, index.column());
    case Qt::ToolTipRole: return model_->tooltip(slot);
    case Qt::TextAlignmentRole: return alignment(index.column());
    case Qt::FontRole: return index.column() == ShapeColumn ? QVariant(monospaceFont(11)) : QVariant();
    case Qt::DecorationRole:
      if (index.column() == Name) {
        QPixmap swatch(10, 10);
        swatch.fill(categoryColor(categoryOf(model_->graph().value(model_->plan().slots[slot].value).role)));
        return swatch;
      }
      return {};
    default: return {};
  }
}

void AliveTableModel::sortRows() {
  if (!model_) return;
  const auto slot = [&](SlotId index) -> const MemorySlot& { return model_->plan().slots[index]; };
  const auto less = [&](SlotId a, SlotId b) {
    if (sortColumn_ == Bytes || sortColumn_ == Share) return slot(a).bytes < slot(b).bytes;
    if (sortColumn_ == Alive || sortColumn_ == MadeBy)
      return slot(a).first != slot(b).first ? slot(a).first < slot(b).first : slot(a).last < slot(b).last;
    return text(a, sortColumn_) < text(b, sortColumn_);
  };
  std::stable_sort(rows_.begin(), rows_.end(), [&](SlotId a, SlotId b) { return order_ == Qt::AscendingOrder ? less(a, b) : less(b, a); });
}

void AliveTableModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || column >= ColumnCount) return;
  Q_EMIT layoutAboutToBeChanged();
  const std::vector<SlotId> before = rows_;
  sortColumn_ = column;
  order_ = order;
  sortRows();
  const QModelIndexList old = persistentIndexList();
  for (const QModelIndex& index : old) changePersistentIndex(index, this->index(rowOf(before[index.row()]), index.column()));
  Q_EMIT layoutChanged();
}

QString AliveTableModel::toTable() const {
  QString table = titles();
  for (const SlotId slot : rows_) {
    QStringList line;
    for (int column = 0; column < ColumnCount; ++column) line << text(slot, column);
    table += line.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return table;
}

}  // namespace stepscope
