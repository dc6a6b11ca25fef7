#include "views/common/selection.h"

namespace stepscope {

Selection::Selection(QObject* parent) : QObject(parent) {
  connect(&ranges_, &RangeState::selectedChanged, this, &Selection::timeRangeChanged);
}

void Selection::setNode(int node) {
  if (node_ == node) return;
  node_ = node;
  Q_EMIT nodeChanged(node);
}

void Selection::setTensor(int tensor) {
  if (tensor_ == tensor) return;
  tensor_ = tensor;
  Q_EMIT tensorChanged(tensor);
}

void Selection::setStep(std::int64_t step) {
  if (step_ == step) return;
  step_ = step;
  Q_EMIT stepChanged(step);
}

void Selection::setRun(std::int64_t run) {
  if (run_ == run) return;
  run_ = run;
  Q_EMIT runChanged(run);
}

void Selection::setTimeRange(TimeRange range) {
  ranges_.setSelected(range);
}

void Selection::clear() {
  setNode(-1);
  setTensor(-1);
  setStep(-1);
  ranges_.reset();
}

}  // namespace stepscope
