#include "views/gpu/gap_table_model.h"

#include "views/common/text.h"
#include "views/common/units.h"

namespace stepscope {

QString titleOf(IdleReason reason) {
  switch (reason) {
    case IdleReason::Copy: return QObject::tr("waiting for a copy");
    case IdleReason::Data: return QObject::tr("waiting for data");
    case IdleReason::Profiler: return QObject::tr("waiting for the profiler");
    case IdleReason::Host: return QObject::tr("waiting for the host");
    case IdleReason::Between: return QObject::tr("between kernels");
    case IdleReason::Unknown: return QObject::tr("reason unknown");
  }
  return {};
}

GapTableModel::GapTableModel(QObject* parent)
    : ColumnsModel({{tr("at"), Right}, {tr("idle for"), Right}, {tr("main reason"), Left}, {tr("kernel before"), Left}, {tr("kernel after"), Left}},
                   parent) {}

void GapTableModel::setGaps(std::shared_ptr<const Trace> trace, std::vector<GpuGap> gaps) {
  beginResetModel();
  trace_ = std::move(trace);
  gaps_ = std::move(gaps);
  endResetModel();
}

int GapTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(gaps_.size());
}

QString GapTableModel::nameOf(const SpanRef& span) const {
  return text(trace_->names.name(trace_->laneOf(span).name[span.index]));
}

QVariant GapTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || static_cast<std::size_t>(index.row()) >= gaps_.size()) return {};
  const GpuGap& gap = gaps_[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) return alignment(index.column());
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case Begin: return formatNs(gap.range.begin - trace_->begin);
    case Length: return formatNs(gap.range.end - gap.range.begin);
    case Reason: return titleOf(gap.reason);
    case Before: return nameOf(gap.before);
    case After: return nameOf(gap.after);
    default: return {};
  }
}

QString GapTableModel::toTable() const {
  QString table = tr("at ms\tidle for ms\tmain reason\tkernel before\tkernel after\n");
  const auto ms = [](std::int64_t ns) { return QString::number(static_cast<double>(ns) * 1e-6, 'f', 6); };
  for (const GpuGap& gap : gaps_) {
    const QStringList cells{ms(gap.range.begin - trace_->begin), ms(gap.range.end - gap.range.begin), titleOf(gap.reason),
                            nameOf(gap.before).simplified(), nameOf(gap.after).simplified()};
    table += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return table;
}

}  // namespace stepscope
