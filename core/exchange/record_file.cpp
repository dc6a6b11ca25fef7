#include "core/exchange/record_file.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/crc32c.h"
#include "core/base/error.h"

namespace stepscope {
namespace {

static_assert(std::endian::native == std::endian::little, "frames are read and written as they lie in memory");

constexpr std::size_t kHead = 12, kFoot = 4;  // bytes before and after the data
constexpr std::size_t kReadAtOnce = std::size_t{4} << 20;

template <class Number>
Number numberAt(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

template <class Number>
void appendNumber(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

}  // namespace

RecordReader::RecordReader(std::string path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "rb")) {
  if (!file_)
    throw Error(ErrorKind::Input, path_, std::string("the file cannot be read: ") + std::strerror(errno), "Check the path and its permissions");
  std::setvbuf(file_, nullptr, _IONBF, 0);  // buffer_ is the only buffer
}

RecordReader::~RecordReader() {
  if (file_) std::fclose(file_);
}

RecordReader::RecordReader(RecordReader&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, nullptr)),
      buffer_(std::move(other.buffer_)),
      position_(other.position_),
      filled_(other.filled_),
      offset_(other.offset_) {}

bool RecordReader::have(std::size_t bytes) {
  if (filled_ - position_ >= bytes) return true;
  // With nothing left to move there may be no buffer yet.
  if (filled_ > position_) std::memmove(buffer_.data(), buffer_.data() + position_, filled_ - position_);
  filled_ -= position_;
  position_ = 0;
  while (filled_ < bytes) {
    // Memory grows with the bytes that are really in the file, not with the length that the frame claims.
    if (buffer_.size() < filled_ + kReadAtOnce) buffer_.resize(filled_ + kReadAtOnce);
    std::clearerr(file_);  // forget an earlier end of file: the file may have grown
    const std::size_t read = std::fread(buffer_.data() + filled_, 1, kReadAtOnce, file_);
    if (read == 0) return false;
    filled_ += read;
  }
  return true;
}

RecordReader::Result RecordReader::next() {
  if (!have(kHead)) return Result::End;
  const char* head = buffer_.data() + position_;
  const auto length = numberAt<std::uint64_t>(head);
  if (numberAt<std::uint32_t>(head + 8) != maskedCrc(crc32c({head, 8})) || length > kLargestRecord) return Result::Unreadable;
  const std::size_t frame = kHead + static_cast<std::size_t>(length) + kFoot;
  if (!have(frame)) return Result::End;
  data_ = {buffer_.data() + position_ + kHead, static_cast<std::size_t>(length)};
  const auto expected = numberAt<std::uint32_t>(data_.data() + length);
  position_ += frame;
  offset_ += frame;
  return expected == maskedCrc(crc32c(data_)) ? Result::Record : Result::Damaged;
}

void appendRecord(std::string& out, std::string_view data) {
  const std::size_t start = out.size();
  appendNumber(out, static_cast<std::uint64_t>(data.size()));
  appendNumber(out, maskedCrc(crc32c({out.data() + start, 8})));
  out.append(data);
  appendNumber(out, maskedCrc(crc32c(data)));
}

}  // namespace stepscope
