#include "core/exchange/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/base/error.h"

namespace stepscope {

OutputFile::OutputFile(std::string path) : path_(std::move(path)), temporary_(path_ + ".part"), file_(std::fopen(temporary_.c_str(), "wb")) {
  if (!file_) fail();
}

OutputFile::~OutputFile() {
  if (!file_) return;
  std::fclose(file_);
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void OutputFile::fail() {
  throw Error(ErrorKind::Resource, path_, std::string("the file cannot be written: ") + std::strerror(errno),
              "Choose another place, or free some disk space");
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail();
}

const std::string& OutputFile::written() {
  if (std::fflush(file_) != 0) fail();
  return temporary_;
}

void OutputFile::close() {
  if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0) fail();
  std::FILE* file = std::exchange(file_, nullptr);
  if (std::fclose(file) == 0 && std::rename(temporary_.c_str(), path_.c_str()) == 0) return;
  const int why = errno;
  ::unlink(temporary_.c_str());  // the destructor must not delete it any more
  errno = why;
  fail();
}

}  // namespace stepscope
