// The learning-rate range test of a project off the GUI thread: one at a time, with its points as they are measured, and it can be cancelled.
// Testable without a window.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "core/train/rates/lr_range_test.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"

namespace stepscope {

class RangeTest : public QObject {
  Q_OBJECT
 public:
  explicit RangeTest(QObject* parent = nullptr);
  ~RangeTest() override;  // ends the test and waits for it: at most one op of a step, or one timing of a kernel

  // Ends a running test and starts this one. failed() reports invalid options.
  void start(const Project& project, const LrRangeOptions& options);
  bool busy() const { return job_.busy(); }
  const std::vector<LrRangePoint>& points() const { return points_; }

 public Q_SLOTS:
  void cancel();

 Q_SIGNALS:
  void began();
  void progressed(qint64 step, qint64 steps);  // `step` 0: data are being opened and kernels timed; else points() has grown
  void finished(const stepscope::LrRangeResult& result);
  void failed(const stepscope::Message& message);
  void cancelled();
  void ended();  // after finished(), failed() or cancelled()

 private:
  struct Progress;
  void tell();

  std::shared_ptr<Progress> progress_;
  std::vector<LrRangePoint> points_;
  qint64 steps_ = 0;
  QTimer timer_;
  JobSlot job_;  // the last member: waits for the thread before the others are destroyed
};

}  // namespace stepscope
