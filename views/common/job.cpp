#include "views/common/job.h"

#include <utility>

namespace stepscope {

JobSlot::JobSlot(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
  pool_.setThreadPriority(QThread::LowPriority);
}

JobSlot::~JobSlot() {
  if (cancelled_) *cancelled_ = true;
  {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
  }
  pool_.waitForDone();
}

void JobSlot::start(Work work) {
  if (cancelled_) *cancelled_ = true;
  cancelled_ = std::make_shared<std::atomic<bool>>(false);
  ++newest_;
  if (!busy_) {
    busy_ = true;
    Q_EMIT busyChanged(true);
  }
  {
    const std::lock_guard lock(mutex_);
    waiting_ = Job{newest_, std::move(work), cancelled_};  // replaces a job that has not begun
  }
  pool_.start(&runner_);
}

void JobSlot::cancel() {
  if (cancelled_) *cancelled_ = true;
  {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
  }
  ++newest_;
  if (busy_) {
    busy_ = false;
    Q_EMIT busyChanged(false);
  }
}

void JobSlot::runWaiting() {
  std::optional<Job> job;
  {
    const std::lock_guard lock(mutex_);
    job = std::exchange(waiting_, std::nullopt);
  }
  if (!job) return;
  std::function<void()> answer = job->work(*job->cancelled);
  {
    const std::lock_guard lock(mutex_);
    answered_ = job->id;
    answer_ = std::move(answer);
  }
  // The destructor waits for the pool, so `this` still exists here. An answer that is not delivered before the destruction is dropped.
  QMetaObject::invokeMethod(this, &JobSlot::deliver, Qt::QueuedConnection);
}

void JobSlot::deliver() {
  std::function<void()> answer;
  {
    const std::lock_guard lock(mutex_);
    if (answered_ != newest_) return;
    answer = std::exchange(answer_, nullptr);
    answered_ = 0;
  }
  busy_ = false;
  Q_EMIT busyChanged(false);
  if (answer) answer();
}

}  // namespace stepscope
