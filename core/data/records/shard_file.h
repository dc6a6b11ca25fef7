// The file of a shard, plain or packed with gzip, read from its beginning to its end. Parts of a plain one can be read again later.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/data/gz_file.h"
#include "core/data/images/image_part.h"

namespace stepscope {

class ShardFile {
 public:
  // Throws Error (Input) naming the file if it cannot be opened.
  explicit ShardFile(const std::string& file);
  ~ShardFile();
  ShardFile(const ShardFile&) = delete;
  ShardFile& operator=(const ShardFile&) = delete;

  bool packed() const { return packed_ != nullptr; }
  std::int64_t position() const { return position_; }
  // Whether at least `bytes` more bytes follow; always true for a packed file, whose size is not known.
  bool has(std::int64_t bytes) const { return packed() || bytes <= size_ - position_; }

  // Fewer bytes than asked for only at the end of the file. Memory grows with the real content.
  std::size_t read(std::uint8_t* out, std::size_t bytes);
  std::vector<std::uint8_t> read(std::int64_t bytes);
  // Skips `bytes` bytes. Returns false if the file ends before.
  bool skip(std::int64_t bytes);

  // A part of the file for reading it later: its place (`begin`, `bytes`), or a copy of `content`, its bytes, if the file is packed.
  ImagePart part(std::int64_t begin, const std::uint8_t* content, std::int64_t bytes) const;

 private:
  std::shared_ptr<const std::string> name_;
  std::unique_ptr<GzFile> packed_;
  int descriptor_ = -1;
  std::int64_t position_ = 0, size_ = 0;
};

}  // namespace stepscope
