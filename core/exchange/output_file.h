// A file that is there whole or not at all: written beside its place and moved there by close().
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace stepscope {

class OutputFile {
 public:
  explicit OutputFile(std::string path);  // throws Error (Resource) naming the file and the cure, as the rest do
  ~OutputFile();                          // removes what was written unless close() was reached
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  void close();  // flushes to the disk

 private:
  [[noreturn]] void fail();

  std::string path_, temporary_;
  std::FILE* file_ = nullptr;
};

}  // namespace stepscope
