// The part of a trace's time that is seen and the part that is selected: one state that all views share, with one history, so that a zoom
// or a selection can be taken back wherever it was made. Times are ns on the trace's clock.
#pragma once

#include <QObject>
#include <QUndoStack>
#include <cstdint>

#include "profiler/trace/time_range.h"

namespace stepscope {

class RangeState : public QObject {
  Q_OBJECT
 public:
  explicit RangeState(QObject* parent = nullptr);

  TimeRange seen() const { return value_.seen; }
  TimeRange selected() const { return value_.selected; }

  // Changes with the same gesture (a turn of the wheel, a drag) are one entry of the history; 0 begins an entry of its own. Setting an
  // equal value does nothing.
  void setSeen(stepscope::TimeRange seen, int gesture = 0);
  void setSelected(stepscope::TimeRange selected, int gesture = 0);
  // Another trace: nothing is selected, `whole` is seen, and there is nothing to take back.
  void reset(stepscope::TimeRange whole = {});
  // Follows something that moves by itself; leaves no entry.
  void follow(stepscope::TimeRange seen);

  // Views may put other changes of the same trace on it (notes), so that they are taken back in their order.
  QUndoStack* history() { return &history_; }

 Q_SIGNALS:
  void seenChanged(stepscope::TimeRange seen);
  void selectedChanged(stepscope::TimeRange selected);

 private:
  struct Value {
    TimeRange seen, selected;
  };
  class Command;
  void push(const Value& next, int gesture, const QString& text);
  void apply(const Value& value);

  Value value_;
  QUndoStack history_;
};

}  // namespace stepscope
