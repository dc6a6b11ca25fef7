// The log of a run as a table: time, level, message.
#pragma once

#include <QDateTime>
#include <vector>

#include "core/store/run_store.h"
#include "views/common/columns_model.h"

namespace stepscope {

class LogModel : public ColumnsModel {
  Q_OBJECT
 public:
  enum Column { Time, Level, Text, ColumnCount };
  explicit LogModel(QObject* parent = nullptr);

  // Sets the lines. If they begin with the present ones, only the new lines are inserted, so that selection and scroll position stay.
  void setLines(std::vector<LogLine> lines);
  const std::vector<LogLine>& lines() const { return lines_; }
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QString table() const;  // tab-separated

 private:
  QString cell(int row, int column) const;

  std::vector<LogLine> lines_;
};

}  // namespace stepscope
