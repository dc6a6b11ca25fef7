#include "core/exchange/run_import.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "core/base/error.h"
#include "core/store/file_system.h"
#include "core/store/run_files.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_list.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnpacked = "import.tmp-";  // followed by the id of the process that unpacks

// A temporary folder, deleted at the end unless it was renamed to that of the run.
class Unpacked {
 public:
  explicit Unpacked(const fs::path& runs) : path_((runs / (std::string(kUnpacked) + std::to_string(::getpid()))).string()) { remove(); }
  ~Unpacked() { remove(); }
  Unpacked(const Unpacked&) = delete;
  Unpacked& operator=(const Unpacked&) = delete;
  const std::string& path() const { return path_; }

 private:
  void remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string path_;
};

// Deletes leftovers of killed imports.
void removeLeftovers(const fs::path& runs) {
  std::error_code error;
  for (fs::directory_iterator it(runs, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(kUnpacked)) continue;
    const long pid = std::strtol(name.c_str() + kUnpacked.size(), nullptr, 10);
    std::error_code ignored;
    if (pid > 0 && ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) fs::remove_all(it->path(), ignored);
  }
}

// Flushes a file or folder to the disk. Must be done before the run is added to the store.
void flush(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool flushed = descriptor >= 0 && (::fsync(descriptor) == 0 || errno == EINVAL);
  const std::error_code why(errno, std::generic_category());
  if (descriptor >= 0) ::close(descriptor);
  if (!flushed)
    throw Error(ErrorKind::Resource, path.parent_path().string(), "the files of the run cannot be written: " + why.message(), "Free some disk space");
}

void flushAll(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) flush(entry.path());
  flush(folder);
}

void verifyCheckpoints(const std::string& directory, const std::string& file) {
  for (const CheckpointInfo& info : listCheckpoints(directory)) {
    try {
      if (!info.problem.empty()) throw Error(ErrorKind::Input, info.path, info.problem);
      verifyCheckpoint(info.path);
    } catch (const Error& error) {
      throw Error(
          ErrorKind::Input, file, fmt::format("its checkpoint {} is damaged: {}", info.name, error.happened()),
          "Nothing of it was imported. Copy the file again from where it came, or export the run there again; where the checkpoint is damaged "
          "there, too, with --without-checkpoints");
    }
  }
}

}  // namespace

RunId importRunFile(const std::string& file, RunWriter& store, const std::function<std::string(RunId)>& directoryOf,
                    const std::function<bool(double share)>& goOn) {
  if (!checkRunFile(file, goOn)) return 0;
  const fs::path runs = fs::path(directoryOf(1)).parent_path();
  removeLeftovers(runs);
  const Unpacked unpacked(runs);
  std::string placed;
  try {
    if (!unpackRunFile(file, unpacked.path(), goOn)) return 0;
    std::error_code none;
    const bool files = fs::is_directory(unpacked.path(), none);
    if (files) {
      verifyCheckpoints(unpacked.path(), file);
      flushAll(unpacked.path());
    }
    if (goOn && !goOn(1)) return 0;
    return readRunFile(file, store, [&](RunId id) {
      if (!files) return;
      setAside(directoryOf(id));
      fs::rename(unpacked.path(), directoryOf(id));
      placed = directoryOf(id);
      flush(runs);
    });
  } catch (const Error& error) {
    std::error_code ignored;
    if (!placed.empty()) fs::remove_all(placed, ignored);
    if (error.kind() != ErrorKind::Resource) throw;
    const std::string where = error.where() == unpacked.path() || error.where().starts_with(unpacked.path() + '/') ? runs.string() : error.where();
    throw Error(error.kind(), where, fmt::format("{}; nothing was imported", error.happened()), error.cure() + ", then import the file again");
  } catch (const fs::filesystem_error& error) {
    std::error_code ignored;
    if (!placed.empty()) fs::remove_all(placed, ignored);
    throw Error(ErrorKind::Resource, runs.string(), "the files of the run cannot be written: " + error.code().message() + "; nothing was imported",
                "Free some disk space, or check the folder's permissions, then import the file again");
  }
}

}  // namespace stepscope
