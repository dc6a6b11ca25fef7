// The ranges that a view of curves was moved through, so that each can be taken back. Moves of one gesture (turns of the wheel, a drag) that
// follow one another without a pause are one entry.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QUndoStack>
#include <utility>

namespace stepscope {

using XRange = std::pair<double, double>;  // an empty one (first >= second): fitted to the data

class ZoomHistory : public QObject {
  Q_OBJECT
 public:
  explicit ZoomHistory(QObject* parent = nullptr);

  XRange range() const { return range_; }
  void move(XRange to);  // by the user; equal to the range it is: nothing
  void reset();          // other data: fitted, and nothing to take back
  QUndoStack* stack() { return &stack_; }

 Q_SIGNALS:
  void rangeChanged();

 private:
  class Command;
  void apply(XRange range);

  XRange range_{0, 0};
  QUndoStack stack_;
  QElapsedTimer since_;  // the last move
  int gesture_ = 0;
};

}  // namespace stepscope
