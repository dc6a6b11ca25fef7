// The store's own thread: does work in order, collects metrics for half a second, and keeps work that could not be written until it can.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "core/store/run_store.h"
#include "core/store/writer/writer_session.h"

namespace stepscope {

class WriterQueue {
 public:
  using Work = std::function<void(WriterSession&)>;
  enum class OnFailure { Keep, Drop };  // if writing fails: try again later, or give up and return the error

  explicit WriterQueue(std::unique_ptr<WriterSession> session);
  ~WriterQueue();

  void append(RunId run, const std::string& key, Point point);
  void append(RunId run, const std::string& key, std::vector<Point> points);
  // `durable`: the work is done and flushed to the disk at once; otherwise within half a second, and not flushed. Each work has its own transaction.
  void post(Work work, bool durable);
  // Like post(), but waits. Throws the error of the work; with Keep, work that failed because of the disk then stays in the queue.
  void run(Work work, bool durable, OnFailure onFailure);
  // Like run(), but before all queued work; the work is dropped if it fails.
  void runFirst(Work work);
  void flush();
  // Discards the queue, including work that could not be written.
  void abandon();

  std::int64_t lastCommitNs() const { return lastCommitNs_; }
  std::optional<std::string> takeError();

 private:
  struct Ticket {
    bool done = false;
    std::exception_ptr error;
  };
  struct Task {
    Work work;
    bool durable = false, urgent = false, dropOnFailure = false;
    std::shared_ptr<Ticket> ticket;
  };
  using Points = std::map<std::pair<RunId, std::string>, std::vector<Point>>;
  using Item = std::variant<Points, Task>;

  std::vector<Point>& pointsOf(RunId run, const std::string& key);
  void gather();
  void work();
  void writeItems(std::unique_lock<std::mutex>& lock);
  void writePoints(Points& points);
  void finishTicket(Task& task, std::exception_ptr error);
  void failWaiting(std::exception_ptr error);
  void keepError(const std::string& text);
  void heartbeat(std::unique_lock<std::mutex>& lock);

  std::unique_ptr<WriterSession> session_;
  std::mutex mutex_;
  std::condition_variable wake_, done_, room_;
  std::deque<Item> queue_;
  std::deque<Task> first_;    // work that is done before the queue
  std::deque<Item> writing_;  // taken by the thread, not yet committed; used by the thread, or under the mutex while the thread waits
  std::optional<std::chrono::steady_clock::time_point> due_;  // when the oldest queued metric has waited long enough
  bool urgent_ = false, stopping_ = false, failing_ = false, damaged_ = false, abandoned_ = false;
  std::exception_ptr damage_;
  std::size_t bulkPoints_ = 0;  // points queued by the append() of many points
  std::optional<std::string> error_;
  std::string lastError_;
  std::atomic<std::int64_t> lastCommitNs_;
  std::thread thread_;
};

}  // namespace stepscope
