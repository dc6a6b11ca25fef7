#include "views/common/job.h"

namespace stepscope {

JobSlot::JobSlot(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
  pool_.setThreadPriority(QThread::LowPriority);
}

JobSlot::~JobSlot() {
  if (cancelled_) *cancelled_ = true;
  pool_.clear();
  pool_.waitForDone();
}

void JobSlot::start(Work work) {
  if (cancelled_) *cancelled_ = true;
  pool_.clear();  // jobs that have not begun
  cancelled_ = std::make_shared<std::atomic<bool>>(false);
  const quint64 id = ++newest_;
  if (!busy_) {
    busy_ = true;
    Q_EMIT busyChanged(true);
  }
  // The pool's destructor waits for this job, so `this` outlives it; the queued delivery is dropped with `this` as its context.
  pool_.start([this, id, work = std::move(work), cancelled = cancelled_] {
    const std::function<void()> answer = *cancelled ? std::function<void()>() : work(*cancelled);
    QMetaObject::invokeMethod(
        this, [this, id, answer] { deliver(id, answer); }, Qt::QueuedConnection);
  });
}

void JobSlot::cancel() {
  if (cancelled_) *cancelled_ = true;
  pool_.clear();
  ++newest_;
  if (busy_) {
    busy_ = false;
    Q_EMIT busyChanged(false);
  }
}

void JobSlot::deliver(quint64 id, const std::function<void()>& answer) {
  if (id != newest_) return;
  busy_ = false;
  Q_EMIT busyChanged(false);
  if (answer) answer();
}

}  // namespace stepscope
