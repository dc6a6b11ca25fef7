// A file mapped into memory for reading: its pages are those of the system's file cache, which all processes that open it share. Private to
// core/frozen.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace stepscope {

class MappedFile {
 public:
  // Throws Error (Input) if there is no such file, it is a folder or a device, or it cannot be read.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  // Gives the pages back, so that they no longer count as memory of this process; they are mapped again when they are read.
  void forgetPages() const;

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace stepscope
