// The first columns of a table do not move while the rest scrolls sideways: a second view on the same rows and selection that shows only the pinned
// columns.
#pragma once

#include <QTableView>

namespace stepscope {

class PinnedColumns : public QTableView {
  Q_OBJECT
 public:
  explicit PinnedColumns(QTableView* under);
  void setCount(int columns);  // this number of visible columns, from the left
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
