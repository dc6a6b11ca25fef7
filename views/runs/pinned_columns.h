// The first columns of a table stay where they are while the rest scrolls sideways: a second view over the same rows and selection, which
// shows the pinned columns only.
#pragma once

#include <QTableView>

namespace stepscope {

class PinnedColumns : public QTableView {
  Q_OBJECT
 public:
  explicit PinnedColumns(QTableView* under);
  void setCount(int columns);  // the first so many that are shown, from the left
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
