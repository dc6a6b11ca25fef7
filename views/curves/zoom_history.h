// The history of a view's x ranges, so that each change can be undone. Moves without a pause between them (turns of the wheel, a drag) are one entry.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QUndoStack>
#include <utility>

namespace stepscope {

using XRange = std::pair<double, double>;  // empty (first >= second): fitted to the data

class ZoomHistory : public QObject {
  Q_OBJECT
 public:
  explicit ZoomHistory(QObject* parent = nullptr);

  XRange range() const { return range_; }
  void move(XRange to);  // by the user; does nothing if the range is equal
  void reset();          // for other data: the range is fitted again, and the history is empty
  QUndoStack* stack() { return &stack_; }

 Q_SIGNALS:
  void rangeChanged();

 private:
  class Command;
  void apply(XRange range);

  XRange range_{0, 0};
  QUndoStack stack_;
  QElapsedTimer since_;  // since the last move
  int gesture_ = 0;
};

}  // namespace stepscope
