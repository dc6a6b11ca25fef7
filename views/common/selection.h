// The user's selection. Every view reads and writes this object, so that all views show the same selection, and one inspector describes it. Setting
// an equal value emits no signal.
#pragma once

#include <QObject>
#include <cstdint>

#include "views/common/range_state.h"

namespace stepscope {

class Selection : public QObject {
  Q_OBJECT
 public:
  explicit Selection(QObject* parent = nullptr);

  int node() const { return node_; }           // node of the training step's graph; -1: none
  int tensor() const { return tensor_; }       // value of this graph; -1: none
  std::int64_t step() const { return step_; }  // -1: none
  std::int64_t run() const { return run_; }    // RunId; 0: none
  TimeRange timeRange() const { return ranges_.selected(); }
  // The visible and the selected part of the time axis, and their history.
  RangeState* ranges() { return &ranges_; }

 public Q_SLOTS:
  void setNode(int node);
  void setTensor(int tensor);
  void setStep(std::int64_t step);
  void setRun(std::int64_t run);
  void setTimeRange(stepscope::TimeRange range);
  void clear();

 Q_SIGNALS:
  void nodeChanged(int node);
  void tensorChanged(int tensor);
  void stepChanged(std::int64_t step);
  void runChanged(std::int64_t run);
  void timeRangeChanged(stepscope::TimeRange range);

 private:
  int node_ = -1, tensor_ = -1;
  std::int64_t step_ = -1, run_ = 0;
  RangeState ranges_;
};

}  // namespace stepscope
