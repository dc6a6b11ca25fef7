// Files that may be compressed with gzip, read as if they were not.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace stepscope {

// The cure for a damaged one.
inline constexpr const char* kDownloadAgain = "Download the file again";

// A file opened for reading; a plain one is read as it stands. Errors name the file.
class GzFile {
 public:
  explicit GzFile(const std::string& file);
  ~GzFile();
  GzFile(const GzFile&) = delete;
  GzFile& operator=(const GzFile&) = delete;

  // Bytes read; fewer than asked for only at the end of the file. Throws Error (Input) where the compressed data are damaged.
  std::size_t read(std::uint8_t* out, std::size_t bytes);
  // True where a compressed file was cut off, which zlib reports only when asked.
  bool cutOff();

 private:
  std::string name_;
  void* file_;  // a gzFile
};

struct ReadText {
  std::string text;      // UTF-8, without a byte order mark
  std::string encoding;  // what it was in: a name of text_encoding.h
};
// The whole content of a plain or compressed text file. encoding: a name of text_encoding.h, or "auto": found by the bytes. Throws Error
// (Input) when it is missing, a folder, empty, cut off, damaged, in no encoding that is known, or longer than mostBytes once it is
// unpacked; memory grows only with what is really there.
ReadText readTextFile(const std::string& file, std::int64_t mostBytes, const std::string& encoding = "auto",
                      const std::atomic<bool>* cancel = nullptr);
// The beginning of one, of at most `bytes` as they are in it; `whole` where that was all.
struct TextHead {
  std::string text, encoding;  // no encoding and the bytes as they are: it is no text
  bool whole = true;
};
TextHead readTextHead(const std::string& file, std::size_t bytes, const std::string& encoding = "auto");

}  // namespace stepscope
