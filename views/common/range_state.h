// The visible and the selected time range of a trace. All views share this state and its history, so that a zoom or a selection can be undone in any
// view. Times are ns on the trace's clock.
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

  // Changes with the same `gesture` (turns of the wheel, a drag) are one entry of the history; 0 always makes a new entry. Setting an equal range
  // does nothing.
  void setSeen(stepscope::TimeRange seen, int gesture = 0);
  void setSelected(stepscope::TimeRange selected, int gesture = 0);
  // Call it for another trace. Nothing is selected, `whole` is visible, and the history is empty.
  void reset(stepscope::TimeRange whole = {});
  // Sets the visible range without an entry in the history.
  void follow(stepscope::TimeRange seen);

  // Views may push other changes of the same trace (notes), so that all changes are undone in their order.
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
