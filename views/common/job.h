// Work off the GUI thread whose answer may be outdated when it arrives: of the jobs in one slot, only the answer of the newest is delivered. The work
// must not touch widgets; the answer is delivered in the GUI thread, or dropped if the slot is deleted or a newer job was started.
#pragma once

#include <QObject>
#include <QRunnable>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace stepscope {

class JobSlot : public QObject {
  Q_OBJECT
 public:
  explicit JobSlot(QObject* parent = nullptr);
  ~JobSlot() override;  // waits for a running job, whose cancel flag is set

  // work runs in a thread and returns what to do in the GUI thread. It may poll `cancelled`.
  using Work = std::function<std::function<void()>(const std::atomic<bool>& cancelled)>;
  void start(Work work);
  void cancel();
  bool busy() const { return busy_; }

 Q_SIGNALS:
  void busyChanged(bool busy);

 private:
  // Run by the pool, once for each started job: runs the waiting job, if any.
  struct Runner final : QRunnable {
    explicit Runner(JobSlot* slot) : slot_(slot) { setAutoDelete(false); }
    void run() override { slot_->runWaiting(); }
    JobSlot* slot_;
  };
  struct Job {
    quint64 id = 0;
    Work work;
    std::shared_ptr<std::atomic<bool>> cancelled;
  };

  void runWaiting();
  void deliver();

  QThreadPool pool_;  // one thread: jobs of a slot never run at the same time
  Runner runner_{this};
  quint64 newest_ = 0;
  bool busy_ = false;
  std::shared_ptr<std::atomic<bool>> cancelled_;  // of the newest job
  std::mutex mutex_;                              // guards the data exchanged between the threads:
  std::optional<Job> waiting_;
  quint64 answered_ = 0;  // the job that the answer belongs to
  std::function<void()> answer_;
};

}  // namespace stepscope
