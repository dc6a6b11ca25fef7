// Writes a file completely or not at all: into a temporary file beside it that close() renames.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace stepscope {

class OutputFile {
 public:
  explicit OutputFile(std::string path);  // throws Error (Resource) naming the file and the cure; so do the other functions
  ~OutputFile();                          // deletes the temporary file unless close() was called
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  // The file beside it, with all that was written so far, for a check before close().
  const std::string& written();
  void close();  // flushes to the disk

 private:
  [[noreturn]] void fail();

  std::string path_, temporary_;
  std::FILE* file_ = nullptr;
};

}  // namespace stepscope
