// The frames of a TFRecord or TensorBoard event file: u64 length | u32 masked CRC-32C of the length | data | u32 masked CRC-32C of the data,
// little-endian. Reading continues when the file grows.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

constexpr std::uint64_t kLargestRecord = std::uint64_t{256} << 20;  // bytes; a longer record is considered damaged

class RecordReader {
 public:
  enum class Result {
    Record,     // data() is the next record
    Damaged,    // the frame is complete but its data are damaged: skipped, reading continues
    End,        // no complete record yet: the file ends here, or is still being written; call again later
    Unreadable  // the length is damaged: no later record can be found
  };

  explicit RecordReader(std::string path);  // throws Error (Input) naming the file if it cannot be opened
  ~RecordReader();
  RecordReader(RecordReader&& other) noexcept;
  RecordReader(const RecordReader&) = delete;

  Result next();
  std::string_view data() const { return data_; }      // valid until the next call of next()
  std::uint64_t offset() const { return offset_; }     // of the next frame
  bool cutOff() const { return filled_ > position_; }  // after End: whether there are bytes of an unfinished record
  const std::string& path() const { return path_; }

 private:
  bool have(std::size_t bytes);

  std::string path_;
  std::FILE* file_ = nullptr;
  std::vector<char> buffer_;
  std::size_t position_ = 0, filled_ = 0;  // in buffer_
  std::uint64_t offset_ = 0;               // in the file
  std::string_view data_;
};

// Appends `data` as a frame to `out`.
void appendRecord(std::string& out, std::string_view data);

}  // namespace stepscope
