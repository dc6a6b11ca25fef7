#include "core/train/record/spare_room.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include "core/train/checkpoint/checkpoint_folder.h"

namespace stepscope {
namespace {

// Enough for a run's row with its spans, a commit's pages and the log before them.
constexpr std::size_t kBytes = std::size_t{256} << 10;

}  // namespace

SpareRoom::SpareRoom(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  const std::string path = temporaryPath(directory, "room");  // after a kill it is deleted with the other leftovers
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return;
  path_ = path;
  const std::vector<char> zeros(kBytes);
  std::size_t done = 0;
  while (done < kBytes) {
    const ssize_t wrote = ::write(file, zeros.data() + done, kBytes - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) break;
    done += static_cast<std::size_t>(wrote);
  }
  ::close(file);
  if (done < kBytes) give();
}

SpareRoom& SpareRoom::operator=(SpareRoom&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

void SpareRoom::give() {
  if (!path_.empty()) ::unlink(path_.c_str());
  path_.clear();
}

}  // namespace stepscope
