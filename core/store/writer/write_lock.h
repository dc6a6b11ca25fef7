// One writer at a time among all Stepscope processes on a project. SQLite has its own lock; this one also keeps a checkpoint from running
// beside a commit, the case in which SQLite 3.7.0 to 3.51.2 may reset the write-ahead log wrongly and damage the database
// (fixed in 3.51.3; distributions ship older ones).
#pragma once

#include <chrono>
#include <string>

namespace stepscope {

class WriteLock {
 public:
  // Creates STORE-lock and STORE-queue if they are missing. Throws Error (Resource) with the name of the folder.
  explicit WriteLock(const std::string& store);
  ~WriteLock();
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

  // Throws Error (Busy) if another process holds it longer than `limit`. On a busy disk, moving the log into a large store takes seconds.
  void lock(std::chrono::milliseconds limit = std::chrono::seconds(20));
  void unlock();

 private:
  std::string path_;
  int file_ = -1;
  int queue_ = -1;
};

class WriteLockGuard {
 public:
  explicit WriteLockGuard(WriteLock& lock) : lock_(lock) { lock_.lock(); }
  ~WriteLockGuard() { lock_.unlock(); }
  WriteLockGuard(const WriteLockGuard&) = delete;
  WriteLockGuard& operator=(const WriteLockGuard&) = delete;

 private:
  WriteLock& lock_;
};

}  // namespace stepscope
