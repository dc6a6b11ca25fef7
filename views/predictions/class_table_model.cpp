#include "views/predictions/class_table_model.h"

#include <cmath>

#include "views/common/text.h"
#include "views/common/units.h"

namespace stepscope {

ClassTableModel::ClassTableModel(QObject* parent)
    : ColumnsModel({{tr("class"), Left},
                    {tr("samples"), Right, tr("Validation samples of this class")},
                    {tr("precision"), Right, tr("The fraction of the answers with this class that is right")},
                    {tr("recall"), Right, tr("The fraction of the samples of this class that is found")},
                    {tr("F1"), Right, tr("Harmonic mean of precision and recall")}},
                   parent) {}

void ClassTableModel::setFigures(std::shared_ptr<const PredictionFigures> figures) {
  beginResetModel();
  figures_ = std::move(figures);
  endResetModel();
}

int ClassTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !figures_ ? 0 : static_cast<int>(figures_->classes.size());
}

double ClassTableModel::number(int row, int column) const {
  const ClassFigures& one = figures_->classes[static_cast<std::size_t>(row)];
  switch (column) {
    case Samples: return static_cast<double>(one.samples);
    case Precision: return one.precision;
    case Recall: return one.recall;
    case F1: return one.f1;
    default: return kNaN;
  }
}

QVariant ClassTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const ClassFigures& one = figures_->classes[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  if (role == Qt::TextAlignmentRole) return alignment(column);
  const double value = number(index.row(), column);
  if (role == SortRole) return column == Name ? QVariant(text(one.name)) : QVariant(std::isnan(value) ? -1.0 : value);  // unknown values sort first
  if (role != Qt::DisplayRole) return {};
  if (column == Name) return text(one.name);
  return column == Samples ? formatCount(one.samples) : formatPercent(value);
}

QString ClassTableModel::table() const {
  QString out = titles();
  for (int row = 0; row < rowCount(); ++row) {
    QStringList cells{text(figures_->classes[static_cast<std::size_t>(row)].name)};
    for (int column = Samples; column < ColumnCount; ++column) {
      const double value = number(row, column);
      cells << (std::isnan(value) ? QString() : QString::number(value, 'g', 10));
    }
    out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return out;
}

}  // namespace stepscope
