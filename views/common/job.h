// Runs jobs off the GUI thread whose answer may be outdated when it arrives: of the jobs in one slot, only the answer of the newest is delivered. The
// job must not touch widgets. Its answer is called in the GUI thread, or dropped if a newer job was started, the job was cancelled, or the slot was
// deleted.
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
  ~JobSlot() override;  // sets the flag of a running job, and waits for its end

  // Runs in a thread, may poll `cancelled`, and returns the answer: a function for the GUI thread; empty: none.
  using Work = std::function<std::function<void()>(const std::atomic<bool>& cancelled)>;
  void start(Work work);
  void cancel();
  bool busy() const { return busy_; }

 Q_SIGNALS:
  void busyChanged(bool busy);

 private:
  // The pool calls run() once for each started job; it runs the waiting job, if there still is one.
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
  std::shared_ptr<std::atomic<bool>> cancelled_;  // cancel flag of the newest job
  std::mutex mutex_;                              // guards the following members, which both threads use
  std::optional<Job> waiting_;
  quint64 answered_ = 0;  // the job that the answer belongs to
  std::function<void()> answer_;
};

}  // namespace stepscope
