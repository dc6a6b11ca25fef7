// The columns of a table and how each is read, one row per column; the reading can be changed.
#pragma once

#include <QTreeWidget>

#include "core/data/preview/data_preview.h"

class QComboBox;

namespace stepscope {

class ColumnsTable : public QTreeWidget {
  Q_OBJECT
 public:
  explicit ColumnsTable(QWidget* parent = nullptr);

  void setReadOnly(bool readOnly) { readOnly_ = readOnly; }  // before setData()
  void setData(const DataPreview& data);
  QComboBox* readingOf(const QString& column) const;  // null: it cannot be changed

 Q_SIGNALS:
  // Columns must be read in another way: the same data with changed data.numbers, data.dates, data.categories or data.ignore.
  void readingChosen(const stepscope::DataSpec& spec);

 private:
  void addColumn(const ColumnFacts& column, bool choose);

  DataPreview data_;
  bool readOnly_ = false;
};

}  // namespace stepscope
