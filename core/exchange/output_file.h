// Writes a file completely or not at all: the bytes go into a temporary file beside it, which close() renames.
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
  // The path of the temporary file, which then has everything written so far; for a check before close().
  const std::string& written();
  void close();  // flushes to the disk and gives the file its name

 private:
  [[noreturn]] void fail();

  std::string path_, temporary_;
  std::FILE* file_ = nullptr;
};

}  // namespace stepscope
