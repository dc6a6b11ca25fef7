#include "core/base/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/base/error.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

// The path without symbolic links, so that the target of a link is written and the link itself stays.
std::string placeOf(const std::string& file) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(file, failed);
  return failed ? file : real.string();
}
// True for a device or a pipe, which cannot be replaced by another file.
bool isDevice(const std::string& file) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

// Writes the whole text. Returns 0, or the error number (errno).
int writeAll(int descriptor, std::string_view text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = ::write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno != EINTR) return errno;
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
  return 0;
}

[[noreturn]] void refuse(const std::string& temporary, const std::string& file, int why) {
  if (!temporary.empty()) ::unlink(temporary.c_str());
  // The user can fix a path that does not exist; disk errors are of the other kind.
  const bool place = why == ENOENT || why == ENOTDIR || why == EISDIR;
  throw Error(place ? ErrorKind::Input : ErrorKind::Resource, file, std::string("the file cannot be written: ") + std::strerror(why),
              why == ENOSPC || why == EDQUOT ? "Free some disk space, or choose another place"
                                             : "Choose a folder that exists, may be written and has free space");
}

}  // namespace

std::string nameBeside(const std::string& file) {
  return placeOf(file) + ".tmp-" + std::to_string(::getpid());
}

void putInPlace(const std::string& temporary, const std::string& file) {
  const int descriptor = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) refuse(temporary, file, errno);
  const bool flushed = ::fsync(descriptor) == 0 || errno == EINVAL;  // EINVAL: a pipe or a device has nothing to flush
  const int why = errno;
  ::close(descriptor);
  if (!flushed) refuse(temporary, file, why);
  const std::string place = placeOf(file);
  if (isDevice(place)) refuse(temporary, file, ENOTDIR);
  // The new file gets the permissions of the old one. A file that may not be written is not replaced.
  struct stat before {};
  if (::stat(place.c_str(), &before) == 0) {
    if (::faccessat(AT_FDCWD, place.c_str(), W_OK, AT_EACCESS) != 0) refuse(temporary, file, errno);
    ::chmod(temporary.c_str(), before.st_mode & 07777);
  }
  if (::rename(temporary.c_str(), place.c_str()) != 0) refuse(temporary, file, errno);
}

void writeWhole(std::string_view text, const std::string& file) {
  const bool device = isDevice(file);
  const std::string written = device ? file : nameBeside(file), temporary = device ? std::string() : written;
  const int descriptor = ::open(written.c_str(), device ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse(temporary, file, errno);
  int why = writeAll(descriptor, text);
  if (::close(descriptor) != 0 && why == 0) why = errno;
  if (why != 0) refuse(temporary, file, why);
  if (!device) putInPlace(temporary, file);
}

}  // namespace stepscope
