#include "core/frozen/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace stepscope {

MappedFile::MappedFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const auto refuse = [&](const std::string& what) {
    if (file >= 0) ::close(file);
    throw Error(ErrorKind::Input, path, what, "Check that the file is there and may be read");
  };
  if (file < 0) refuse(std::string("the file cannot be opened: ") + std::strerror(errno));
  struct stat about {};
  if (::fstat(file, &about) != 0) refuse(std::string("the file cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(about.st_mode)) refuse("this is no file");
  size_ = static_cast<std::size_t>(about.st_size);
  if (size_ > 0) {
    void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped == MAP_FAILED) refuse(std::string("the file cannot be read: ") + std::strerror(errno));
    data_ = static_cast<const std::byte*>(mapped);
  }
  ::close(file);
}

MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(const_cast<std::byte*>(data_), size_);
}

void MappedFile::forgetPages() const {
  if (size_ > 0) ::madvise(const_cast<std::byte*>(data_), size_, MADV_DONTNEED);
}

}  // namespace stepscope
