// A disk that becomes full, put before the C library by LD_PRELOAD: the calls that write below FULL_DISK are counted, and from number
// FULL_DISK_AT on they fail as on a disk without room (FULL_DISK_ONCE: only that one). How many there were is written to FULL_DISK_COUNT when
// the process ends.
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

namespace {

std::atomic<long> calls{0};

const char* setting(const char* name) {
  const char* value = getenv(name);
  return value && *value ? value : nullptr;
}

bool isBelow(const char* path) {
  const char* disk = setting("FULL_DISK");
  if (!disk || !path) return false;
  const std::size_t length = strlen(disk);
  return strncmp(path, disk, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

bool isBelow(int file) {
  if (!setting("FULL_DISK")) return false;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return false;
  path[length] = '\0';
  return isBelow(path);
}

// One more call that writes: whether it is to fail.
bool refused() {
  const long call = ++calls;
  const char* at = setting("FULL_DISK_AT");
  const long first = at ? atol(at) : 0;
  if (first == 0 || (setting("FULL_DISK_ONCE") ? call != first : call < first)) return false;
  errno = ENOSPC;
  return true;
}

template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool creates(const char* path, int flags) {
  struct stat status {};
  return (flags & O_CREAT) && isBelow(path) && lstat(path, &status) != 0;
}

mode_t modeOf(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

struct Counted {
  ~Counted() {
    const char* file = setting("FULL_DISK_COUNT");
    if (!file) return;
    const std::string text = std::to_string(calls.load());
    const int out = real<int(const char*, int, ...)>("open")(file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (out < 0) return;
    if (real<ssize_t(int, const void*, size_t)>("write")(out, text.data(), text.size()) < 0) perror("FULL_DISK_COUNT");
    close(out);
  }
} counted;

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = modeOf(flags, arguments);
  va_end(arguments);
  return creates(path, flags) && refused() ? -1 : real<int(const char*, int, ...)>("open")(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = modeOf(flags, arguments);
  va_end(arguments);
  return creates(path, flags) && refused() ? -1 : real<int(const char*, int, ...)>("open64")(path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
  return creates(path, strchr(mode, 'r') ? 0 : O_CREAT) && refused() ? nullptr : real<FILE*(const char*, const char*)>("fopen")(path, mode);
}

FILE* fopen64(const char* path, const char* mode) {
  return creates(path, strchr(mode, 'r') ? 0 : O_CREAT) && refused() ? nullptr : real<FILE*(const char*, const char*)>("fopen64")(path, mode);
}

int fflush(FILE* file) {
  return file && isBelow(fileno(file)) && refused() ? EOF : real<int(FILE*)>("fflush")(file);
}

ssize_t write(int file, const void* data, size_t bytes) {
  return isBelow(file) && refused() ? -1 : real<ssize_t(int, const void*, size_t)>("write")(file, data, bytes);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  return isBelow(file) && refused() ? -1 : real<ssize_t(int, const struct iovec*, int)>("writev")(file, parts, count);
}

ssize_t pwrite(int file, const void* data, size_t bytes, off_t at) {
  return isBelow(file) && refused() ? -1 : real<ssize_t(int, const void*, size_t, off_t)>("pwrite")(file, data, bytes, at);
}

ssize_t pwrite64(int file, const void* data, size_t bytes, off64_t at) {
  return isBelow(file) && refused() ? -1 : real<ssize_t(int, const void*, size_t, off64_t)>("pwrite64")(file, data, bytes, at);
}

int fsync(int file) {
  return isBelow(file) && refused() ? -1 : real<int(int)>("fsync")(file);
}

int fdatasync(int file) {
  return isBelow(file) && refused() ? -1 : real<int(int)>("fdatasync")(file);
}

int mkdir(const char* path, mode_t mode) {
  return isBelow(path) && refused() ? -1 : real<int(const char*, mode_t)>("mkdir")(path, mode);
}

int rename(const char* from, const char* to) {
  return isBelow(to) && refused() ? -1 : real<int(const char*, const char*)>("rename")(from, to);
}

int posix_fallocate(int file, off_t at, off_t bytes) {
  return isBelow(file) && refused() ? ENOSPC : real<int(int, off_t, off_t)>("posix_fallocate")(file, at, bytes);
}

}  // extern "C"
