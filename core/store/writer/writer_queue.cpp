#include "core/store/writer/writer_queue.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace stepscope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGather{500};  // metrics wait at most this long
constexpr std::chrono::milliseconds kRetry{1000};
constexpr std::chrono::seconds kHeartbeat{30};
constexpr std::chrono::milliseconds kClosingPause{200};
constexpr int kClosingAttempts = 5;                            // after that a full disk does not delay the end of the program
constexpr std::size_t kPointsPerCommit = 65536;                // keeps the write lock short for other programs
constexpr std::size_t kMostBulkPoints = std::size_t{1} << 21;  // 48 MiB

}  // namespace

WriterQueue::WriterQueue(std::unique_ptr<WriterSession> session) : session_(std::move(session)), lastCommitNs_(nowNs()) {
  thread_ = std::thread([this] { work(); });
}

WriterQueue::~WriterQueue() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

// The points of a series in the last item of the queue. Call it with the mutex held.
std::vector<Point>& WriterQueue::pointsOf(RunId run, const std::string& key) {
  if (queue_.empty() || !std::holds_alternative<Points>(queue_.back())) queue_.emplace_back(Points{});
  return std::get<Points>(queue_.back())[{run, key}];
}

void WriterQueue::gather() {
  if (due_) return;
  due_ = Clock::now() + kGather;
  wake_.notify_all();
}

void WriterQueue::append(RunId run, const std::string& key, Point point) {
  const std::lock_guard lock(mutex_);
  if (damaged_) return;  // reported by takeError(); the file is not changed any more
  pointsOf(run, key).push_back(point);
  gather();
}

void WriterQueue::append(RunId run, const std::string& key, std::vector<Point> points) {
  std::unique_lock lock(mutex_);
  // An import is faster than the disk: it waits instead of filling the memory, unless writing fails.
  room_.wait(lock, [this] { return bulkPoints_ < kMostBulkPoints || failing_ || damaged_ || stopping_; });
  if (damaged_ || points.empty()) return;
  bulkPoints_ += points.size();
  std::vector<Point>& waiting = pointsOf(run, key);
  if (waiting.empty()) {
    waiting = std::move(points);
  } else {
    waiting.insert(waiting.end(), points.begin(), points.end());
  }
  if (bulkPoints_ >= kMostBulkPoints / 2) urgent_ = true;
  gather();
  wake_.notify_all();
}

void WriterQueue::post(Work work, bool durable) {
  const std::lock_guard lock(mutex_);
  if (damaged_) return;
  queue_.emplace_back(Task{std::move(work), durable, durable, false, nullptr});
  if (durable) urgent_ = true;
  if (!due_) due_ = Clock::now() + kGather;
  wake_.notify_all();
}

void WriterQueue::run(Work work, bool durable, OnFailure onFailure) {
  std::unique_lock lock(mutex_);
  if (damaged_) std::rethrow_exception(damage_);
  const auto ticket = std::make_shared<Ticket>();
  queue_.emplace_back(Task{std::move(work), durable, true, onFailure == OnFailure::Drop, ticket});
  urgent_ = true;
  wake_.notify_all();
  done_.wait(lock, [&] { return ticket->done; });
  if (ticket->error) std::rethrow_exception(ticket->error);
}

void WriterQueue::runFirst(Work work) {
  std::unique_lock lock(mutex_);
  if (damaged_) std::rethrow_exception(damage_);
  const auto ticket = std::make_shared<Ticket>();
  first_.push_back(Task{std::move(work), true, true, true, ticket});
  urgent_ = true;
  wake_.notify_all();
  done_.wait(lock, [&] { return ticket->done; });
  if (ticket->error) std::rethrow_exception(ticket->error);
}

void WriterQueue::flush() {
  run([](WriterSession&) {}, true, OnFailure::Drop);
}

void WriterQueue::abandon() {
  std::unique_lock lock(mutex_);
  abandoned_ = urgent_ = true;
  wake_.notify_all();
  done_.wait(lock, [this] { return !abandoned_; });
}

std::optional<std::string> WriterQueue::takeError() {
  const std::lock_guard lock(mutex_);
  return std::exchange(error_, std::nullopt);
}

// Keeps the text for takeError(). Call it with the mutex held.
void WriterQueue::keepError(const std::string& text) {
  if (text == lastError_) return;  // already reported, and still the case
  lastError_ = text;
  error_ = text;
}

void WriterQueue::finishTicket(Task& task, std::exception_ptr error) {
  if (!task.ticket) return;
  task.ticket->error = error;
  task.ticket->done = true;
  task.ticket.reset();
  done_.notify_all();
}

// Waiting callers get the error now; their work stays in the queue unless they asked to drop it. Call it with the mutex held.
void WriterQueue::failWaiting(std::exception_ptr error) {
  for (std::deque<Item>* items : {&writing_, &queue_}) {
    for (Item& item : *items)
      if (Task* task = std::get_if<Task>(&item); task && task->ticket) finishTicket(*task, error);
    std::erase_if(*items, [](const Item& item) {
      const Task* task = std::get_if<Task>(&item);
      return task && task->dropOnFailure;
    });
  }
}

