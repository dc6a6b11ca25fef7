// A file mapped into memory for reading: its pages are the system's cache and are shared by all who open it. Private to core/frozen.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace stepscope {

class MappedFile {
 public:
  // Throws Error (Input): there is no such file, it is a folder or a device, it cannot be read.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  // The pages no longer count as memory of this process; they are read again when touched.
  void forgetPages() const;

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace stepscope
