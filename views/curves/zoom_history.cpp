#include "views/curves/zoom_history.h"

#include "views/common/text.h"

namespace stepscope {

namespace {
constexpr int kPauseMs = 600;  // ms; a longer pause begins another gesture
}

class ZoomHistory::Command : public QUndoCommand {
 public:
  Command(ZoomHistory* history, XRange from, XRange to, int gesture)
      : QUndoCommand(stepscope::tr("Zoom of the curves")), history_(history), from_(from), to_(to), gesture_(gesture) {}
  int id() const override { return 1; }
  void redo() override { history_->apply(to_); }
  void undo() override { history_->apply(from_); }
  bool mergeWith(const QUndoCommand* next) override {
    const auto* other = static_cast<const Command*>(next);
    if (other->gesture_ != gesture_) return false;
    to_ = other->to_;
    return true;
  }

 private:
  ZoomHistory* history_;
  XRange from_, to_;
  int gesture_;
};

ZoomHistory::ZoomHistory(QObject* parent) : QObject(parent) {}

void ZoomHistory::move(XRange to) {
  if (to == range_) return;
  if (!since_.isValid() || since_.elapsed() > kPauseMs) ++gesture_;
  since_.start();
  stack_.push(new Command(this, range_, to, gesture_));
}

void ZoomHistory::reset() {
  range_ = {0, 0};
  stack_.clear();
  since_.invalidate();
}

void ZoomHistory::apply(XRange range) {
  range_ = range;
  Q_EMIT rangeChanged();
}

}  // namespace stepscope
