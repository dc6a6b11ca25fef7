// Reads files that may be compressed with gzip, as if they were not.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace stepscope {

// The cure for a damaged file.
inline constexpr const char* kDownloadAgain = "Download the file again";

// A file opened for reading; an uncompressed one is read directly. Errors name the file.
class GzFile {
 public:
  explicit GzFile(const std::string& file);
  ~GzFile();
  GzFile(const GzFile&) = delete;
  GzFile& operator=(const GzFile&) = delete;

  // Number of bytes read; fewer than asked for only at the end of the file. Throws Error (Input) if the compressed data are damaged.
  std::size_t read(std::uint8_t* out, std::size_t bytes);
  // True if a compressed file was cut off, which zlib reports only when asked.
  bool cutOff();

 private:
  std::string name_;
  void* file_;  // a gzFile
};

struct ReadText {
  std::string text;      // UTF-8, without a byte order mark
  std::string encoding;  // its original encoding: a name of text_encoding.h
};
// The whole content of an uncompressed or compressed text file. `encoding`: a name of text_encoding.h, or "auto": detected from the bytes. Throws
// Error (Input) if the file is missing, a folder, empty, cut off, damaged, or longer than mostBytes when uncompressed, and for text in an unknown
// encoding. Bytes that are no text (with zeros) are returned as they are, with an empty `encoding`. Memory grows only with the real content.
ReadText readTextFile(const std::string& file, std::int64_t mostBytes, const std::string& encoding = "auto",
                      const std::atomic<bool>* cancel = nullptr);
// The beginning of a text file, at most `bytes` of its uncompressed content. `whole`: the file is shorter than that.
struct TextHead {
  std::string text, encoding;  // without an encoding and with the raw bytes if it is not a text
  bool whole = true;
};
TextHead readTextHead(const std::string& file, std::size_t bytes, const std::string& encoding = "auto");

}  // namespace stepscope
