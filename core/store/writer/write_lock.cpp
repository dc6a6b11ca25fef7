#include "core/store/writer/write_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>

#include "core/store/database.h"

namespace stepscope {

namespace {

constexpr std::chrono::microseconds kFirstPause(200), kLongestPause(3000);

int opened(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (file < 0)
    throw Error(ErrorKind::Resource, std::filesystem::path(path).parent_path().string(),
                fmt::format("the runs of the project cannot be written in this folder: {}", std::strerror(errno)),
                "Give yourself write permission for the folder, or copy the project to a folder that you may write to");
  return file;
}

// Takes the lock. Returns false if the deadline has passed.
bool lockUntil(int file, std::chrono::steady_clock::time_point deadline) {
  std::chrono::microseconds pause = kFirstPause;
  while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    // A file system without flock: SQLite's own lock remains.
    if (errno != EWOULDBLOCK) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, kLongestPause);
  }
  return true;
}

}  // namespace

WriteLock::WriteLock(const std::string& store) : path_(store + "-lock"), file_(opened(path_)) {
  try {
    queue_ = opened(store + "-queue");
  } catch (...) {
    ::close(file_);
    throw;
  }
}

WriteLock::~WriteLock() {
  ::close(file_);
  ::close(queue_);
}

// flock has no queue: a process that returns the lock could take it again before a waiting one is scheduled, any number of times. So all must first
// take a second lock, which the next process holds while it waits: no other process can overtake it.
void WriteLock::lock(std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  const bool next = lockUntil(queue_, deadline);
  const bool locked = next && lockUntil(file_, deadline);
  if (next) ::flock(queue_, LOCK_UN);
  if (!locked)
    throw DatabaseError(ErrorKind::Busy, path_, "another program has been writing to this project's runs for seconds", "Wait for it or close it",
                        SQLITE_BUSY);
}

void WriteLock::unlock() {
  ::flock(file_, LOCK_UN);
}

}  // namespace stepscope
