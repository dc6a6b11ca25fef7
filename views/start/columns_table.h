// Shows how each column of a table file is read, one row per column. The user can change the reading unless the table is read-only.
#pragma once

#include <QTreeWidget>

#include "core/data/preview/data_preview.h"

class QComboBox;

namespace stepscope {

class ColumnsTable : public QTreeWidget {
  Q_OBJECT
 public:
  explicit ColumnsTable(QWidget* parent = nullptr);

  void setReadOnly(bool readOnly) { readOnly_ = readOnly; }  // call it before setData()
  void setData(const DataPreview& data);
  QComboBox* readingOf(const QString& column) const;  // the box that changes the reading; null: it cannot be changed

 Q_SIGNALS:
  // The user chose another reading of a column. `spec` describes the same data, with changed data.numbers, data.dates, data.categories or
  // data.ignore.
  void readingChosen(const stepscope::DataSpec& spec);

 private:
  void addColumn(const ColumnFacts& column, bool choose);

  DataPreview data_;
  bool readOnly_ = false;
};

}  // namespace stepscope
