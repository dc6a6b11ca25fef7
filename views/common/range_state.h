// The visible and the selected time range of a trace: one state for all views, with one history, so that a zoom or a selection can be undone in any
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

  // Changes of one gesture (turning the wheel, a drag) are one entry of the history; 0 always makes a new entry. Setting an equal value does
  // nothing.
  void setSeen(stepscope::TimeRange seen, int gesture = 0);
  void setSelected(stepscope::TimeRange selected, int gesture = 0);
  // For another trace: nothing is selected, `whole` is visible, and the history is empty.
  void reset(stepscope::TimeRange whole = {});
  // Follows a range that moves by itself; makes no entry.
  void follow(stepscope::TimeRange seen);

  // Views may add other changes of the same trace (notes), so that all are undone in their order.
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
