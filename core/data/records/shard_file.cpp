#include "core/data/records/shard_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace stepscope {

ShardFile::ShardFile(const std::string& file) : name_(std::make_shared<const std::string>(file)) {
  descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
    const std::string why = descriptor_ >= 0 && !S_ISREG(status.st_mode) ? "it is not a file" : std::strerror(errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    throw Error(ErrorKind::Input, file, "cannot be opened (" + why + ")", "Check that the file is there and may be read");
  }
  size_ = status.st_size;
  std::array<std::uint8_t, 2> head{};
  if (::pread(descriptor_, head.data(), head.size(), 0) == 2 && head[0] == 0x1F && head[1] == 0x8B) packed_ = std::make_unique<GzFile>(file);
}

ShardFile::~ShardFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t ShardFile::read(std::uint8_t* out, std::size_t bytes) {
  std::size_t done = 0;
  if (packed_) {
    done = packed_->read(out, bytes);
    if (done < bytes && packed_->cutOff()) throw Error(ErrorKind::Input, *name_, "ends too early: the compressed data are cut off", kDownloadAgain);
  }
  while (!packed_ && done < bytes) {
    const ssize_t got = ::pread(descriptor_, out + done, bytes - done, position_ + static_cast<std::int64_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(ErrorKind::Input, *name_, std::string("cannot be read (") + std::strerror(errno) + ")", "Check the disk");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  position_ += static_cast<std::int64_t>(done);
  return done;
}

std::vector<std::uint8_t> ShardFile::read(std::int64_t bytes) {
  constexpr std::int64_t kAtOnce = std::int64_t{16} << 20;
  std::vector<std::uint8_t> content;
  while (static_cast<std::int64_t>(content.size()) < bytes) {
    const std::size_t before = content.size(), wanted = static_cast<std::size_t>(std::min(kAtOnce, bytes - static_cast<std::int64_t>(before)));
    content.resize(before + wanted);
    const std::size_t got = read(content.data() + before, wanted);
    content.resize(before + got);
    if (got < wanted) break;
  }
  return content;
}

bool ShardFile::skip(std::int64_t bytes) {
  if (!packed_) {
    if (!has(bytes)) return false;
    position_ += bytes;
    return true;
  }
  std::array<std::uint8_t, 1 << 14> rest;
  while (bytes > 0) {
    const std::size_t got = read(rest.data(), static_cast<std::size_t>(std::min<std::int64_t>(bytes, rest.size())));
    if (got == 0) return false;
    bytes -= static_cast<std::int64_t>(got);
  }
  return true;
}

ImagePart ShardFile::part(std::int64_t begin, const std::uint8_t* content, std::int64_t bytes) const {
  if (packed_) return {name_, 0, bytes, std::make_shared<const std::vector<std::uint8_t>>(content, content + bytes)};
  return {name_, begin, bytes, nullptr};
}

}  // namespace stepscope
