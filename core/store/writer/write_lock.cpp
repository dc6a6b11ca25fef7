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

WriteLock::WriteLock(const std::string& path) : path_(path) {
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (file_ < 0)
    throw Error(ErrorKind::Resource, std::filesystem::path(path).parent_path().string(),
                fmt::format("the runs of the project cannot be written in this folder: {}", std::strerror(errno)),
                "Give yourself write permission for the folder, or copy the project to a folder that you may write to");
}

WriteLock::~WriteLock() {
  ::close(file_);
}

void WriteLock::lock(std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::chrono::microseconds pause(200);
  while (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    // A file system without flock: SQLite's own lock remains.
    if (errno != EWOULDBLOCK) return;
    if (std::chrono::steady_clock::now() >= deadline)
      throw DatabaseError(ErrorKind::Busy, path_, "another program has been writing to this project's runs for seconds",
                          "Wait for it or close it; what is not yet saved is kept and saved then", SQLITE_BUSY);
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(3000));
  }
}

void WriteLock::unlock() {
  ::flock(file_, LOCK_UN);
}

}  // namespace stepscope