void WriterQueue::work() {
  std::unique_lock lock(mutex_);
  Clock::time_point nextBeat = Clock::now() + kHeartbeat;
  int closingAttempts = 0;
  for (;;) {
    const bool pending = !queue_.empty() || !writing_.empty() || !first_.empty();
    if (!pending && !abandoned_) {
      if (stopping_) return;
      wake_.wait_until(lock, nextBeat, [this] { return stopping_ || abandoned_ || !queue_.empty() || !first_.empty(); });
    } else if (failing_) {
      if (stopping_ && ++closingAttempts > kClosingAttempts) return;
      wake_.wait_for(lock, stopping_ ? kClosingPause : kRetry, [this] { return urgent_; });
    } else if (!stopping_ && !urgent_ && due_) {
      wake_.wait_until(lock, *due_, [this] { return stopping_ || urgent_; });
    }
    if (abandoned_) {
      writing_.clear();
      queue_.clear();
      first_.clear();
      due_.reset();
      bulkPoints_ = 0;
      abandoned_ = urgent_ = failing_ = false;
      done_.notify_all();
      continue;
    }
    if (Clock::now() >= nextBeat) {
      nextBeat = Clock::now() + kHeartbeat;
      heartbeat(lock);
    }
    if (queue_.empty() && writing_.empty() && first_.empty()) continue;
    const bool ripe = stopping_ || urgent_ || failing_ || !due_ || Clock::now() >= *due_;
    if (ripe) writeItems(lock);
  }
}

void WriterQueue::heartbeat(std::unique_lock<std::mutex>& lock) {
  if (!session_->ownsRuns() || damaged_) return;
  lock.unlock();
  try {
    session_->transaction(false, [&] { session_->heartbeat(); });
  } catch (const std::exception&) {  // the next important commit will report it
  }
  lock.lock();
}

void WriterQueue::writeItems(std::unique_lock<std::mutex>& lock) {
  while (!queue_.empty()) {
    writing_.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  urgent_ = false;
  due_.reset();
  bulkPoints_ = 0;
  room_.notify_all();
  while (!writing_.empty() || !first_.empty()) {
    if (!first_.empty()) {
      writing_.push_front(std::move(first_.front()));
      first_.pop_front();
    }
    Item& item = writing_.front();
    lock.unlock();
    std::exception_ptr error;
    std::string text;
    bool passing = false, damaged = false;
    try {
      if (Points* points = std::get_if<Points>(&item)) {
        writePoints(*points);
      } else {
        const Task& task = std::get<Task>(item);
        session_->transaction(task.durable, [&] { task.work(*session_); });
      }
      lastCommitNs_ = nowNs();
    } catch (const DatabaseError& problem) {
      error = std::current_exception();
      text = problem.what();
      passing = problem.passing();
      damaged = problem.damaged();
    } catch (const Error& problem) {
      error = std::current_exception();
      text = problem.what();
    } catch (const std::exception& problem) {
      error = std::current_exception();
      text = problem.what();
    }
    lock.lock();
    if (!error) {
      if (Task* task = std::get_if<Task>(&item)) finishTicket(*task, nullptr);
      writing_.pop_front();
      failing_ = false;
      lastError_.clear();
    } else if (damaged) {
      keepError(text);
      failWaiting(error);
      damaged_ = true;
      damage_ = error;
      writing_.clear();
      queue_.clear();
      failing_ = false;
    } else if (passing) {
      keepError(text);
      failWaiting(error);
      failing_ = true;
      room_.notify_all();
      return;
    } else {
      // This work can never be done; the rest can.
      Task* task = std::get_if<Task>(&item);
      if (task && task->ticket) {
        finishTicket(*task, error);
      } else {
        keepError(text);
      }
      writing_.pop_front();
    }
  }
}

// Commits at most kPointsPerCommit at a time; committed points are removed, so that a later failure does not write them twice.
void WriterQueue::writePoints(Points& points) {
  std::exception_ptr refused;
  // How many points of the first series are committed. They are removed only later, so that a long series is not moved in memory after every part.
  struct Done {
    Points& points;
    std::size_t count = 0;
    void takeOut() {
      if (count == 0) return;
      std::vector<Point>& first = points.begin()->second;
      first.erase(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(std::exchange(count, 0)));
    }
    ~Done() { takeOut(); }
  } done{points};
  while (!points.empty()) {
    auto end = points.begin();
    std::size_t count = 0, partial = 0;
    for (; end != points.end() && count < kPointsPerCommit; ++end) {
      const std::size_t room = kPointsPerCommit - count, left = end->second.size() - (count == 0 ? done.count : 0);
      count += std::min(left, room);
      partial = left > room ? room : 0;
    }
    const auto last = std::prev(end);
    const auto part = [&](Points::iterator series) {
      std::span<const Point> all(series->second);
      if (series == points.begin()) all = all.subspan(done.count);
      return series == last && partial ? all.first(partial) : all;
    };
    try {
      session_->transaction(false, [&] {
        for (auto series = points.begin(); series != end; ++series) session_->append(series->first.first, series->first.second, part(series));
      });
    } catch (const DatabaseError&) {
      throw;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Input) throw;
      // The run does not exist: removes its series, and keeps the others.
      done.takeOut();
      for (auto series = points.begin(); series != points.end();) {
        try {
          session_->transaction(false, [&] { session_->append(series->first.first, series->first.second, series->second); });
        } catch (const DatabaseError&) {
          throw;
        } catch (const Error& single) {
          if (single.kind() != ErrorKind::Input) throw;
          refused = std::current_exception();
        }
        series = points.erase(series);
      }
      break;
    }
    if (partial && last == points.begin()) {
      done.count += partial;
      continue;
    }
    if (partial) last->second.erase(last->second.begin(), last->second.begin() + static_cast<std::ptrdiff_t>(partial));
    done.count = 0;
    points.erase(points.begin(), partial ? last : end);
  }
  if (refused) std::rethrow_exception(refused);
}

}  // namespace stepscope
