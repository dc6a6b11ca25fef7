// The table of classes, one row per class: number of samples, precision, recall and F1.
#pragma once

#include <memory>

#include "core/report/prediction_figures.h"
#include "views/common/columns_model.h"

namespace stepscope {

class ClassTableModel : public ColumnsModel {
  Q_OBJECT
 public:
  enum Column { Name, Samples, Precision, Recall, F1, ColumnCount };
  enum Role { SortRole = Qt::UserRole };

  explicit ClassTableModel(QObject* parent = nullptr);
  void setFigures(std::shared_ptr<const PredictionFigures> figures);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QString table() const;  // tab-separated, numbers with all digits

 private:
  double number(int row, int column) const;  // NaN: not known
  std::shared_ptr<const PredictionFigures> figures_;
};

}  // namespace stepscope
