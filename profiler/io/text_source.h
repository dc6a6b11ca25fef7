// The text of a trace file, uncompressed or gzip (decided by the first bytes), read once from front to back; later single parts of it are read again.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

// A position in a gzip file from which inflating can begin. It needs only a window of 32 KiB of the text before it (as in zlib's zran.c).
struct GzipPoint {
  std::uint64_t file = 0, text = 0;  // offsets of the next byte
  int bits = 0;                      // number of bits of the byte before `file` that are not used yet
  std::vector<unsigned char> window;
};

struct TextIndex {
  bool gzip = false;
  std::vector<GzipPoint> points;  // by text offset; one every 4 MiB of text
};

// Identifies a file when it was opened, to see whether it has changed since.
struct FileIdentity {
  std::uint64_t bytes = 0;
  std::int64_t changedNs = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

class TextSource {
 public:
  // Throws Error (Input) if the file cannot be opened or is empty.
  explicit TextSource(std::string path);
  ~TextSource();
  TextSource(const TextSource&) = delete;
  TextSource& operator=(const TextSource&) = delete;

  bool gzip() const { return index_.gzip; }
  // Up to to.size() bytes, fewer only at the end; 0 at the end. Bytes added to the file after it was opened are not read. Throws Error (Resource) if
  // the disk fails.
  std::size_t read(std::span<char> to);
  std::uint64_t fileBytes() const { return identity_.bytes; }
  std::uint64_t fileRead() const { return fileRead_; }
  std::uint64_t textRead() const { return textRead_; }  // bytes inflated so far; 0 if the file is not gzip
  // Empty, or why a gzip file ended early: "the gzip data is cut off".
  const std::string& cutShort() const { return cutShort_; }
  bool grown() const;  // the file is longer than when it was opened
  const FileIdentity& identity() const { return identity_; }
  TextIndex takeIndex() { return std::move(index_); }

 private:
  std::size_t readFile(std::span<char> to);
  std::size_t readGzip(std::span<char> to);
  void notePoint();

  std::string path_;
  int file_ = -1;
  FileIdentity identity_;
  std::uint64_t fileRead_ = 0, textRead_ = 0;
  TextIndex index_;
  struct Inflater;
  std::unique_ptr<Inflater> inflater_;
  std::string cutShort_;
};

FileIdentity identityOf(const std::string& path);  // throws Error (Input)

// Reads single parts of a text again. Thread safe. Keeps a few inflated pieces, so that sequential reading is fast.
class TextReader {
 public:
  TextReader(std::string path, FileIdentity identity, TextIndex index);
  ~TextReader();
  // Up to `count` bytes of text from `offset` on; fewer at the end. Throws Error (Input) if the file is deleted or has changed.
  std::string read(std::uint64_t offset, std::size_t count) const;
  // The same into `to`; returns the number of bytes read. An uncompressed file is not cached: for long pieces read from front to back.
  std::size_t read(std::uint64_t offset, std::span<char> to) const;
  const std::string& path() const { return path_; }

 private:
  void open() const;  // opens the file; the lock must be held
  struct Cache;
  std::string path_;
  FileIdentity identity_;
  TextIndex index_;
  std::unique_ptr<Cache> cache_;
};

}  // namespace stepscope
