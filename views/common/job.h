// Work off the GUI thread whose answer may be stale when it arrives: of the jobs of one slot, only the newest answer is delivered.
// The work must not touch widgets; the answer is delivered in the GUI thread, or dropped when the slot is gone or a newer job was started.
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
  // What the pool runs, as often as a job is started: the job that waits then, if any.
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
  std::mutex mutex_;                              // of what the threads hand to each other:
  std::optional<Job> waiting_;
  quint64 answered_ = 0;  // the job whose answer this is
  std::function<void()> answer_;
};

}  // namespace stepscope
