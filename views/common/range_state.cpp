#include "views/common/range_state.h"

#include <QUndoCommand>

namespace stepscope {

namespace {
constexpr int kLongest = 200;  // maximum number of entries of the history
constexpr int kCommandId = 0x5EE;
}  // namespace

class RangeState::Command : public QUndoCommand {
 public:
  Command(RangeState* state, const Value& next, int gesture, const QString& text)
      : QUndoCommand(text), state_(state), before_(state->value_), after_(next), gesture_(gesture) {}
  void undo() override { state_->apply(before_); }
  void redo() override { state_->apply(after_); }
  int id() const override { return gesture_ != 0 ? kCommandId : -1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* later = static_cast<const Command*>(other);
    if (later->gesture_ != gesture_) return false;
    after_ = later->after_;
    return true;
  }

 private:
  RangeState* state_;
  Value before_, after_;
  int gesture_;
};

RangeState::RangeState(QObject* parent) : QObject(parent) {
  history_.setUndoLimit(kLongest);
}

void RangeState::setSeen(TimeRange seen, int gesture) {
  if (seen == value_.seen) return;
  push({seen, value_.selected}, gesture, tr("zoom"));
}

void RangeState::setSelected(TimeRange selected, int gesture) {
  if (selected.empty()) selected = {};
  if (selected == value_.selected) return;
  push({value_.seen, selected}, gesture, selected.empty() ? tr("clearing of the range") : tr("range"));
}

void RangeState::push(const Value& next, int gesture, const QString& text) {
  history_.push(new Command(this, next, gesture, text));
}

void RangeState::reset(TimeRange whole) {
  history_.clear();
  apply({whole, {}});
}

void RangeState::follow(TimeRange seen) {
  apply({seen, value_.selected});
}

void RangeState::apply(const Value& value) {
  const Value before = value_;
  value_ = value;
  if (before.seen != value.seen) Q_EMIT seenChanged(value.seen);
  if (before.selected != value.selected) Q_EMIT selectedChanged(value.selected);
}

}  // namespace stepscope
