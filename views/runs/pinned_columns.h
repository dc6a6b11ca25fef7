// Keeps the first columns of a table in place while the others scroll sideways. It is a second view on the same rows and selection, over the table,
// and shows only the pinned columns.
#pragma once

#include <QTableView>

namespace stepscope {

class PinnedColumns : public QTableView {
  Q_OBJECT
 public:
  explicit PinnedColumns(QTableView* under);
  void setCount(int columns);  // pins this number of visible columns, from the left
  int count() const { return count_; }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void follow();

  QTableView* under_;
  int count_ = 0;
  bool following_ = false;
};

}  // namespace stepscope
